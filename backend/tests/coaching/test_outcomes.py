"""The coach's list: what is ahead, notes, completed, missed, reopened, called off, canceled."""

from datetime import datetime
from typing import Any

import pytest
import time_machine

from frontrow.coaching.models import CoachingSession
from frontrow.coaching.sessions import cancel_sessions
from frontrow.messaging.models import Message
from tests.coaching.calling import (
    FRIDAY_AT_ELEVEN,
    FRIDAY_AT_NINE,
    MONDAY_AT_NINE,
    Caller,
    CoachingDesk,
    Student,
    calendar_lines,
    post,
    refusal,
)
from tests.factories import (
    make_bootcamp,
    make_coach,
    make_coaching_session,
    make_purchase,
    make_user,
)

pytestmark = pytest.mark.django_db

SESSIONS = "admin/coaching/sessions"
AFTER_FRIDAY = datetime.fromisoformat("2026-06-06T00:00:00Z")


def booked(starts_at: str = FRIDAY_AT_NINE, **fields: Any) -> CoachingSession:
    student = Student(**fields)
    bootcamp = make_bootcamp(name="Advanced Bootcamp", includes_coaching=True)
    purchase = make_purchase(bootcamp=bootcamp, user=student.user)
    session = make_coaching_session(user=student.user, bootcamp=bootcamp, purchase_id=purchase.pk)
    status, answer = student.book(session.pk, starts_at)
    assert status == 200, answer
    session.refresh_from_db()
    return session


def mark(desk: CoachingDesk, session: CoachingSession, outcome: str) -> tuple[int, Any]:
    return desk.call("POST", f"{SESSIONS}/{session.pk}/outcome", {"outcome": outcome})


def shown(desk: CoachingDesk, which: str, **query: object) -> list[int]:
    more = "".join(f"&{name}={value}" for name, value in query.items())
    answer = desk.done("GET", f"{SESSIONS}?shown={which}{more}")
    assert answer["total"] == len(answer["rows"])
    return [row["id"] for row in answer["rows"]]


def test_the_list_shows_who_comes_when_and_to_whom(desk: CoachingDesk) -> None:
    coach = make_coach(user=make_user(first_name="Cora", last_name="Coachman"))
    session = booked(email="stu@example.test", first_name="Stu", last_name="Dent")
    assert desk.done("GET", SESSIONS) == {
        "rows": [
            {
                "id": session.pk,
                "status": "scheduled",
                "bootcampName": "Advanced Bootcamp",
                "cohort": {
                    "id": session.bootcamp_id,
                    "startDate": session.bootcamp.starts_at.isoformat().replace("+00:00", "Z"),
                    "timezone": session.bootcamp.timezone,
                },
                "purchaseId": session.purchase_id,
                "isGuest": False,
                "studentName": "Stu Dent",
                "studentEmail": "stu@example.test",
                "coachId": coach.pk,
                "coachName": "Cora Coachman",
                "timezone": "America/New_York",
                "scheduledDate": FRIDAY_AT_NINE,
                "endDate": "2026-06-05T14:00:00Z",
                "sessionUrl": "https://meet.example.test/coach",
                "notes": "",
                "reschedules": 0,
                "hasStarted": False,
                "bookBy": "2026-12-30T15:00:00Z",
                "remindedAt": None,
                "createdAt": "2026-06-03T12:00:00Z",
            }
        ],
        "total": 1,
    }


def test_what_is_ahead_comes_in_order_and_what_is_past_latest_first(
    desk: CoachingDesk, moment: time_machine.Traveller
) -> None:
    coach, other = make_coach(), make_coach(is_active=False)
    monday, friday, noon = booked(MONDAY_AT_NINE), booked(), booked(FRIDAY_AT_ELEVEN)
    guest = make_coaching_session(user=None)
    make_coaching_session(user=make_user(is_demo=True))
    assert shown(desk, "upcoming") == [friday.pk, noon.pk, monday.pk]
    assert (shown(desk, "past"), shown(desk, "waiting")) == ([], [guest.pk])
    moment.move_to(AFTER_FRIDAY)
    # Nobody has marked them yet; past they are all the same.
    assert shown(desk, "upcoming") == [monday.pk]
    assert shown(desk, "past") == [noon.pk, friday.pk]
    assert shown(desk, "past", coachId=coach.pk) == [noon.pk, friday.pk]
    assert shown(desk, "past", coachId=other.pk) == []


