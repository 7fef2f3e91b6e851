"""Random histories of one purchase: the books end equal to the provider's, to the cent.

A failure prints the seed and the steps; `MONEY_HISTORY=seed` plays that one alone.
"""

import os
from decimal import Decimal

import pytest
from django.test import Client

from tests.factories import make_admin
from tests.sales.histories import Surroundings
from tests.sales.histories_at_rest import exported
from tests.sales.histories_played import played
from tests.signing_in import sign_in_recently
from tests.sizes import size

# Begun early: nothing else takes as long in one process.
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

AT_ONCE = 30


@pytest.fixture
def admin() -> Client:
    browser = Client(headers={"Sec-Fetch-Site": "same-origin"})
    sign_in_recently(browser, make_admin())
    return browser


def chunks() -> list[range]:
    if alone := os.environ.get("MONEY_HISTORY"):
        return [range(int(alone), int(alone) + 1)]
    seeds = range(size("MONEY_HISTORIES"))
    return [seeds[start : start + AT_ONCE] for start in range(0, len(seeds), AT_ONCE)]


@pytest.mark.parametrize("seeds", chunks(), ids=str)
def test_whatever_happens_the_books_end_equal_to_the_providers(
    seeds: range, around: Surroundings, admin: Client
) -> None:
    nets: dict[int, Decimal] = {}
    for history, faults in played(around, seeds):
        assert faults == [], f"{faults}\n{history}"
        for one in history.purchases:
            if history.ledger(one)["captured"]:
                nets[one.pk] = Decimal(history.ledger(one)["net"]) / 100
    assert exported(admin) == nets
