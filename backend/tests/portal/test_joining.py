"""Joining a session: when, by whom, and what a click leaves behind."""

from datetime import UTC, datetime, timedelta

import pytest

from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.portal.joining import door_of
from frontrow.sales.attending.attendance import record_attendance
from frontrow.sales.models import Enrollment, Purchase, PurchaseState
from tests.factories import enrollment_of, make_bootcamp, make_purchase
from tests.portal.student import (
    LOOKING,
    PAID,
    SIGNED_OUT,
    STRANGERS,
    UNPAID,
    Student,
    a_student,
    come_as,
    in_utc,
)

pytestmark = pytest.mark.django_db

MEETING = "https://zoom.example.test/j/123"
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
LENGTH = timedelta(hours=3)


def a_session(*, starts_in: timedelta, **fields: object) -> Bootcamp:
    """By the database's clock, which stands still within a test."""
    starts_at = database_now() + starts_in
    return make_bootcamp(
        **{"starts_at": starts_at, "ends_at": starts_at + LENGTH, "zoom_join_url": MEETING} | fields
    )


def noted(student: Student, what: str) -> list[datetime | None]:
    return list(
        Enrollment.objects.filter(purchase__user=student.user)
        .order_by("id")
        .values_list(what, flat=True)
    )


def attended(student: Student) -> list[datetime | None]:
    return noted(student, "attended_at")


def joined(student: Student) -> list[datetime | None]:
    return noted(student, "joined_at")


@pytest.mark.parametrize("kind", PAID)
def test_whoever_has_paid_joins_and_has_attended(kind: str) -> None:
    bootcamp = a_session(starts_in=-5 * MINUTE)
    student = come_as(kind, bootcamp)
    answer = student.join(bootcamp)
    assert (answer.status_code, answer.json()) == (200, {"url": MEETING})
    assert answer.headers["Cache-Control"] == "no-store"
    assert database_now() in attended(student)
    assert database_now() in joined(student)


def test_who_presses_join_before_the_start_has_joined_and_attends_once_it_has_begun() -> None:
    bootcamp = a_session(starts_in=28 * MINUTE)
    student = a_student()
    make_purchase(bootcamp=bootcamp, user=student.user)
    came = database_now()
    assert student.join(bootcamp).status_code == 200
    assert (joined(student), attended(student)) == ([came], [None])
    [shown] = student.purchases()[0]["items"]
    assert (shown["joinedAt"], shown["attendedAt"]) == (in_utc(came), None)
    assert student.get(f"user/bootcamps/{bootcamp.pk}/progress").json()["attended"] is False
    # The start passes; the next click is within the hours.
    Bootcamp.objects.filter(pk=bootcamp.pk).update(
        starts_at=came - MINUTE, ends_at=came - MINUTE + LENGTH
    )
    assert attended(student) == [None]
    assert student.join(bootcamp).status_code == 200
    assert (joined(student), attended(student)) == ([came], [came])
    assert student.get(f"user/bootcamps/{bootcamp.pk}/progress").json()["attended"] is True


def test_who_had_joined_before_the_session_moved_has_not_joined_the_new_one() -> None:
    bootcamp = a_session(starts_in=28 * MINUTE)
    student = a_student()
    make_purchase(bootcamp=bootcamp, user=student.user)
    assert student.join(bootcamp).status_code == 200
    Bootcamp.objects.filter(pk=bootcamp.pk).update(
        starts_at=bootcamp.starts_at + timedelta(days=7),
        ends_at=bootcamp.ends_at + timedelta(days=7),
    )
    assert student.purchases()[0]["items"][0]["joinedAt"] is None
    Bootcamp.objects.filter(pk=bootcamp.pk).update(
        starts_at=database_now() + 2 * MINUTE, ends_at=database_now() + LENGTH
    )
    Enrollment.objects.update(joined_at=database_now() - timedelta(days=7))
    assert student.join(bootcamp).status_code == 200
    assert joined(student) == [database_now()]