def test_a_guest_who_waits_has_the_name_and_address_of_the_purchase(desk: CoachingDesk) -> None:
    bought = make_purchase(user=None, guest_full_name="Ana Lima", guest_email="ana@example.test")
    make_coaching_session(user=None, purchase_id=bought.pk, bootcamp=bought.bootcamp)
    owned = make_purchase(
        user=make_user(), guest_full_name="Somebody Else", guest_email="else@example.test"
    )
    make_coaching_session(user=owned.user, purchase_id=owned.pk, bootcamp=owned.bootcamp)
    assert owned.user
    guest, member = desk.done("GET", f"{SESSIONS}?shown=waiting")["rows"]
    assert (guest["studentName"], guest["studentEmail"], guest["isGuest"], guest["purchaseId"]) == (
        "Ana Lima",
        "ana@example.test",
        True,
        bought.pk,
    )
    assert (member["studentEmail"], member["isGuest"]) == (owned.user.email, False)


def test_long_lists_come_in_pages(desk: CoachingDesk) -> None:
    for _ in range(21):
        make_coaching_session()
    first = desk.done("GET", f"{SESSIONS}?shown=waiting")
    second = desk.done("GET", f"{SESSIONS}?shown=waiting&page=2")
    assert (first["total"], len(first["rows"]), len(second["rows"])) == (21, 20, 1)


def test_notes_are_kept_and_no_student_ever_gets_them(desk: CoachingDesk) -> None:
    make_coach()
    session = booked()
    answer = desk.done("PATCH", f"{SESSIONS}/{session.pk}/notes", {"notes": "Secret plan."})
    assert answer["notes"] == "Secret plan."
    assert session.user is not None
    response = Caller(session.user).client.get("/api/user/coaching-sessions")
    assert response.status_code == 200
    assert b"Secret plan." not in response.content
    assert b"notes" not in response.content
    assert [entry[0] for entry in desk.audited()] == ["wrote coaching notes"]


def test_a_session_is_completed_once_it_has_started_and_not_before(
    desk: CoachingDesk, moment: time_machine.Traveller
) -> None:
    make_coach()
    session = booked()
    for outcome in ("completed", "no_show"):
        assert mark(desk, session, outcome) == refusal(409, "This session hasn't started yet.")
    session.refresh_from_db()
    assert session.status == "scheduled"
    assert session.scheduled_at is not None
    moment.move_to(session.scheduled_at)
    status, answer = mark(desk, session, "completed")
    assert (status, answer["status"]) == (200, "completed")
    # Said twice, it is written down once.
    assert mark(desk, session, "completed")[0] == 200
    assert desk.audited() == [
        ("completed coaching session", "coaching session", str(session.pk), {})
    ]


def test_a_mark_can_be_changed_and_taken_back(
    desk: CoachingDesk, moment: time_machine.Traveller
) -> None:
    make_coach()
    session = booked()
    moment.move_to(AFTER_FRIDAY)
    for outcome in ("no_show", "completed", "scheduled"):
        status, answer = mark(desk, session, outcome)
        assert (status, answer["status"], answer["scheduledDate"]) == (200, outcome, FRIDAY_AT_NINE)
    assert [entry[0] for entry in desk.audited()] == [
        "marked coaching session as missed",
        "completed coaching session",
        "reopened coaching session",
    ]
    assert len(post()) == 2


def test_a_mark_cannot_be_taken_back_once_the_hour_is_somebody_elses(
    desk: CoachingDesk, moment: time_machine.Traveller
) -> None:
    coach = make_coach()
    session = booked()
    moment.move_to(AFTER_FRIDAY)
    assert mark(desk, session, "completed")[0] == 200
    make_coaching_session(
        coach=coach,
        status="scheduled",
        scheduled_at=session.scheduled_at,
        ends_at=session.ends_at,
    )
    assert mark(desk, session, "scheduled") == refusal(
        409, "Another student has booked that hour since. Pick another time."
    )
    session.refresh_from_db()
    assert session.status == "completed"


