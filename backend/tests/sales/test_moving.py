"""A seat moves to another date: by its holder, by the emailed link, by the desk, or not at all."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import Q
from icalendar import Calendar

from frontrow.accounts.models import AuditEntry
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core.clock import database_now
from frontrow.messaging.models import Message
from frontrow.sales.changes.changeable import changeable
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.changes.resending import resend_confirmation
from frontrow.sales.models import Enrollment, Fact, Purchase, PurchaseState
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import (
    enrollment_of,
    from_now,
    make_admin,
    make_bootcamp,
    make_bundle,
    make_coach,
    make_coaching_session,
    make_purchase,
)
from tests.links import join_token, seat_token
from tests.portal.student import Student, a_student, an_admin_looking_as, browser
from tests.sales.changing import present
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db


def a_class(*, days: float, **fields: Any) -> Bootcamp:
    return make_bootcamp(starts_at=from_now(days=days), **fields)


def move(student: Student, seat: Enrollment, to: Bootcamp) -> Any:
    return student.post(f"user/seats/{seat.pk}/move", {"bootcampId": to.pk})


def seats_taken(*bootcamps: Bootcamp) -> list[int]:
    return [
        Seat.objects.filter(bootcamp=each).exclude(enrollment_id=None).count() for each in bootcamps
    ]


@pytest.fixture
def moving() -> tuple[Student, Purchase, Bootcamp, Bootcamp]:
    student = a_student(timezone="Europe/Berlin")
    before, after = a_class(days=10), a_class(days=20, name="BEGINNER BOOTCAMP")
    return student, make_purchase(bootcamp=before, user=student.user), before, after


Moving = tuple[Student, Purchase, Bootcamp, Bootcamp]


def test_a_move_takes_the_new_seat_frees_the_old_and_says_so(moving: Moving) -> None:
    student, purchase, before, after = moving
    old = enrollment_of(purchase)
    told = student.get(f"user/seats/{old.pk}/changes").json()
    assert (told["staysBecause"], told["movesLeft"]) == ("", 2)
    [date] = told["dates"]
    assert (date["bootcampId"], date["availableSeats"], date["refusal"]) == (after.pk, 20, "")
    answer = move(student, old, after)
    assert answer.status_code == 200, answer.content
    assert answer.json()["name"] == "BEGINNER BOOTCAMP"
    assert seats_taken(before, after) == [0, 1]
    new = present(purchase)
    assert (new.bootcamp, new.replaces, new.paid) == (after, old, Decimal(0))
    purchase.refresh_from_db()
    assert (purchase.bootcamp, purchase.total_amount) == (after, Decimal("995.00"))
    [told] = student.purchases()
    assert [item["name"] for item in told["items"]] == ["BEGINNER BOOTCAMP"]
    fact = Fact.objects.get(enrollment=old)
    assert (fact.what, fact.who, fact.details) == (
        "enrollment.ended",
        student.user,
        {"because": "moved", "to": after.pk, "by": "student"},
    )
    assert AuditEntry.objects.filter(action="moved seat", subject_id=str(purchase.pk)).count() == 1
    assert violations() == []


def test_the_email_moves_the_one_calendar_entry_and_reads_both_clocks(moving: Moving) -> None:
    student, purchase, _, after = moving
    old = enrollment_of(purchase)
    assert move(student, old, after).status_code == 200
    [email] = Message.objects.filter(purchase_id=purchase.pk)
    assert (email.recipient, email.bootcamp_id) == (student.user.email, after.pk)
    assert re.search(r"You've moved your seat from \w{3}, \w{3} \d+ at \d", email.content)
    assert "your time (Europe/Berlin)" in email.content
    entry: Any
    [entry] = Calendar.from_ical(email.attachments[0]["text"]).walk("VEVENT")
    assert str(entry["UID"]).startswith(f"enrollment-{old.pk}@")
    assert entry["DTSTART"].dt == after.starts_at
    assert entry["SEQUENCE"] >= 2


def test_links_of_before_lead_to_where_the_seat_is_now(moving: Moving) -> None:
    student, purchase, _, after = moving
    old = enrollment_of(purchase)
    assert move(student, old, after).status_code == 200
    by_join = browser().post("/api/join/look", {"token": join_token(old.pk, 0)}, "application/json")
    assert (by_join.status_code, by_join.json()["name"]) == (200, "BEGINNER BOOTCAMP")
    by_seat = browser().post("/api/seat/look", {"token": seat_token(old.pk, 0)}, "application/json")
    assert (by_seat.json()["name"], by_seat.json()["movesLeft"]) == ("BEGINNER BOOTCAMP", 1)


def test_a_guest_moves_by_the_link_in_the_email_and_looking_changes_nothing() -> None:
    before, after = a_class(days=10), a_class(days=20, name="BEGINNER BOOTCAMP")
    purchase = make_purchase(bootcamp=before, user=None)
    token = seat_token(enrollment_of(purchase).pk, 0)
    client = browser()
    for _ in range(3):
        looked = client.post("/api/seat/look", {"token": token}, "application/json")
        assert looked.status_code == 200
    assert client.get(f"/api/seat/look?token={token}").status_code == 405
    assert present(purchase).bootcamp == before
    body = {"token": token, "bootcampId": after.pk}
    assert client.post("/api/seat/move", body, "application/json").status_code == 200
    assert present(purchase).bootcamp == after
    assert violations() == []


def test_neither_a_forged_link_nor_the_join_link_moves_a_seat() -> None:
    before, after = a_class(days=10), a_class(days=20)
    purchase = make_purchase(bootcamp=before, user=None)
    seat = enrollment_of(purchase)
    right = seat_token(seat.pk, 0)
    forged = [join_token(seat.pk, 0), right[:-1], right.replace(str(seat.pk), "1", 1), "x"]
    forged += [seat_token(seat.pk, 1), seat_token(seat.pk + 1000, 0)]
    for token in forged:
        body = {"token": token, "bootcampId": after.pk}
        assert browser().post("/api/seat/move", body, "application/json").status_code == 404
    assert present(purchase).bootcamp == before


def test_nobody_moves_anothers_seat(moving: Moving) -> None:
    student, purchase, before, after = moving
    seat = enrollment_of(purchase)
    assert move(a_student(), seat, after).status_code == 404
    assert a_student().get(f"user/seats/{seat.pk}/changes").status_code == 404
    assert move(an_admin_looking_as(student.user), seat, after).status_code == 403
    assert seats_taken(before, after) == [1, 0]


def test_an_impersonated_test_student_changes_no_seat_either() -> None:
    before, after = a_class(days=10), a_class(days=20)
    demo = a_student(is_demo=True)
    purchase = make_purchase(bootcamp=before, user=demo.user)
    looking = an_admin_looking_as(demo.user)
    assert move(looking, enrollment_of(purchase), after).status_code == 403
    assert present(purchase).bootcamp == before


def test_without_a_free_seat_nothing_changes(moving: Moving) -> None:
    student, purchase, before, _ = moving
    Bootcamp.objects.filter(name="BEGINNER BOOTCAMP").update(published_at=None)
    full = a_class(days=25, max_seats=1)
    make_purchase(bootcamp=full)
    seat = enrollment_of(purchase)
    [date] = student.get(f"user/seats/{seat.pk}/changes").json()["dates"]
    assert (date["availableSeats"], date["refusal"]) == (0, "This date is sold out.")
    answer = move(student, seat, full)
    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert present(purchase) == seat
    assert seats_taken(before) == [1]
    assert not Message.objects.filter(purchase_id=purchase.pk).exists()
    assert not Fact.objects.filter(enrollment=seat).exists()


@pytest.mark.parametrize("hours", [47.9, 0.1, -1])
def test_within_48_hours_only_the_desk_can_move_it(hours: float) -> None:
    student = a_student()
    before, after = a_class(days=hours / 24), a_class(days=20)
    purchase = make_purchase(bootcamp=before, user=student.user)
    seat = enrollment_of(purchase)
    answer = move(student, seat, after)
    assert (answer.status_code, answer.json()["code"]) == (409, "seat_cannot_move")
    assert student.get(f"user/seats/{seat.pk}/changes").json()["dates"] == []
    assert desk_moves(seat, after).status_code == 200
    assert present(purchase).bootcamp == after
    # Whoever leaves a class that has begun leaves the chair behind.
    assert seats_taken(before, after) == [1 if hours < 0 else 0, 1]
    assert violations() == []


def desk_moves(seat: Enrollment, to: Bootcamp, reason: str = "They asked on the phone") -> Any:
    admin = Student(make_admin())
    sign_in_recently(admin.client, admin.user)
    [shown] = [
        one
        for one in admin.get(f"admin/purchases/{seat.purchase_id}/seats").json()
        if one["enrollmentId"] == seat.pk
    ]
    assert to.pk in [date["bootcampId"] for date in shown["dates"]]
    return admin.post(f"admin/seats/{seat.pk}/move", {"bootcampId": to.pk, "reason": reason})


def test_twice_by_the_student_and_then_only_by_the_desk(moving: Moving) -> None:
    student, purchase, before, after = moving
    for to in (after, before):
        assert move(student, present(purchase), to).status_code == 200
    refused = move(student, present(purchase), after)
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "This seat has moved twice, so it can't move again.",
    )
    assert desk_moves(present(purchase), after).status_code == 200
    entry = AuditEntry.objects.filter(action="moved seat").latest("pk")
    assert entry.details["reason"] == "They asked on the phone"
    email = Message.objects.filter(purchase_id=purchase.pk).latest("pk")
    assert "We've moved your seat" in email.content
    assert violations() == []


def test_only_to_a_date_of_the_same_course_that_is_on_sale(moving: Moving) -> None:
    student, purchase, before, _ = moving
    other_course = a_class(days=20, name="Novel in Six Weeks")
    other_step = a_class(days=21, step=2)
    draft = a_class(days=20)
    Bootcamp.objects.filter(pk=draft.pk).update(published_at=None)
    begun = a_class(days=-0.01)
    closed = a_class(days=20, sales_close_at=from_now(seconds=-1))
    not_open = a_class(days=20, sales_open_at=from_now(hours=1))
    seat = enrollment_of(purchase)
    for wrong in (other_course, other_step, draft, begun, before, closed, not_open):
        assert move(student, seat, wrong).status_code == 404, wrong.name
    assert present(purchase) == seat


def test_after_its_sales_have_closed_only_the_desk_moves_a_seat_into_a_class(
    moving: Moving,
) -> None:
    student, purchase, _, after = moving
    seat = enrollment_of(purchase)
    Bootcamp.objects.filter(pk=after.pk).update(sales_close_at=from_now(seconds=-1))
    assert student.get(f"user/seats/{seat.pk}/changes").json()["dates"] == []
    assert move(student, seat, after).status_code == 404
    moved = move_seat(
        enrollment_id=seat.pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover(is_desk=True)
    )
    assert (present(purchase), moved.bootcamp) == (moved, after)


@pytest.mark.parametrize(("more", "to_pay"), [("0.49", "0.00"), ("0.50", "0.50")])
def test_a_difference_too_small_to_be_charged_is_free(
    moving: Moving, more: str, to_pay: str
) -> None:
    student, purchase, _, after = moving
    seat = enrollment_of(purchase)
    Bootcamp.objects.filter(pk=after.pk).update(price=seat.price + Decimal(more))
    [date] = student.get(f"user/seats/{seat.pk}/changes").json()["dates"]
    assert (date["toPay"], date["refusal"]) == (to_pay, "")
    answer = move(student, seat, after)
    assert answer.status_code == (409 if Decimal(to_pay) else 200)
    assert present(purchase).bootcamp == (seat.bootcamp if Decimal(to_pay) else after)


def test_a_dearer_date_is_not_moved_to_unpaid_and_a_cheaper_one_gives_nothing_back(
    moving: Moving,
) -> None:
    student, purchase, _, after = moving
    seat = enrollment_of(purchase)
    Bootcamp.objects.filter(pk=after.pk).update(price="1195.00")
    [date] = student.get(f"user/seats/{seat.pk}/changes").json()["dates"]
    assert (date["refusal"], date["toPay"]) == ("", "200.00")
    assert date["note"] == "Price difference $200.00, paid now. Your seat moves once it's paid."
    answer = move(student, seat, after)
    assert (answer.status_code, answer.json()["code"]) == (409, "difference_due")
    assert present(purchase) == seat
    Bootcamp.objects.filter(pk=after.pk).update(price="795.00")
    [date] = student.get(f"user/seats/{seat.pk}/changes").json()["dates"]
    assert date["note"] == "This date costs $200.00 less. The difference isn't refunded."
    assert move(student, seat, after).status_code == 200
    purchase.refresh_from_db()
    assert (purchase.total_amount, purchase.refunded_amount) == (Decimal("995.00"), Decimal(0))
    assert violations() == []


def test_a_seat_that_the_desk_moved_for_nothing_is_worth_the_date_it_was_moved_to(
    moving: Moving,
) -> None:
    student, purchase, _, _ = moving
    dear, alike, dearer = (
        a_class(days=days, price=price)
        for days, price in ((20, "1500.00"), (30, "1500.00"), (40, "1600.00"))
    )
    seat = enrollment_of(purchase)
    desk = Mover(is_desk=True)
    move_seat(enrollment_id=seat.pk, bootcamp_id=dear.pk, theirs=Q(), mover=desk)
    dates = student.get(f"user/seats/{present(purchase).pk}/changes").json()["dates"]
    to_pay = {date["bootcampId"]: date["toPay"] for date in dates}
    assert (to_pay[alike.pk], to_pay[dearer.pk]) == ("0.00", "100.00")
    assert move(student, present(purchase), dearer).json()["code"] == "difference_due"
    assert move(student, present(purchase), alike).status_code == 200
    # Also after the student moved on.
    on: Any = changeable().get(pk=present(purchase).pk)
    assert on.worth == Decimal("1500.00")
    # What is told of the price stays what was paid.
    assert present(purchase).price == seat.price
    assert violations() == []


def test_what_was_attended_or_is_being_refunded_does_not_move(moving: Moving) -> None:
    student, purchase, _, after = moving
    seat = enrollment_of(purchase)
    Purchase.objects.filter(pk=purchase.pk).update(state=PurchaseState.REFUNDING)
    assert move(student, seat, after).json()["message"] == "This seat is no longer yours."
    Purchase.objects.filter(pk=purchase.pk).update(state=PurchaseState.COMPLETED)
    Enrollment.objects.filter(pk=seat.pk).update(attended_at=database_now())
    assert move(student, seat, after).status_code == 409
    assert present(purchase) == seat


def test_nobody_gets_two_seats_in_one_class(moving: Moving) -> None:
    student, purchase, _, after = moving
    make_purchase(bootcamp=after, user=student.user)
    answer = move(student, enrollment_of(purchase), after)
    assert answer.json()["message"] == "You already have a seat on this date."
    assert seats_taken(after) == [1]


def test_a_member_of_a_bundle_moves_alone() -> None:
    student = a_student()
    first, second = a_class(days=10), a_class(days=12, name="Launch")
    later = a_class(days=30)
    bundle = make_bundle(bootcamps=[first, second], price=Decimal("1500.00"))
    purchase = make_purchase(bundle=bundle, user=student.user)
    assert move(student, enrollment_of(purchase, first), later).status_code == 200
    [told] = student.purchases()
    assert [item["id"] for item in told["items"]] == [second.pk, later.pk]
    purchase.refresh_from_db()
    assert (purchase.bundle, purchase.bootcamp) == (bundle, None)
    assert violations() == []


def test_a_waiting_hour_moves_along_and_a_booked_one_stays_booked(moving: Moving) -> None:
    student, purchase, before, after = moving
    at = database_now() + timedelta(days=3)
    hour = make_coaching_session(
        user=student.user,
        bootcamp=before,
        enrollment_id=enrollment_of(purchase).pk,
        purchase_id=purchase.pk,
        coach=make_coach(),
        status=CoachingStatus.SCHEDULED,
        scheduled_at=at,
        ends_at=at + timedelta(hours=1),
        reschedules=1,
    )
    assert move(student, enrollment_of(purchase), after).status_code == 200
    hour = CoachingSession.objects.get(pk=hour.pk)
    assert (hour.enrollment_id, hour.bootcamp) == (present(purchase).pk, after)
    assert (hour.status, hour.scheduled_at, hour.reschedules) == ("scheduled", at, 1)
    [email] = Message.objects.filter(purchase_id=purchase.pk)
    assert "Your coaching session isn't affected" in email.content


def test_the_confirmation_carries_the_link_and_the_log_does_not() -> None:
    purchase = make_purchase(bootcamp=a_class(days=10), user=None)
    email = resend_confirmation(purchase_id=purchase.pk)
    token = seat_token(enrollment_of(purchase).pk, 0)
    assert any(link.endswith(f"/seat/{token}") for link in email.more_links)
    [kept] = Message.objects.filter(purchase_id=purchase.pk)
    assert "hand over your seat or get a refund" in kept.content
    assert not re.search(re.escape(token), f"{kept.content}{kept.html}")