REFUSED = {
    **dict.fromkeys(UNPAID, (403, "The payment for this purchase isn't complete yet.")),
    "a buyer whose payment failed": (403, "The payment for this purchase didn't go through."),
    "a buyer being refunded": (
        403,
        "This purchase is being refunded, so the session is closed to it.",
    ),
    **dict.fromkeys(STRANGERS, (404, "This bootcamp isn't one of yours.")),
    **dict.fromkeys(SIGNED_OUT, (401, "Please sign in.")),
    LOOKING: (
        403,
        "You're viewing the site as someone else. Stop impersonating to make changes.",
    ),
}
del REFUSED["a refunded buyer"]


@pytest.mark.parametrize("kind", REFUSED)
def test_nobody_else_joins_and_nothing_is_noted(kind: str) -> None:
    bootcamp = a_session(starts_in=5 * MINUTE)
    student = come_as(kind, bootcamp)
    answer = student.join(bootcamp)
    assert (answer.status_code, answer.json()["message"]) == REFUSED[kind]
    assert not Enrollment.objects.exclude(attended_at=None).exists()
    assert not Enrollment.objects.exclude(joined_at=None).exists()


def test_a_refund_while_the_portal_is_open_stops_the_next_click_and_says_why() -> None:
    bootcamp = a_session(starts_in=5 * MINUTE)
    student = a_student()
    purchase = make_purchase(bootcamp=bootcamp, user=student.user)
    [before] = student.purchases()
    assert before["items"][0]["join"]["state"] == "open"
    Purchase.objects.filter(pk=purchase.pk).update(
        state=PurchaseState.REFUNDED, state_since=datetime(2026, 11, 20, 12, tzinfo=UTC)
    )
    answer = student.join(bootcamp)
    assert (answer.status_code, answer.json()["message"]) == (
        403,
        "This purchase was refunded on Nov 20, 2026, so the session is closed to it.",
    )
    assert attended(student) == [None]


@pytest.mark.parametrize(
    ("starts_in", "state", "status"),
    [
        (30 * MINUTE + SECOND, "waiting", 409),
        (30 * MINUTE, "open", 200),
        (30 * MINUTE - SECOND, "open", 200),
        (timedelta(0), "open", 200),
        (-LENGTH + SECOND, "open", 200),
        (-LENGTH, "ended", 410),
        (-LENGTH - SECOND, "ended", 410),
    ],
)
def test_the_door_opens_half_an_hour_before_and_closes_at_the_end_to_the_second(
    starts_in: timedelta, state: str, status: int
) -> None:
    bootcamp = a_session(starts_in=starts_in)
    student = a_student()
    make_purchase(bootcamp=bootcamp, user=student.user)
    assert student.purchases()[0]["items"][0]["join"]["state"] == state
    assert student.join(bootcamp).status_code == status
    assert (joined(student) != [None]) == (status == 200)
    assert (attended(student) != [None]) == (status == 200 and starts_in <= timedelta(0))


def test_a_click_too_early_says_from_when_in_the_bootcamps_zone() -> None:
    starts_at = datetime(2099, 1, 9, 23, tzinfo=UTC)
    bootcamp = make_bootcamp(starts_at=starts_at, zoom_join_url=MEETING)
    student = a_student()
    make_purchase(bootcamp=bootcamp, user=student.user)
    assert student.join(bootcamp).json()["message"] == (
        "The session isn't open yet. You can join from Jan 9 at 5:30 PM EST."
    )


def test_an_open_door_without_a_meeting_behind_it_says_so_and_notes_nothing() -> None:
    bootcamp = a_session(starts_in=5 * MINUTE, zoom_join_url="")
    student = a_student()
    make_purchase(bootcamp=bootcamp, user=student.user)
    answer = student.join(bootcamp)
    assert (answer.status_code, answer.json()["message"]) == (
        409,
        "The meeting isn't ready yet. Please stay on this page and try again in a minute.",
    )
    assert attended(student) == [None]


