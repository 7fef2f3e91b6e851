"""Answers to the instructor from several tabs, and beside whoever moves the seat or asks anew."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Q

from frontrow.accounts.actor import Actor
from frontrow.core.errors import Conflict
from frontrow.sales.before_class.answers import write_answers
from frontrow.sales.before_class.link_tests import note_link_test
from frontrow.sales.before_class.questions import set_questions
from frontrow.sales.before_class.schemas import ClassAnswerIn, ClassQuestionsIn
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import ClassAnswer, ClassQuestion, Enrollment, LinkTest
from tests.factories import (
    ClassQuestionFactory,
    enrollment_of,
    from_now,
    make_admin,
    make_bootcamp,
    make_purchase,
)
from tests.lock_waits import until_somebody_waits
from tests.races.crowd import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)

TABS = 8


def a_seat() -> Enrollment:
    bootcamp = make_bootcamp(starts_at=from_now(days=5))
    for position, words in enumerate(("First?", "Second?"), start=1):
        ClassQuestionFactory.create(bootcamp=bootcamp, words=words, position=position)
    return enrollment_of(make_purchase(bootcamp=bootcamp, user=None))


def said(seat: Enrollment, words: str) -> list[ClassAnswerIn]:
    ids = ClassQuestion.objects.filter(bootcamp=seat.bootcamp).order_by("position")
    return [ClassAnswerIn.model_validate({"questionId": one.pk, "words": words}) for one in ids]


def answering(seat: Enrollment, words: str) -> Callable[[], Any]:
    return lambda: write_answers(enrollment=seat, answers=said(seat, words))


def rows(seat: Enrollment) -> list[tuple[int, str]]:
    found = ClassAnswer.objects.filter(enrollment=seat).order_by("question__position")
    return list(found.values_list("question__position", "words"))


def beside(seat: Enrollment, act: Callable[[], object]) -> list[Any]:
    """What an answer comes to that waits while somebody else is at it."""
    outcomes: list[Any] = []
    waiting = threading.Thread(
        target=lambda: outcomes.extend(all_at_once([answering(seat, "Late")]))
    )
    with transaction.atomic():
        act()
        waiting.start()
        until_somebody_waits()
    waiting.join(timeout=30)
    return outcomes


def test_many_tabs_at_once_keep_one_row_each() -> None:
    seat = a_seat()
    outcomes = all_at_once([answering(seat, f"Tab {tab}") for tab in range(TABS)])
    assert not [one for one in outcomes if isinstance(one, Exception)], outcomes
    found = rows(seat)
    assert [position for position, _ in found] == [1, 2]
    # Both of the same tab: the last one to save.
    assert len({words for _, words in found}) == 1


def test_control_tabs_that_look_and_then_write_collide() -> None:
    seat = a_seat()
    question = ClassQuestion.objects.filter(bootcamp=seat.bootcamp).first()
    assert question is not None
    looked = threading.Barrier(TABS)

    def look_then_write() -> None:
        is_new = not ClassAnswer.objects.filter(question=question, enrollment=seat).exists()
        looked.wait()
        if is_new:
            ClassAnswer.objects.create(question=question, enrollment=seat, words="x")

    outcomes = all_at_once([look_then_write] * TABS)
    assert sum(isinstance(one, IntegrityError) for one in outcomes) == TABS - 1


def test_many_tabs_that_test_one_link_keep_one_row() -> None:
    seat = a_seat()
    outcomes = all_at_once(
        [
            lambda: note_link_test(enrollment_id=seat.pk, zone="Europe/Paris", at=from_now())
            for _ in range(TABS)
        ]
    )
    assert outcomes == [None] * TABS
    assert LinkTest.objects.filter(enrollment=seat).count() == 1


def test_an_answer_beside_a_move_is_not_left_behind_unsaid() -> None:
    seat = a_seat()
    target = make_bootcamp(starts_at=from_now(days=20))
    ClassQuestionFactory.create(bootcamp=target, words="First?")
    answering(seat, "Early")()
    [outcome] = beside(
        seat,
        lambda: move_seat(enrollment_id=seat.pk, bootcamp_id=target.pk, theirs=Q(), mover=Mover()),
    )
    assert isinstance(outcome, Conflict), outcome
    assert outcome.code == "changed_meanwhile"
    moved = Enrollment.objects.get(replaces=seat)
    assert rows(moved) == [(1, "Early")]
    assert rows(seat) == [(1, "Early"), (2, "Early")]


def test_a_question_that_is_taken_away_meanwhile_is_not_answered() -> None:
    seat = a_seat()
    keep, _ = ClassQuestion.objects.filter(bootcamp=seat.bootcamp).order_by("position")
    by = Actor.of(make_admin())
    wanted = ClassQuestionsIn.model_validate(
        {"questions": [{"id": keep.pk, "words": "First?", "kind": "line"}]}
    )
    [outcome] = beside(
        seat,
        lambda: set_questions(by=by, bootcamp_id=seat.bootcamp_id, wanted=wanted),
    )
    assert isinstance(outcome, Conflict), outcome
    assert outcome.code == "changed_meanwhile"
    assert rows(seat) == []
