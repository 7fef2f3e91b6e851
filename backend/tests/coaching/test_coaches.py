"""An admin sets who coaches, their week, the days that differ, buffers, notice and the link."""

from datetime import datetime
from typing import Any

import pytest

from frontrow.accounts.models import UserStatus
from frontrow.coaching.models import AvailabilityException, Coach, CoachingSession
from frontrow.messaging.models import Message
from tests.coaching.calling import FRIDAY_AT_NINE, CoachingDesk, Student, calendar_lines, post
from tests.coaching.calling import refusal as refused
from tests.factories import (
    AvailabilityExceptionFactory,
    make_coach,
    make_coaching_session,
    make_user,
)

pytestmark = pytest.mark.django_db

COACHES = "admin/coaching/coaches"
LINK = "https://meet.example.test/cora"


def wanted(**fields: Any) -> dict[str, Any]:
    return {
        "email": "Cora@example.test",
        "timezone": "Europe/London",
        "meetingUrl": LINK,
        "bufferMinutes": 10,
        "noticeHours": 48,
        **fields,
    }


def test_a_new_coach_is_somebody_with_an_account_and_has_no_hours_yet(desk: CoachingDesk) -> None:
    user = make_user(email="cora@example.test", first_name="Cora", last_name="Coachman")
    answer = desk.done("POST", COACHES, wanted())
    coach = Coach.objects.get()
    assert answer == {
        "id": coach.pk,
        "name": "Cora Coachman",
        "email": "cora@example.test",
        "timezone": "Europe/London",
        "meetingUrl": LINK,
        "bufferMinutes": 10,
        "noticeHours": 48,
        "isActive": True,
        "weeklyHours": [],
        "exceptions": [],
        "upcomingSessions": 0,
    }
    assert desk.done("GET", COACHES) == [answer]
    assert desk.audited() == [
        ("added coach", "coach", str(coach.pk), {"user_id": user.pk}),
        ("granted role", "user", str(user.pk), {"was": "STUDENT", "role": "COACH"}),
    ]


@pytest.mark.parametrize("who", ["nobody", "inactive", "demo"])
def test_only_an_active_user_can_become_a_coach(desk: CoachingDesk, who: str) -> None:
    if who == "inactive":
        make_user(email="cora@example.test", status=UserStatus.INACTIVE)
    if who == "demo":
        make_user(email="cora@example.test", is_demo=True)
    told = "No active user has this address"
    assert desk.call("POST", COACHES, wanted()) == refused(422, told, email=told)
    assert not Coach.objects.exists()
    assert desk.audited() == []


def test_one_person_is_one_coach(desk: CoachingDesk) -> None:
    make_coach(user=make_user(email="cora@example.test"))
    told = "This person is a coach already"
    assert desk.call("POST", COACHES, wanted()) == refused(409, told, email=told)
    assert Coach.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("meetingUrl", "http://meet.example.test", "Use an address that starts with https://"),
        ("meetingUrl", "javascript:alert(1)", "Use an address that starts with https://"),
        ("meetingUrl", "", "String must contain at least 1 character(s)"),
        ("timezone", "Mars/Olympus", "Please provide a valid timezone"),
        ("isActive", False, "This field isn't accepted."),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(
    desk: CoachingDesk, field: str, value: Any, told: str
) -> None:
    make_user(email="cora@example.test")
    status, answer = desk.call("POST", COACHES, wanted(**{field: value}))
    assert (status, answer["fields"]) == (422, {field: told})
    assert not Coach.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("bufferMinutes", 241), ("bufferMinutes", -1), ("noticeHours", 673), ("noticeHours", 1.5)],
)
def test_breaks_and_notice_have_bounds(desk: CoachingDesk, field: str, value: Any) -> None:
    make_user(email="cora@example.test")
    status, answer = desk.call("POST", COACHES, wanted(**{field: value}))
    assert (status, list(answer["fields"])) == (422, [field])