def test_a_pasted_session_link_serves_where_there_is_no_meeting_of_its_own() -> None:
    bootcamp = a_session(starts_in=5 * MINUTE, zoom_join_url="", session_url=MEETING)
    student = a_student()
    make_purchase(bootcamp=bootcamp, user=student.user)
    assert student.join(bootcamp).json() == {"url": MEETING}


def test_coming_back_after_a_lost_connection_keeps_the_first_time() -> None:
    bootcamp = a_session(starts_in=-15 * MINUTE)
    student = a_student()
    purchase = make_purchase(bootcamp=bootcamp, user=student.user)
    earlier = database_now() - 10 * MINUTE
    seat = {"enrollment_id": enrollment_of(purchase).pk}
    assert record_attendance(**seat, at=earlier) is True
    assert student.join(bootcamp).status_code == 200
    assert record_attendance(**seat, at=database_now()) is False
    assert attended(student) == [earlier]


@pytest.mark.parametrize(
    "state", [state for state in PurchaseState if state != PurchaseState.COMPLETED]
)
def test_only_a_paid_seat_can_be_attended(state: PurchaseState) -> None:
    bootcamp = a_session(starts_in=-5 * MINUTE)
    purchase = make_purchase(state=state, bootcamp=bootcamp)
    [item] = purchase.enrollments.all()
    assert not record_attendance(enrollment_id=item.pk, at=database_now())
    item.refresh_from_db()
    assert item.attended_at is None


@pytest.mark.parametrize(
    ("at", "counts"),
    [
        (-SECOND, False),
        (timedelta(0), True),
        (LENGTH, True),
        (LENGTH + SECOND, False),
    ],
)
def test_attendance_counts_from_the_first_second_of_the_hours_to_the_last(
    at: timedelta, counts: bool
) -> None:
    bootcamp = a_session(starts_in=-MINUTE)
    purchase = make_purchase(bootcamp=bootcamp)
    seat = {"enrollment_id": enrollment_of(purchase).pk}
    assert record_attendance(**seat, at=bootcamp.starts_at + at) is counts


def test_joining_one_member_of_a_bundle_attends_that_one() -> None:
    bootcamp = a_session(starts_in=-5 * MINUTE)
    student = come_as("a buyer of a bundle with it", bootcamp)
    other = make_bootcamp()
    purchase = Purchase.objects.get(user=student.user)
    purchase.enrollments.create(
        bootcamp=other,
        name=other.name,
        price=0,
        paid=0,
        starts_at=other.starts_at,
        ends_at=other.ends_at,
        timezone=other.timezone,
    )
    student.join(bootcamp)
    assert attended(student) == [database_now(), None]


@pytest.mark.parametrize(
    ("zone", "starts_at"),
    [
        # New York's clocks jump from two to three, and fall from two back to one.
        ("America/New_York", datetime(2026, 3, 8, 6, 45, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 11, 1, 5, 45, tzinfo=UTC)),
        # Sydney's fall back in April and jump in October.
        ("Australia/Sydney", datetime(2026, 4, 4, 15, 45, tzinfo=UTC)),
        ("Australia/Sydney", datetime(2026, 10, 3, 15, 45, tzinfo=UTC)),
        ("Africa/Lagos", datetime(2026, 3, 8, 6, 45, tzinfo=UTC)),
        ("UTC", datetime(2026, 11, 1, 0, 15, tzinfo=UTC)),
    ],
)
def test_changing_clocks_move_the_door_by_no_second(zone: str, starts_at: datetime) -> None:
    bootcamp = make_bootcamp(starts_at=starts_at, timezone=zone)

    def state(at: datetime) -> str:
        return str(door_of(bootcamp, at=at).state)

    assert state(starts_at - 30 * MINUTE - SECOND) == "waiting"
    assert state(starts_at - 30 * MINUTE) == "open"
    assert state(starts_at + LENGTH - SECOND) == "open"
    assert state(starts_at + LENGTH) == "ended"
