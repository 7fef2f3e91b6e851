"""An hour of coaching ends 180 days after its class; its owner hears of it once before."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine

from frontrow.accounts.models import Role
from frontrow.backoffice.people.ending_hours import warn_of_ending_hours
from frontrow.coaching.ending import KEPT_AFTER_CLASS, WARNED_BEFORE
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.messaging.models import Message
from frontrow.sales.models import Enrollment
from tests.coaching.calling import (
    FRIDAY_AT_ELEVEN,
    FRIDAY_AT_NINE,
    MONDAY_AT_NINE,
    NOW,
    Caller,
    Student,
    post,
    refusal,
)
from tests.factories import (
    enrollment_of,
    make_bootcamp,
    make_coach,
    make_coaching_session,
    make_purchase,
    make_user,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("moment")]
FRIDAY = datetime.fromisoformat(FRIDAY_AT_NINE)


def hour_that_ends_at(end: datetime, **fields: Any) -> CoachingSession:
    """Of a seat whose class was 180 days before."""
    ends_at = end - KEPT_AFTER_CLASS
    bootcamp = make_bootcamp(
        starts_at=ends_at - timedelta(hours=3), ends_at=ends_at, timezone="America/New_York"
    )
    seat = enrollment_of(make_purchase(bootcamp=bootcamp, **fields))
    return make_coaching_session(
        user=seat.purchase.user,
        bootcamp=bootcamp,
        enrollment_id=seat.pk,
        purchase_id=seat.purchase_id,
    )


def warned() -> list[tuple[str, str]]:
    warn_of_ending_hours.func(timestamp=0)
    return post()


def test_a_session_begins_before_the_hours_end() -> None:
    make_coach()
    ada = Student()
    session = hour_that_ends_at(FRIDAY + timedelta(hours=2), user=ada.user)
    slots = ada.slots(session.pk)
    assert (FRIDAY_AT_NINE in slots, FRIDAY_AT_ELEVEN in slots) == (True, False)
    assert ada.book(session.pk, FRIDAY_AT_ELEVEN)[1]["code"] == "slot_closed"
    assert ada.book(session.pk, FRIDAY_AT_NINE)[0] == 200
    [shown] = ada.sessions()
    assert (shown["bookBy"], shown["hasEnded"]) == (FRIDAY_AT_ELEVEN, False)
    assert ada.move(session.pk, MONDAY_AT_NINE)[1]["code"] == "slot_closed"
    session.refresh_from_db()
    assert (session.scheduled_at, session.reschedules) == (FRIDAY, 0)


def test_at_its_end_it_cannot_be_booked_but_by_the_desk() -> None:
    make_coach()
    ada = Student()
    session = hour_that_ends_at(NOW, user=ada.user)
    words = "This session had to be booked by Wed, Jun 3, 2026. Contact us if you couldn't."
    assert ada.book(session.pk, FRIDAY_AT_NINE) == refusal(409, words)
    [shown] = ada.sessions()
    assert (shown["status"], shown["hasEnded"]) == ("pending", True)
    path = f"admin/coaching/sessions/{session.pk}"
    desk = Caller(make_user(role=Role.SUPPORT))
    [row] = desk.done("GET", "admin/coaching/sessions?shown=waiting")["rows"]
    assert row["bookBy"] == NOW.isoformat().replace("+00:00", "Z")
    booked = desk.done("POST", f"{path}/time", {"startsAt": FRIDAY_AT_NINE})
    assert booked["status"] == "scheduled"
    # Control: a second before its end it is still theirs.
    other = hour_that_ends_at(NOW + timedelta(seconds=1), user=ada.user)
    assert {one["id"]: one["hasEnded"] for one in ada.sessions()}[other.pk] is False


def test_a_time_that_we_cancel_keeps_the_hour_for_a_month() -> None:
    coach = make_coach()
    ada = Student()
    session = hour_that_ends_at(FRIDAY + timedelta(hours=2), user=ada.user)
    assert ada.book(session.pk, FRIDAY_AT_NINE)[0] == 200
    path = f"coach/sessions/{session.pk}/outcome"
    Caller(coach.user).done("POST", path, {"outcome": "pending", "reason": "I am ill."})
    assert ada.book(session.pk, MONDAY_AT_NINE)[0] == 200
    session.refresh_from_db()
    assert session.kept_until == NOW + timedelta(days=30)


def test_two_weeks_before_its_owner_hears_of_it_once() -> None:
    ada = make_user(email="ada@example.test", first_name="Ada")
    with time_machine.travel(NOW, tick=False) as clock:
        session = hour_that_ends_at(NOW + WARNED_BEFORE + timedelta(seconds=1), user=ada)
        hour_that_ends_at(NOW + WARNED_BEFORE, user=make_user(is_demo=True))
        booked = hour_that_ends_at(NOW + WARNED_BEFORE, user=make_user())
        CoachingSession.objects.filter(pk=booked.pk).update(status=CoachingStatus.COMPLETED)
        gone = hour_that_ends_at(NOW + WARNED_BEFORE, user=make_user())
        Enrollment.objects.filter(pk=gone.enrollment_id or 0).update(
            ended_at=NOW, ended_because="refunded"
        )
        assert warned() == []
        clock.shift(1)
        for _ in range(2):
            assert warned() == [
                ("ada@example.test", "Book your coaching session by Wed, Jun 17, 2026")
            ]
        clock.shift(WARNED_BEFORE)
        Message.objects.all().delete()
        assert warned() == []
    assert session.user == ada


def test_a_guest_is_led_to_their_purchase() -> None:
    hour_that_ends_at(
        NOW + timedelta(days=3),
        user=None,
        guest_email="gus@example.test",
        guest_full_name="Gus Guest",
    )
    assert [to for to, _ in warned()] == ["gus@example.test"]
    assert "/auth/find-purchase" in Message.objects.get().content


def test_a_student_cancels_their_time_and_the_coach_hears_of_it() -> None:
    coach = make_coach()
    ada = Student()
    session = hour_that_ends_at(FRIDAY + timedelta(days=90), user=ada.user)
    path = f"user/coaching-sessions/{session.pk}/cancel"
    assert ada.call("POST", path)[0] == 409
    assert ada.book(session.pk, FRIDAY_AT_NINE)[0] == 200
    Message.objects.all().delete()
    canceled = ada.done("POST", path)
    assert (canceled["status"], canceled["scheduledDate"]) == ("pending", None)
    assert post() == [
        (ada.user.email, "Your coaching session is canceled"),
        (coach.user.email, "A coaching session is canceled"),
    ]
    assert FRIDAY_AT_NINE in ada.slots(session.pk)
    # It counts as a move: else the limit of two would be none.
    for slot in (FRIDAY_AT_NINE, FRIDAY_AT_NINE):
        assert ada.book(session.pk, slot)[0] == 200
        status, _ = ada.call("POST", path)
    assert (status, ada.sessions()[0]["status"]) == (409, "scheduled")


def test_a_time_is_canceled_by_its_own_student_alone_and_a_day_before() -> None:
    make_coach(notice_hours=0)
    ada, eve = Student(), Student()
    session = hour_that_ends_at(FRIDAY + timedelta(days=90), user=ada.user)
    assert ada.book(session.pk, "2026-06-04T13:00:00Z")[0] == 200
    path = f"user/coaching-sessions/{session.pk}/cancel"
    assert eve.call("POST", path)[0] == 404
    with time_machine.travel(NOW + timedelta(hours=2), tick=False):
        assert ada.call("POST", path)[0] == 409
    assert ada.call("POST", path)[0] == 200
