"""A student gives the private hour its time, and another one within the limits."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine

from frontrow.accounts.models import Role, UserStatus
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.messaging.models import Message
from tests.coaching.calling import (
    FRIDAY_AT_ELEVEN,
    FRIDAY_AT_NINE,
    MONDAY_AT_NINE,
    Student,
    calendar_lines,
    post,
    refusal,
)
from tests.factories import (
    AvailabilityExceptionFactory,
    make_bootcamp,
    make_coach,
    make_coaching_session,
    make_user,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("moment")]

TAKEN = "That time has just been taken. Please pick another."
CLOSED = "That time can no longer be booked. Please pick another."
LINK = "https://meet.example.test/coach"
PORTAL = "http://testserver/portal"


def a_coach(**fields: Any) -> Any:
    user = make_user(first_name="Cora", last_name="Coachman", email="cora@example.test")
    return make_coach(**{"user": user, **fields})


def waiting(student: Student, **fields: Any) -> CoachingSession:
    bootcamp = make_bootcamp(name="Advanced Bootcamp", includes_coaching=True)
    return make_coaching_session(user=student.user, bootcamp=bootcamp, **fields)


def booked(student: Student, starts_at: str = FRIDAY_AT_NINE) -> CoachingSession:
    session = waiting(student)
    status, answer = student.book(session.pk, starts_at)
    assert status == 200, answer
    session.refresh_from_db()
    return session


def stored(session: CoachingSession) -> dict[str, Any]:
    return dict(CoachingSession.objects.values().get(pk=session.pk))


def test_a_waiting_session_has_neither_time_nor_link_nor_coach() -> None:
    student = Student()
    session = waiting(student, notes="Shy. Be kind.")
    assert student.sessions() == [
        {
            "id": session.pk,
            "status": "pending",
            "bootcamp": {
                "id": session.bootcamp_id,
                "name": "Advanced Bootcamp",
                "timezone": "America/New_York",
            },
            "coachName": None,
            "scheduledDate": None,
            "endDate": None,
            "bookBy": "2026-12-30T15:00:00Z",
            "hasEnded": False,
            "join": None,
            "sessionUrl": None,
            "reschedulesLeft": 2,
            "canReschedule": False,
            "rescheduleRefusal": None,
        }
    ]


def test_the_slots_are_the_coachs_free_hours_from_the_end_of_the_notice_on() -> None:
    student = Student()
    a_coach()
    session = waiting(student)
    answer = student.done("GET", f"user/coaching-sessions/{session.pk}/slots")
    assert (answer["lengthMinutes"], answer["timezone"]) == (60, "America/New_York")
    # A day's notice: on Thursday from nine to the last hour that ends at five.
    assert answer["slots"][0] == "2026-06-04T13:00:00Z"
    assert answer["slots"][14:16] == ["2026-06-04T20:00:00Z", FRIDAY_AT_NINE]
    # Six weeks, 15 half hours on each of 30 working days but for this first one's and last one's.
    assert len(answer["slots"]) == 15 * 29
    assert answer["slots"][-1] == "2026-07-14T20:00:00Z"


def test_booking_gives_time_coach_and_link_and_tells_both_with_a_calendar_file() -> None:
    student = Student(email="stu@example.test", first_name="Stu", last_name="Dent")
    coach = a_coach()
    session = waiting(student)
    status, answer = student.book(session.pk, FRIDAY_AT_NINE)
    assert (status, answer) == (200, student.sessions()[0])
    assert (answer["status"], answer["coachName"]) == ("scheduled", "Cora Coachman")
    assert (answer["scheduledDate"], answer["endDate"]) == (FRIDAY_AT_NINE, "2026-06-05T14:00:00Z")
    assert (answer["reschedulesLeft"], answer["canReschedule"]) == (2, True)
    session.refresh_from_db()
    assert session.busy_until == datetime.fromisoformat("2026-06-05T14:15:00Z")
    assert post() == [
        ("stu@example.test", "Your coaching session is booked"),
        ("cora@example.test", "A coaching session is booked"),
    ]
    to_student, to_coach = Message.objects.order_by("pk")
    assert (
        "Fri, Jun 5 at 9:00 AM \N{EN DASH} 10:00 AM EDT\n  With Cora Coachman" in to_student.content
    )
    # The room is the coach's, one for all students: theirs is the door, which a refund closes.
    assert f"Join from your portal: {PORTAL}" in to_student.content
    assert LINK not in to_student.content + to_student.html + str(to_student.attachments)
    assert f"Join the session: {LINK}" in to_coach.content
    assert "With Stu Dent" in to_coach.content
    assert (to_student.category, to_student.user_id) == ("COACHING", student.user.pk)
    assert to_coach.user_id == coach.user_id
    shared = {
        "METHOD": "PUBLISH",
        "UID": f"coaching-session-{session.pk}@testserver",
        "SEQUENCE": "1",
        "DTSTART": "20260605T130000Z",
        "DTEND": "20260605T140000Z",
        "STATUS": "CONFIRMED",
        "TRIGGER": "-PT15M",
    }
    for message, summary, door in (
        (to_student, "Cora Coachman", PORTAL),
        (to_coach, "Stu Dent", LINK),
    ):
        lines = calendar_lines(message)
        assert {name: lines[name] for name in shared} == shared
        assert (lines["LOCATION"], lines["URL"]) == (door, door)
        assert lines["SUMMARY"] == f"Coaching with {summary}"


def test_each_reads_the_time_on_their_own_clock_too() -> None:
    student = Student(timezone="Australia/Sydney")
    a_coach(timezone="Europe/London")
    booked(student, "2026-06-05T13:00:00Z")
    to_student, to_coach = Message.objects.order_by("pk")
    assert (
        "  Fri, Jun 5 at 9:00 AM \N{EN DASH} 10:00 AM EDT\n"
        "  11:00 PM \N{EN DASH} 12:00 AM +1 day your time (Australia/Sydney)\n"
    ) in to_student.content
    assert "Fri, Jun 5 at 2:00 PM \N{EN DASH} 3:00 PM BST\n  With" in to_coach.content


@pytest.mark.parametrize(
    ("before", "told", "kept", "named"),
    [
        (("", ""), "America/Los_Angeles", "America/Los_Angeles", "America/Los Angeles"),
        (("Asia/Kolkata", "automatic"), "Europe/London", "Europe/London", "Europe/London"),
        (("Asia/Kolkata", "chosen"), "Europe/London", "Asia/Kolkata", "Asia/Kolkata"),
        (("", "bootcamp"), "Europe/London", "", None),
        (("", ""), "Moon/Tycho", "", None),
    ],
)
def test_the_zone_told_at_the_booking_is_kept_unless_the_student_has_chosen(
    before: tuple[str, str], told: str, kept: str, named: str | None
) -> None:
    timezone, choice = before
    student = Student(timezone=timezone, timezone_choice=choice)
    a_coach()
    status, _ = student.book(waiting(student).pk, FRIDAY_AT_NINE, timezone=told)
    assert status == 200
    student.user.refresh_from_db()
    assert student.user.timezone == kept
    to_student, _ = Message.objects.order_by("pk")
    assert re.findall(r"your time \((.+)\)", to_student.content) == ([named] if named else [])


@pytest.mark.parametrize("role", [Role.ADMIN, Role.COACH])
def test_every_coach_is_shown_the_way_to_their_own_desk(role: Role) -> None:
    coach = make_coach(user=make_user(role=role))
    booked(Student())
    email = Message.objects.get(recipient=coach.user.email)
    assert "/admin" not in email.content
    assert "http://testserver/coach\n" in email.content


def test_the_hour_and_the_buffer_around_it_are_gone_for_everybody_else() -> None:
    a_coach()
    booked(Student(), FRIDAY_AT_ELEVEN)
    other = Student()
    session = waiting(other)
    friday = [slot[11:16] for slot in other.slots(session.pk) if slot.startswith("2026-06-05")]
    # Eleven to a quarter past twelve is taken; an hour before it must leave a quarter too.
    assert friday[:4] == ["13:00", "13:30", "16:30", "17:00"]
    before = stored(session)
    assert other.book(session.pk, FRIDAY_AT_ELEVEN) == refusal(409, TAKEN)
    assert other.book(session.pk, "2026-06-05T14:00:00Z") == refusal(409, TAKEN)
    assert stored(session) == before
    assert len(post()) == 2


@pytest.mark.parametrize(
    ("starts_at", "why"),
    [
        ("2026-06-04T11:30:00Z", "under notice"),
        ("2026-06-05T12:30:00Z", "before the coach is there"),
        ("2026-06-05T20:30:00Z", "past the coach's day"),
        ("2026-06-05T13:10:00Z", "not on the half hour"),
        ("2026-06-06T13:00:00Z", "a Saturday"),
        ("2026-07-16T13:00:00Z", "more than six weeks ahead"),
        ("2026-06-02T13:00:00Z", "yesterday"),
    ],
)
def test_a_time_that_was_never_offered_is_refused(starts_at: str, why: str) -> None:
    student = Student()
    a_coach()
    session = waiting(student)
    assert student.book(session.pk, starts_at) == refusal(409, CLOSED), why
    session.refresh_from_db()
    assert (session.status, session.scheduled_at) == ("pending", None)
    assert post() == []


def test_a_day_off_closes_and_an_extra_opening_opens() -> None:
    coach = a_coach()
    friday = datetime.fromisoformat("2026-06-05T04:00:00Z")
    AvailabilityExceptionFactory.create(coach=coach, starts_at=friday)
    evening = datetime.fromisoformat("2026-06-06T22:00:00Z")
    AvailabilityExceptionFactory.create(
        coach=coach, starts_at=evening, ends_at=evening + timedelta(hours=1), is_available=True
    )
    student = Student()
    slots = student.slots(waiting(student).pk)
    assert [slot for slot in slots if "2026-06-05" <= slot < "2026-06-08"] == [
        "2026-06-06T22:00:00Z"
    ]


def test_the_coach_with_the_fewest_hours_ahead_is_booked_and_times_are_offered_together() -> None:
    busy, idle = a_coach(), make_coach(timezone="Europe/London")
    make_coaching_session(
        coach=busy,
        status=CoachingStatus.SCHEDULED,
        scheduled_at=datetime.fromisoformat("2026-06-10T13:00:00Z"),
        ends_at=datetime.fromisoformat("2026-06-10T14:00:00Z"),
    )
    first, second, third = Student(), Student(), Student()
    # Nine in London, long before New York gets up.
    assert "2026-06-05T08:00:00Z" in first.slots(waiting(first).pk)
    assert booked(second).coach_id == idle.pk
    assert booked(third).coach_id == busy.pk
    fourth = Student()
    session = waiting(fourth)
    assert FRIDAY_AT_NINE not in fourth.slots(session.pk)
    assert fourth.book(session.pk, FRIDAY_AT_NINE) == refusal(409, TAKEN)


@pytest.mark.parametrize("how", ["switched off", "deactivated", "without a link"])
def test_a_coach_who_cannot_be_met_is_not_offered(how: str) -> None:
    coach = a_coach()
    if how == "switched off":
        coach.is_active = False
    elif how == "without a link":
        coach.meeting_url = ""
    else:
        coach.user.status = UserStatus.INACTIVE
        coach.user.save()
    coach.save()
    student = Student()
    session = waiting(student)
    assert student.slots(session.pk) == []
    assert student.book(session.pk, FRIDAY_AT_NINE) == refusal(409, CLOSED)


def test_a_student_cannot_be_in_two_sessions_at_once() -> None:
    student = Student()
    a_coach()
    make_coach()
    booked(student)
    second = waiting(student)
    slots = student.slots(second.pk)
    assert FRIDAY_AT_NINE not in slots
    # The other coach is free, and right after it so is the student.
    assert "2026-06-05T14:00:00Z" in slots
    assert student.book(second.pk, FRIDAY_AT_NINE) == refusal(409, TAKEN)


def test_moving_keeps_the_coach_counts_and_moves_the_entry_in_both_calendars() -> None:
    student = Student(email="stu@example.test")
    coach = a_coach()
    session = booked(student)
    make_coach()
    status, answer = student.move(session.pk, MONDAY_AT_NINE)
    assert (status, answer["scheduledDate"], answer["reschedulesLeft"]) == (200, MONDAY_AT_NINE, 1)
    session.refresh_from_db()
    assert (session.coach_id, session.reschedules) == (coach.pk, 1)
    assert post()[2:] == [
        ("stu@example.test", "Your coaching session has a new time"),
        ("cora@example.test", "A coaching session has moved"),
    ]
    for message in Message.objects.order_by("pk")[2:]:
        lines = calendar_lines(message)
        assert (lines["METHOD"], lines["SEQUENCE"]) == ("PUBLISH", "2")
        assert lines["UID"] == f"coaching-session-{session.pk}@testserver"
        assert lines["DTSTART"] == "20260608T130000Z"
    # The old time is free again.
    other = Student()
    assert FRIDAY_AT_NINE in other.slots(waiting(other).pk)


def test_a_session_may_move_within_the_hour_it_has() -> None:
    student = Student()
    a_coach()
    session = booked(student)
    assert "2026-06-05T13:30:00Z" in student.slots(session.pk)
    assert student.move(session.pk, "2026-06-05T13:30:00Z")[0] == 200
    assert student.move(session.pk, "2026-06-05T13:30:00Z") == refusal(
        409, "You already have that time."
    )


def test_when_the_coach_has_left_another_takes_over_and_the_first_hears_of_it() -> None:
    student = Student(email="stu@example.test")
    former = a_coach()
    session = booked(student)
    new = make_coach(user=make_user(email="nell@example.test"))
    former.is_active = False
    former.save()
    assert student.move(session.pk, MONDAY_AT_NINE)[0] == 200
    session.refresh_from_db()
    assert session.coach_id == new.pk
    assert post()[2:] == [
        ("stu@example.test", "Your coaching session has a new time"),
        ("nell@example.test", "A coaching session has moved"),
        ("cora@example.test", "A coaching session is canceled"),
    ]
    told = calendar_lines(Message.objects.order_by("pk")[4])
    assert (told["METHOD"], told["DTSTART"]) == ("CANCEL", "20260605T130000Z")


def test_the_third_move_is_refused() -> None:
    student = Student()
    a_coach()
    session = booked(student)
    for starts_at in (MONDAY_AT_NINE, FRIDAY_AT_ELEVEN):
        assert student.move(session.pk, starts_at)[0] == 200
    before, emails = stored(session), len(post())
    told = "You've already moved this session twice. If you can't make it, contact us."
    assert student.move(session.pk, MONDAY_AT_NINE) == refusal(409, told)
    [shown] = student.sessions()
    assert (shown["reschedulesLeft"], shown["canReschedule"]) == (0, False)
    assert shown["rescheduleRefusal"] == told
    assert (stored(session), len(post())) == (before, emails)


@pytest.mark.parametrize(
    ("hours_before", "told"),
    [
        (24, None),
        (23.99, "A session can be moved until 24 hours before it starts."),
        (0, "This session has already started."),
        (-5, "This session has already started."),
    ],
)
def test_a_session_can_be_moved_until_a_day_before(
    hours_before: float, told: str | None, moment: time_machine.Traveller
) -> None:
    student = Student()
    a_coach()
    session = booked(student)
    assert session.scheduled_at is not None
    moment.move_to(session.scheduled_at - timedelta(hours=hours_before))
    [shown] = student.sessions()
    assert (shown["canReschedule"], shown["rescheduleRefusal"]) == (told is None, told)
    before = stored(session)
    if told is None:
        assert student.move(session.pk, MONDAY_AT_NINE)[0] == 200
    else:
        assert student.move(session.pk, MONDAY_AT_NINE) == refusal(409, told)
        path = f"user/coaching-sessions/{session.pk}/slots"
        assert student.call("GET", path) == refusal(409, told)
        assert stored(session) == before


def test_what_is_booked_is_not_booked_again_and_what_waits_cannot_move() -> None:
    student = Student()
    a_coach()
    session = booked(student)
    assert student.book(session.pk, MONDAY_AT_NINE) == refusal(
        409, "This session already has a time. Reschedule it instead."
    )
    other = waiting(student)
    assert student.move(other.pk, MONDAY_AT_NINE) == refusal(
        409, "This session has no time yet. Schedule it first."
    )


@pytest.mark.parametrize(
    ("at", "state", "link"),
    [
        ("2026-06-05T12:29:59Z", "waiting", None),
        ("2026-06-05T12:30:00Z", "open", LINK),
        ("2026-06-05T13:59:59Z", "open", LINK),
        ("2026-06-05T14:00:00Z", "ended", None),
    ],
)
def test_the_room_is_told_from_half_an_hour_before_until_the_end(
    moment: time_machine.Traveller, at: str, state: str, link: str | None
) -> None:
    student = Student()
    a_coach()
    session = booked(student)
    moment.move_to(datetime.fromisoformat(at))
    [shown] = student.sessions()
    assert shown["join"] == {
        "state": state,
        "opensAt": "2026-06-05T12:30:00Z",
        "closesAt": "2026-06-05T14:00:00Z",
        "asOf": at,
    }
    assert shown["sessionUrl"] == link
    # Taken back while its door is open: the room is no longer theirs.
    CoachingSession.objects.filter(pk=session.pk).update(status="canceled")
    assert student.sessions()[0]["sessionUrl"] is None


@pytest.mark.parametrize(
    ("status", "told"),
    [
        ("completed", "This session is over."),
        ("no_show", "This session is over."),
        ("canceled", "This session has been canceled."),
    ],
)
def test_what_is_over_stays_as_it_is(status: str, told: str) -> None:
    student = Student()
    a_coach()
    session = booked(student)
    CoachingSession.objects.filter(pk=session.pk).update(status=status)
    before = stored(session)
    for call in (student.book, student.move):
        assert call(session.pk, MONDAY_AT_NINE) == refusal(409, told)
    [shown] = student.sessions()
    assert (shown["status"], shown["sessionUrl"], shown["canReschedule"]) == (status, None, False)
    assert stored(session) == before


def test_nobody_elses_session_can_be_seen_or_booked() -> None:
    owner, stranger = Student(), Student()
    a_coach()
    session = booked(owner)
    path = f"user/coaching-sessions/{session.pk}"
    missing = refusal(404, "Coaching session not found")
    assert stranger.sessions() == []
    assert stranger.call("GET", f"{path}/slots") == missing
    assert stranger.call("GET", f"{path}/calendar.ics") == missing
    assert stranger.book(session.pk, MONDAY_AT_NINE) == missing
    assert stranger.move(session.pk, MONDAY_AT_NINE) == missing


def test_the_calendar_file_can_be_fetched_while_the_session_is_booked() -> None:
    student = Student()
    a_coach()
    session = booked(student)
    response = student.client.get(f"/api/user/coaching-sessions/{session.pk}/calendar.ics")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="coaching.ics"'
    assert "SUMMARY:Coaching with Cora Coachman" in response.content.decode()
    other = waiting(student)
    assert student.call("GET", f"user/coaching-sessions/{other.pk}/calendar.ics") == refusal(
        404, "This session has no time yet."
    )


def test_the_list_begins_with_what_is_booked() -> None:
    student = Student()
    a_coach()
    over = booked(student, "2026-06-09T13:00:00Z")
    CoachingSession.objects.filter(pk=over.pk).update(status="completed")
    pending, later, sooner = waiting(student), booked(student, MONDAY_AT_NINE), booked(student)
    waiting(student, status="canceled")
    assert [each["id"] for each in student.sessions()] == [
        sooner.pk,
        later.pk,
        pending.pk,
        over.pk,
    ]


def test_a_demo_student_may_book_and_no_mail_goes_out() -> None:
    student = Student(is_demo=True)
    a_coach()
    assert booked(student).status == "scheduled"
    assert post() == []


def test_an_unknown_time_is_refused_in_words() -> None:
    student = Student()
    session = waiting(student)
    status, answer = student.book(session.pk, "tomorrow")
    assert (status, answer["fields"]) == (422, {"startsAt": "Please provide a valid date and time"})