def test_only_what_is_sent_changes(desk: CoachingDesk) -> None:
    coach = make_coach()
    answer = desk.done("PATCH", f"{COACHES}/{coach.pk}", {"bufferMinutes": 30, "isActive": False})
    assert (answer["bufferMinutes"], answer["isActive"], answer["noticeHours"]) == (30, False, 24)
    # Nothing new is nothing to write down.
    desk.done("PATCH", f"{COACHES}/{coach.pk}", {"bufferMinutes": 30})
    assert desk.audited() == [
        ("changed coach", "coach", str(coach.pk), {"changed": ["buffer_minutes", "is_active"]})
    ]


def test_a_new_link_reaches_the_hours_already_booked_and_both_people(desk: CoachingDesk) -> None:
    coach = make_coach(user=make_user(email="cora@example.test"))
    student = Student(email="stu@example.test")
    session = make_coaching_session(user=student.user)
    assert student.book(session.pk, FRIDAY_AT_NINE)[0] == 200
    desk.done("PATCH", f"{COACHES}/{coach.pk}", {"meetingUrl": LINK})
    session.refresh_from_db()
    assert session.session_url == LINK
    assert post()[2:] == [
        ("stu@example.test", "Your coaching session has a new link"),
        ("cora@example.test", "A coaching session has a new link"),
    ]
    to_student, to_coach = Message.objects.order_by("pk")[2:]
    lines = calendar_lines(to_coach)
    assert (lines["SEQUENCE"], lines["URL"]) == ("2", LINK)
    assert LINK not in to_student.content + str(to_student.attachments)


def test_a_buffer_made_longer_is_kept_at_once_around_what_is_booked(desk: CoachingDesk) -> None:
    coach = make_coach()
    student, other = Student(), Student()
    session = make_coaching_session(user=student.user)
    assert student.book(session.pk, "2026-06-05T15:00:00Z")[0] == 200
    waiting = make_coaching_session(user=other.user)
    assert "2026-06-05T16:30:00Z" in other.slots(waiting.pk)
    desk.done("PATCH", f"{COACHES}/{coach.pk}", {"bufferMinutes": 45})
    friday = [slot[11:16] for slot in other.slots(waiting.pk) if slot.startswith("2026-06-05")]
    assert friday[:2] == ["13:00", "17:00"]


def opening(weekday: int, opens: str, closes: str) -> dict[str, Any]:
    return {"weekday": weekday, "opens": opens, "closes": closes}


def test_the_week_is_replaced_as_a_whole_and_comes_back_in_order(desk: CoachingDesk) -> None:
    coach = make_coach()
    week = [
        opening(2, "14:00", "17:30"),
        opening(0, "09:00", "10:00"),
        opening(2, "09:00", "12:00"),
    ]
    answer = desk.done("PUT", f"{COACHES}/{coach.pk}/hours", {"hours": week})
    assert answer["weeklyHours"] == [week[1], week[2], week[0]]
    assert desk.audited() == [("set coach's hours", "coach", str(coach.pk), {"openings": 3})]
    student = Student()
    slots = student.slots(make_coaching_session(user=student.user).pk)
    assert slots[0] == "2026-06-08T13:00:00Z"
    assert desk.done("PUT", f"{COACHES}/{coach.pk}/hours", {"hours": []})["weeklyHours"] == []


@pytest.mark.parametrize(
    ("week", "told"),
    [
        ([opening(0, "09:00", "09:59")], "An opening on Monday is shorter than an hour"),
        ([opening(4, "17:00", "09:00")], "An opening on Friday is shorter than an hour"),
        (
            [opening(1, "09:00", "12:00"), opening(1, "11:59", "14:00")],
            "Two openings on Tuesday overlap",
        ),
    ],
)
def test_hours_that_cannot_be_leave_the_week_as_it_was(
    desk: CoachingDesk, week: list[dict[str, Any]], told: str
) -> None:
    coach = make_coach()
    assert desk.call("PUT", f"{COACHES}/{coach.pk}/hours", {"hours": week}) == refused(
        422, told, hours=told
    )
    assert coach.weekly_hours.count() == 5


