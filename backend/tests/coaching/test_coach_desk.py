"""The coach's own desk: their sessions, hours and feed, and nobody else's."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar

from frontrow.accounts.models import Role, User
from frontrow.coaching.models import Coach, CoachingSession, CoachingStatus
from frontrow.coaching.slots import bookable_coaches
from frontrow.messaging.models import Message
from tests.coaching.calling import NOW, Caller
from tests.factories import (
    make_bootcamp,
    make_coach,
    make_coaching_session,
    make_user,
)

pytestmark = pytest.mark.django_db

SOON = NOW + timedelta(minutes=20)
NOT_FOUND = {"code": "not_found", "fields": {}}


@pytest.fixture(autouse=True)
def _clock() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


def booked(coach: Coach, at: datetime = SOON, **fields: Any) -> CoachingSession:
    student = make_user(first_name="Ada", last_name="Lovelace")
    return make_coaching_session(
        user=student,
        bootcamp=make_bootcamp(name="Advanced Bootcamp"),
        coach=coach,
        status=CoachingStatus.SCHEDULED,
        scheduled_at=at,
        ends_at=at + timedelta(hours=1),
        session_url=coach.meeting_url,
        **fields,
    )


@pytest.fixture
def coach() -> Coach:
    return make_coach()


@pytest.fixture
def desk(coach: Coach) -> Caller:
    return Caller(coach.user)


def test_the_day_is_listed_with_the_student_and_the_open_door(desk: Caller, coach: Coach) -> None:
    now, later = booked(coach), booked(coach, NOW + timedelta(days=1), notes="Bring the plan.")
    booked(make_coach())
    page = desk.done("GET", "coach/sessions")
    assert [row["id"] for row in page["rows"]] == [now.pk, later.pk]
    first, second = page["rows"]
    assert (first["studentName"], first["bootcampName"]) == ("Ada Lovelace", "Advanced Bootcamp")
    assert (first["join"]["state"], first["sessionUrl"]) == ("open", coach.meeting_url)
    assert (second["join"]["state"], second["sessionUrl"]) == ("waiting", None)
    assert second["notes"] == "Bring the plan."
    # Nothing of the purchase comes along.
    assert not {name for name in first if "purchase" in name.lower() or "amount" in name.lower()}


def test_another_coachs_session_hours_and_notes_are_not_found(desk: Caller) -> None:
    other = make_coach()
    theirs = booked(other, NOW - timedelta(hours=2), notes="Private")
    exception = other.exceptions.create(starts_at=SOON, ends_at=SOON + timedelta(days=1))
    for method, path, body in (
        ("PATCH", f"coach/sessions/{theirs.pk}/notes", {"notes": "Mine now"}),
        ("POST", f"coach/sessions/{theirs.pk}/outcome", {"outcome": "completed"}),
        ("POST", f"coach/sessions/{theirs.pk}/outcome", {"outcome": "pending"}),
        ("DELETE", f"coach/exceptions/{exception.pk}", None),
    ):
        status, answer = desk.call(method, path, body)
        assert (status, answer["code"]) == (404, "not_found")
    theirs.refresh_from_db()
    assert (theirs.notes, theirs.status) == ("Private", CoachingStatus.SCHEDULED)
    assert other.exceptions.count() == 1
    assert not Message.objects.exists()
    # The same calls about one's own work: what was refused was whose it is.
    mine = booked(Coach.objects.get(user=desk.user), NOW - timedelta(hours=2))
    assert desk.done("PATCH", f"coach/sessions/{mine.pk}/notes", {"notes": "Good"})["notes"]
    desk.done("POST", f"coach/sessions/{mine.pk}/outcome", {"outcome": "completed"})


def test_hours_and_overrides_are_ones_own(desk: Caller, coach: Coach) -> None:
    other = make_coach()
    hours = [{"weekday": 2, "opens": "08:00", "closes": "11:00"}]
    assert desk.done("PUT", "coach/hours", {"hours": hours})["weeklyHours"] == hours
    off = {"startsAt": "2026-06-10T00:00:00Z", "endsAt": "2026-06-11T00:00:00Z"}
    [exception] = desk.done("POST", "coach/exceptions", off)["exceptions"]
    assert other.weekly_hours.count() == 5
    assert other.exceptions.count() == 0
    assert desk.done("DELETE", f"coach/exceptions/{exception['id']}")["exceptions"] == []


def test_a_new_coach_sets_up_the_calendar_and_can_then_be_booked() -> None:
    user = make_user(role=Role.COACH)
    desk = Caller(user)
    empty = {"calendar": None, "feedUrl": None, "isBookable": False}
    assert desk.done("GET", "coach/desk") == empty
    wanted = {"meetingUrl": "https://meet.example.test/mine", "bufferMinutes": 30}
    assert desk.done("PUT", "coach/calendar", wanted)["bufferMinutes"] == 30
    assert desk.done("GET", "coach/desk")["isBookable"] is True
    desk.done("PUT", "coach/calendar", wanted | {"bufferMinutes": 10})
    assert Coach.objects.get(user=user).buffer_minutes == 10
    # Whether they take bookings is the desk's to say.
    assert desk.call("PUT", "coach/calendar", wanted | {"isActive": True})[0] == 422


def test_whoever_loses_the_role_loses_desk_feed_and_bookings_at_once(
    desk: Caller, coach: Coach
) -> None:
    feed = desk.done("GET", "coach/desk")["feedUrl"]
    assert bookable_coaches().filter(pk=coach.pk).exists()
    assert Client().get(feed).status_code == 200
    User.objects.filter(pk=coach.user_id).update(role=Role.STUDENT)
    assert desk.call("GET", "coach/sessions")[0] == 403
    assert not bookable_coaches().filter(pk=coach.pk).exists()
    assert Client().get(feed).status_code == 404
    User.objects.filter(pk=coach.user_id).update(role=Role.COACH)
    assert Client().get(feed).status_code == 200


def test_the_feed_tells_name_and_time_and_nothing_else_of_a_student(
    desk: Caller, coach: Coach
) -> None:
    session = booked(coach, notes="Secret notes")
    booked(make_coach())
    answer = Client().get(desk.done("GET", "coach/desk")["feedUrl"])
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    event: Any
    [event] = Calendar.from_ical(answer.content).walk("VEVENT")
    assert str(event["SUMMARY"]) == "Coaching with Ada Lovelace"
    assert event["DTSTART"].dt == SOON.astimezone(UTC)
    assert event["DTEND"].dt - event["DTSTART"].dt == timedelta(hours=1)
    assert str(event["UID"]).startswith(f"coaching-session-{session.pk}@")
    assert session.user is not None
    text = answer.content.decode()
    assert session.user.email not in text
    assert "Secret notes" not in text


def test_a_renewed_feed_leaves_the_old_address_to_nobody(desk: Caller) -> None:
    old = desk.done("GET", "coach/desk")["feedUrl"]
    new = desk.done("POST", "coach/feed")["feedUrl"]
    assert new != old
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    assert Client().get(new.replace("/coaching.ics", "x/coaching.ics")).status_code == 404


def test_canceling_tells_the_student_why_and_keeps_their_session(
    desk: Caller, coach: Coach
) -> None:
    session = booked(coach, NOW + timedelta(days=2))
    body = {"outcome": "pending", "reason": "I'm ill."}
    assert desk.done("POST", f"coach/sessions/{session.pk}/outcome", body)["status"] == "pending"
    assert session.user is not None
    to_student = Message.objects.get(recipient=session.user.email)
    assert "Why: I'm ill." in to_student.content
    assert "/coach" in Message.objects.get(recipient=coach.user.email).content
