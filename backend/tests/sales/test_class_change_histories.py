"""Simulated changes of a class: nobody ends with neither seat nor money, and nobody with both.

A failure prints the seed and the steps; `CLASS_CHANGE=seed` plays that one alone.
"""

import os
from datetime import timedelta

import pytest

from frontrow.core.rate_limit import Limit
from frontrow.sales.class_changes import carrying_out
from tests.factories import make_admin
from tests.fakes.stripe import StripeServer
from tests.portal.student import browser
from tests.sales.class_histories import Story, armed
from tests.sales.class_histories_at_rest import faults_of
from tests.sales.history_deaths import armed as armed_below
from tests.signing_in import sign_in_recently
from tests.sizes import size

# Begun early, as few others take as long in one process.
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

AT_ONCE = 50
ALL_MONEY = 10_000


def chunks() -> list[range]:
    """Also a quarter as many in which everybody takes the money, held against the dry run."""
    if alone := os.environ.get("CLASS_CHANGE"):
        return [range(int(alone), int(alone) + 1)]
    count = size("CLASS_CHANGES")
    all_seeds = (range(count), range(ALL_MONEY, ALL_MONEY + -(-count // 4)))
    return [
        seeds[start : start + AT_ONCE]
        for seeds in all_seeds
        for start in range(0, len(seeds), AT_ONCE)
    ]


@pytest.mark.parametrize("seeds", chunks(), ids=str)
def test_whatever_is_chosen_and_whoever_dies_everybody_has_a_seat_or_the_money(
    seeds: range, stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_pace = Limit(scope="tests", count=10_000, per=timedelta(seconds=1))
    monkeypatch.setattr(carrying_out, "PACE", no_pace)
    death = armed(monkeypatch, armed_below(monkeypatch))
    operator = make_admin()
    desk = browser()
    sign_in_recently(desk, operator)
    all_money = seeds[0] >= ALL_MONEY
    chosen: set[str] = set()
    for seed in seeds:
        story = Story(stripe_server, operator, desk, death, seed, all_money=all_money).play()
        faults = faults_of(story)
        assert faults == [], f"seed {seed}: {faults} {story.log}"
        chosen |= set(story.rows().values_list("choice", flat=True))
    if len(seeds) == AT_ONCE:
        expected = {"refund"} if all_money else {"refund", "credit", "date", "keep"}
        assert expected <= chosen
