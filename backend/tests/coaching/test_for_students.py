"""Coaching for somebody: booked, moved and reminded by the desk."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from frontrow.accounts.models import AuditEntry, Role
from frontrow.coaching.models import Coach, CoachingSession, CoachingStatus
from frontrow.messaging.models import Message
from frontrow.sales.models import PurchaseState
from tests.coaching.calling import FRIDAY_AT_ELEVEN, FRIDAY_AT_NINE, NOW, Caller
from tests.factories import (
    make_bootcamp,
    make_coach,
    make_coaching_session,
    make_purchase,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def desk() -> Caller:
    return Caller(make_user(role=Role.SUPPORT))


@pytest.fixture
def coach() -> Coach:
    return make_coach()


def waiting(**fields: Any) -> CoachingSession:
    return make_coaching_session(**{"user": make_user(first_name="Ada"), **fields})


def as_guest(**fields: Any) -> CoachingSession:
    bootcamp = make_bootcamp(includes_coaching=True)
    purchase = make_purchase(
        bootcamp=bootcamp,
        user=None,
        guest_full_name="Gus Guest",
        guest_email="gus@example.test",
        **fields,
    )
    return make_coaching_session(user=None, bootcamp=bootcamp, purchase_id=purchase.pk)


def test_support_books_and_moves_and_the_student_is_told(desk: Caller, coach: Coach) -> None:
    session = waiting()
    path = f"admin/coaching/sessions/{session.pk}"
    assert {"startsAt": FRIDAY_AT_NINE, "coachName": coach.user.full_name} in desk.done(
        "GET", f"{path}/slots"
    )["slots"]
    booked = desk.done("POST", f"{path}/time", {"startsAt": FRIDAY_AT_NINE})
    assert (booked["status"], booked["scheduledDate"]) == ("scheduled", FRIDAY_AT_NINE)
    body = {"startsAt": FRIDAY_AT_ELEVEN, "reason": "The coach has another class."}
    moved = desk.done("POST", f"{path}/time", body)
    # The student may still move it twice themself.
    assert (moved["scheduledDate"], moved["reschedules"]) == (FRIDAY_AT_ELEVEN, 0)
    assert session.user is not None
    told = Message.objects.filter(recipient=session.user.email).order_by("id")
    assert ["We've booked" in told[0].content, "We've moved" in told[1].content] == [True, True]
    assert "Why: The coach has another class." in told[1].content
    assert Message.objects.filter(recipient=coach.user.email).count() == 2
    assert list(AuditEntry.objects.order_by("id").values_list("action", flat=True)) == [
        "booked coaching session",
        "moved coaching session",
    ]


def test_it_can_be_moved_on_its_last_day_though_the_student_could_not(
    desk: Caller, coach: Coach
) -> None:
    start = NOW + timedelta(hours=3)
    session = waiting(
        coach=coach,
        status=CoachingStatus.SCHEDULED,
        scheduled_at=start,
        ends_at=start + timedelta(hours=1),
        reschedules=2,
    )
    path = f"admin/coaching/sessions/{session.pk}/time"
    assert desk.done("POST", path, {"startsAt": FRIDAY_AT_NINE})["reschedules"] == 2


def test_a_time_that_is_taken_or_closed_is_refused_as_for_students(
    desk: Caller, coach: Coach
) -> None:
    first, second = waiting(), waiting()
    path = "admin/coaching/sessions/{}/time"
    desk.done("POST", path.format(first.pk), {"startsAt": FRIDAY_AT_NINE})
    status, answer = desk.call("POST", path.format(second.pk), {"startsAt": FRIDAY_AT_NINE})
    assert (status, answer["code"]) == (409, "slot_taken")
    closed = {"startsAt": "2026-06-06T13:00:00Z"}
    assert desk.call("POST", path.format(second.pk), closed)[1]["code"] == "slot_closed"
    second.refresh_from_db()
    assert second.status == CoachingStatus.PENDING


@pytest.mark.parametrize(
    "status", [CoachingStatus.CANCELED, CoachingStatus.COMPLETED, CoachingStatus.NO_SHOW]
)
def test_what_is_over_gets_no_time(desk: Caller, coach: Coach, status: CoachingStatus) -> None:
    session = waiting(status=status)
    path = f"admin/coaching/sessions/{session.pk}/time"
    assert desk.call("POST", path, {"startsAt": FRIDAY_AT_NINE})[0] == 409


def test_a_guest_has_name_and_address_and_is_invited_rather_than_booked(
    desk: Caller, coach: Coach
) -> None:
    session = as_guest()
    [row] = desk.done("GET", "admin/coaching/sessions?shown=waiting")["rows"]
    assert (row["studentName"], row["studentEmail"]) == ("Gus Guest", "gus@example.test")
    path = f"admin/coaching/sessions/{session.pk}/time"
    assert "no account yet" in desk.call("POST", path, {"startsAt": FRIDAY_AT_NINE})[1]["message"]
    reminded = desk.done("POST", "admin/coaching/reminders", {"sessionId": session.pk})
    assert reminded == {"reminded": 1, "skipped": 0}
    assert Message.objects.get().recipient == "gus@example.test"


def test_everybody_who_waits_is_reminded_once_a_day(desk: Caller, clock: Any) -> None:
    ada = waiting()
    as_guest()
    waiting(user=make_user(is_demo=True))
    path = "admin/coaching/reminders"
    assert desk.done("POST", path, {}) == {"reminded": 2, "skipped": 0}
    assert desk.done("POST", path, {}) == {"reminded": 0, "skipped": 2}
    assert Message.objects.count() == 2
    assert ada.user is not None
    assert "haven't picked a time yet" in Message.objects.get(recipient=ada.user.email).content
    clock.shift(timedelta(days=1, seconds=1))
    assert desk.done("POST", path, {"sessionId": ada.pk}) == {"reminded": 1, "skipped": 0}
    assert Message.objects.count() == 3


def test_whoever_has_a_time_or_was_refunded_is_not_reminded(desk: Caller, coach: Coach) -> None:
    session = waiting()
    desk.done("POST", f"admin/coaching/sessions/{session.pk}/time", {"startsAt": FRIDAY_AT_NINE})
    assert desk.call("POST", "admin/coaching/reminders", {"sessionId": session.pk})[0] == 409
    Message.objects.all().delete()
    refunded = as_guest(state=PurchaseState.REFUNDED)
    assert desk.done("POST", "admin/coaching/reminders", {"sessionId": refunded.pk}) == {
        "reminded": 0,
        "skipped": 1,
    }
    assert not Message.objects.exists()


def test_the_list_is_searched_by_student_guest_and_bootcamp(desk: Caller) -> None:
    ada, guest = waiting(bootcamp=make_bootcamp(name="Launch Lab")), as_guest()

    def found(words: str) -> list[int]:
        path = f"admin/coaching/sessions?shown=waiting&search={words}"
        return [row["id"] for row in desk.done("GET", path)["rows"]]

    assert found("ada") == [ada.pk]
    assert found("gus@") == [guest.pk]
    assert found("launch") == [ada.pk]
    assert found("ada gus") == []
    assert sorted(found("")) == sorted([ada.pk, guest.pk])
