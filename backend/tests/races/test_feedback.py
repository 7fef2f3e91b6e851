"""Feedback given and asked for by several at once, and by a process that dies: once each."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import Settings

from frontrow.messaging import campaigns
from frontrow.messaging.models import Message
from frontrow.sales.feedback import answering, asking, standing
from frontrow.sales.feedback.schemas import FeedbackIn
from frontrow.sales.links import FEEDBACK
from frontrow.sales.models import Enrollment, Feedback
from tests.factories import make_user
from tests.killing import killed_at
from tests.races.crowd import all_at_once, tally
from tests.races.unlocked import meeting
from tests.sales.reviewing import attended, ended_class

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 6
SEATS = 30


def saying(seat: Enrollment, score: int) -> Callable[[], Any]:
    wanted = FeedbackIn(token=FEEDBACK.token(seat), score=score, words=f"{score}")
    return lambda: answering.give(wanted=wanted, reader=None)


def test_of_many_clicks_at_once_one_is_kept() -> None:
    for _ in range(3):
        seat = attended()
        outcomes = all_at_once([saying(seat, score) for score in range(AT_ONCE)])
        kept = Feedback.objects.get(enrollment=seat)
        assert tally(outcomes) == {"ok": 1, "Conflict": AT_ONCE - 1}, outcomes
        assert kept.words == str(kept.score)
        [said] = [one.given.score for one in outcomes if not isinstance(one, Exception)]
        assert said == kept.score


def test_the_same_click_many_times_at_once_is_answered_alike() -> None:
    seat = attended()
    assert tally(all_at_once([saying(seat, 8)] * AT_ONCE)) == {"ok": AT_ONCE}
    assert Feedback.objects.count() == 1


def test_control_without_turns_the_second_click_meets_the_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Everybody has looked before anybody writes: only the table's key keeps it once."""
    seat = attended()
    monkeypatch.setattr(answering, "_take_turns", lambda seat: None)
    meet = meeting(AT_ONCE)

    def once_all_have_looked(*args: Any, **more: Any) -> bool:
        meet()
        return standing.can_be_answered(*args, **more)

    monkeypatch.setattr(answering, "can_be_answered", once_all_have_looked)
    outcomes = all_at_once([saying(seat, score) for score in range(AT_ONCE)])
    assert tally(outcomes) == {"ok": 1, "IntegrityError": AT_ONCE - 1}, outcomes
    assert Feedback.objects.count() == 1


def everybody() -> list[str]:
    bootcamp = ended_class(max_seats=SEATS)
    names = [f"student{number}@example.test" for number in range(SEATS)]
    for name in names:
        attended(bootcamp, user=make_user(email=name))
    return sorted(names)


def asked() -> list[str]:
    return sorted(Message.objects.filter(category="FEEDBACK").values_list("recipient", flat=True))


def run() -> None:
    asking.ask_for_feedback.func(timestamp=0)


def test_of_two_workers_who_ask_at_once_everybody_hears_once() -> None:
    names = everybody()
    assert tally(all_at_once([run] * 4)) == {"ok": 4}
    assert asked() == names


def test_a_worker_that_dies_between_two_batches_leaves_nobody_out_and_asks_nobody_twice(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    names = everybody()
    monkeypatch.setattr(campaigns, "BATCH", 8)
    for expected in (8, 16):
        assert killed_at("campaign.wrote_some", run, settings)
        assert len(asked()) == expected
    run()
    assert asked() == names
    run()
    assert asked() == names