@pytest.mark.parametrize("clock", ["9:00", "24:00", "09:60", "09:00:00", "09:00Z", 9])
def test_a_time_is_written_as_a_clock_shows_it(desk: CoachingDesk, clock: Any) -> None:
    coach = make_coach()
    week = [{"weekday": 0, "opens": clock, "closes": "17:00"}]
    status, answer = desk.call("PUT", f"{COACHES}/{coach.pk}/hours", {"hours": week})
    assert (status, list(answer["fields"].values())) == (
        422,
        ["Please provide a time such as 09:30"],
    )


def exception(**fields: Any) -> dict[str, Any]:
    return {
        "startsAt": "2026-06-05T04:00:00Z",
        "endsAt": "2026-06-06T04:00:00Z",
        "isAvailable": False,
        "note": "Day off",
        **fields,
    }


def test_a_day_off_says_what_is_booked_in_it_and_can_be_taken_back(desk: CoachingDesk) -> None:
    coach = make_coach()
    student = Student()
    session = make_coaching_session(user=student.user)
    assert student.book(session.pk, FRIDAY_AT_NINE)[0] == 200
    answer = desk.done("POST", f"{COACHES}/{coach.pk}/exceptions", exception())
    stored = AvailabilityException.objects.get()
    assert answer["exceptions"] == [{"id": stored.pk, **exception(), "bookedInside": 1}]
    assert answer["upcomingSessions"] == 1
    # Being off moves nobody: that is for the admin to do.
    assert CoachingSession.objects.get().status == "scheduled"
    answer = desk.done("DELETE", f"admin/coaching/exceptions/{stored.pk}")
    assert answer["exceptions"] == []
    assert [entry[0] for entry in desk.audited()] == [
        "added coach's exception",
        "removed coach's exception",
    ]
    assert desk.call("DELETE", f"admin/coaching/exceptions/{stored.pk}") == refused(
        404, "Not found. It may have been removed already."
    )


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"endsAt": "2026-06-05T04:00:00Z"}, "The end must come after the start"),
        (
            {"startsAt": "2026-06-01T04:00:00Z", "endsAt": "2026-06-03T12:00:00Z"},
            "This is already over",
        ),
        ({"endsAt": "2027-06-07T04:00:00Z"}, "This is longer than a year"),
        (
            {"endsAt": "2026-06-05T04:59:00Z", "isAvailable": True},
            "An opening needs room for an hour",
        ),
    ],
)
def test_an_exception_that_makes_no_sense_is_refused(
    desk: CoachingDesk, fields: dict[str, Any], told: str
) -> None:
    coach = make_coach()
    call = desk.call("POST", f"{COACHES}/{coach.pk}/exceptions", exception(**fields))
    assert call == refused(422, told, endsAt=told)
    assert not AvailabilityException.objects.exists()


def test_what_is_over_is_not_listed(desk: CoachingDesk) -> None:
    coach = make_coach()
    AvailabilityExceptionFactory.create(
        coach=coach,
        starts_at=datetime.fromisoformat("2026-06-01T04:00:00Z"),
        ends_at=datetime.fromisoformat("2026-06-02T04:00:00Z"),
    )
    [answer] = desk.done("GET", COACHES)
    assert answer["exceptions"] == []


def test_those_who_can_be_booked_come_first(desk: CoachingDesk) -> None:
    make_coach(user=make_user(first_name="Abe", last_name=""), is_active=False)
    make_coach(user=make_user(first_name="Zoe", last_name=""))
    make_coach(user=make_user(first_name="Bea", last_name=""))
    assert [coach["name"] for coach in desk.done("GET", COACHES)] == ["Bea", "Zoe", "Abe"]