def test_a_time_called_off_is_free_again_and_the_student_picks_another(desk: CoachingDesk) -> None:
    make_coach(user=make_user(email="cora@example.test"))
    session = booked(email="stu@example.test")
    status, answer = mark(desk, session, "pending")
    assert (status, answer["status"], answer["scheduledDate"]) == (200, "pending", None)
    assert (answer["coachName"], answer["sessionUrl"], answer["reschedules"]) == (None, "", 0)
    assert post()[2:] == [
        ("stu@example.test", "Your coaching session needs a new time"),
        ("cora@example.test", "A coaching session is canceled"),
    ]
    for message in Message.objects.order_by("pk")[2:]:
        lines = calendar_lines(message)
        assert (lines["METHOD"], lines["STATUS"]) == ("CANCEL", "CANCELLED")
        assert (lines["SEQUENCE"], lines["DTSTART"]) == ("2", "20260605T130000Z")
        assert "Join" not in message.content
    other = Student()
    waiting = make_coaching_session(user=other.user)
    assert other.book(waiting.pk, FRIDAY_AT_NINE)[0] == 200


def test_whoever_missed_it_may_be_given_another_hour_without_an_email_about_the_past(
    desk: CoachingDesk, moment: time_machine.Traveller
) -> None:
    make_coach()
    session = booked()
    moment.move_to(AFTER_FRIDAY)
    assert mark(desk, session, "no_show")[0] == 200
    assert mark(desk, session, "pending")[1]["status"] == "pending"
    assert len(post()) == 2


@pytest.mark.parametrize(
    ("status", "outcome", "told"),
    [
        ("pending", "completed", "Only a session with a time can be completed or missed."),
        ("pending", "scheduled", "Only a completed or missed session can be reopened."),
        ("canceled", "no_show", "Only a session with a time can be completed or missed."),
        ("canceled", "pending", "Only a booked or missed session can get a new time."),
        ("completed", "pending", "Only a booked or missed session can get a new time."),
    ],
)
def test_what_does_not_follow_is_refused(
    desk: CoachingDesk, status: str, outcome: str, told: str
) -> None:
    session = make_coaching_session(status=status)
    assert mark(desk, session, outcome) == refusal(409, told)
    session.refresh_from_db()
    assert session.status == status
    assert desk.audited() == []


def test_a_refund_cancels_the_hour_frees_it_and_tells_both(desk: CoachingDesk) -> None:
    make_coach(user=make_user(email="cora@example.test"))
    session = booked(email="stu@example.test")
    assert session.purchase_id is not None
    cancel_sessions(purchase_id=session.purchase_id)
    # Called again by whoever else notices the refund, it says nothing twice.
    cancel_sessions(purchase_id=session.purchase_id)
    session.refresh_from_db()
    assert (session.status, session.schedule_version) == ("canceled", 2)
    assert post()[2:] == [
        ("stu@example.test", "Your coaching session is canceled"),
        ("cora@example.test", "A coaching session is canceled"),
    ]
    for message in Message.objects.order_by("pk")[2:]:
        lines = calendar_lines(message)
        assert (lines["METHOD"], lines["SEQUENCE"]) == ("CANCEL", "2")
    other = Student()
    assert FRIDAY_AT_NINE in other.slots(make_coaching_session(user=other.user).pk)


def test_a_refund_of_what_has_no_time_or_is_over_writes_to_nobody(
    desk: CoachingDesk, moment: time_machine.Traveller
) -> None:
    make_coach()
    purchase = make_purchase()
    waiting = make_coaching_session(purchase_id=purchase.pk, bootcamp=purchase.bootcamp)
    cancel_sessions(purchase_id=purchase.pk)
    session = booked()
    assert session.purchase_id is not None
    moment.move_to(AFTER_FRIDAY)
    assert mark(desk, session, "completed")[0] == 200
    cancel_sessions(purchase_id=session.purchase_id)
    waiting.refresh_from_db()
    session.refresh_from_db()
    assert (waiting.status, session.status) == ("canceled", "completed")
    assert len(post()) == 2
