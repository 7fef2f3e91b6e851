"""The view is empty when all is well, and names each thing that is not."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.db.models.functions import Now

from frontrow.accounts.models import FirstAdminLatch, UserStatus
from frontrow.catalogue.models import MeetingRegistrant, Seat
from frontrow.catalogue.seats import match_seats_to_capacity
from frontrow.sales.ledger.refund_lines import fill_lines
from frontrow.sales.models import Certificate, Enrollment, Movement, Purchase, PurchaseState
from frontrow.sales.reconciliation.invariants import violations, violations_by_kind
from frontrow.sales.reconciliation.repairs import end_with_the_seats
from tests.factories import (
    CertificateFactory,
    MovementFactory,
    StripeEventFactory,
    enrollment_of,
    from_now,
    make_admin,
    make_bootcamp,
    make_coaching_session,
    make_purchase,
    make_user,
    seats_of,
)

pytestmark = pytest.mark.django_db


def test_purchases_in_every_state_break_nothing() -> None:
    for state in PurchaseState:
        make_purchase(bootcamp=make_bootcamp(), state=state)
    assert violations() == []


def test_the_demo_breaks_nothing() -> None:
    call_command("demo", verbosity=0)
    assert violations() == []


def test_a_missing_seat_is_named_although_the_database_would_refuse_to_commit_it() -> None:
    bootcamp = make_bootcamp()
    Seat.objects.filter(bootcamp=bootcamp, number=1).delete()
    assert violations() == [("seats differ from capacity", str(bootcamp.pk))]
    match_seats_to_capacity(bootcamp=bootcamp)
    assert violations() == []


def a_seat_lost_after_completion() -> None:
    purchase = make_purchase(state=PurchaseState.COMPLETED)
    seats_of(purchase).update(enrollment_id=None)


def a_seat_that_is_only_held_after_completion() -> None:
    purchase = make_purchase(state=PurchaseState.COMPLETED)
    seats_of(purchase).update(held_until=Now() + timedelta(hours=1))


def a_failed_purchase_that_keeps_its_seat() -> None:
    purchase = make_purchase(state=PurchaseState.COMPLETED)
    Purchase.objects.filter(pk=purchase.pk).update(state=PurchaseState.FAILED)


def a_seat_in_another_bootcamp() -> None:
    purchase = make_purchase(state=PurchaseState.PENDING)
    free = Seat.objects.filter(bootcamp=make_bootcamp())[0]
    Seat.objects.filter(pk=free.pk).update(
        enrollment_id=enrollment_of(purchase).pk, held_until=Now() + timedelta(minutes=5)
    )


def a_refunded_seat() -> Enrollment:
    return enrollment_of(make_purchase(state=PurchaseState.REFUNDED))


def coaching_of_a_refunded_seat() -> None:
    seat = a_refunded_seat()
    make_coaching_session(enrollment_id=seat.pk, bootcamp=seat.bootcamp, user=seat.purchase.user)


def a_certificate_of_a_refunded_seat() -> None:
    CertificateFactory.create(enrollment=a_refunded_seat())


def a_meeting_place_of_a_refunded_seat() -> None:
    seat = a_refunded_seat()
    Enrollment.objects.filter(pk=seat.pk).update(ended_at=Now() - timedelta(minutes=16))
    MeetingRegistrant.objects.create(
        bootcamp=seat.bootcamp, enrollment_id=seat.pk, meeting_id="9", registrant_id="r"
    )


def a_capture_that_never_came_back() -> None:
    purchase = make_purchase(state=PurchaseState.CAPTURING)
    Purchase.objects.filter(pk=purchase.pk).update(state_since=Now() - timedelta(minutes=16))


def an_event_nobody_looked_at() -> None:
    event = StripeEventFactory.create(handled_at=None)
    type(event).objects.filter(pk=event.pk).update(received_at=Now() - timedelta(minutes=6))


def more_refunded_than_paid() -> None:
    purchase = make_purchase(state=PurchaseState.COMPLETED)
    for _ in range(2):
        MovementFactory.create(
            purchase=purchase, kind="refund", amount=Decimal(1) - purchase.total_amount
        )
    Purchase.objects.filter(pk=purchase.pk).update(refunded_amount=purchase.total_amount)
    fill_lines(purchase_ids=[purchase.pk])


def a_sum_that_nothing_adds_up_to() -> None:
    make_purchase(state=PurchaseState.COMPLETED, refunded_amount=Decimal(1))
    Movement.objects.filter(kind="refund").update(status="failed")


def a_payment_that_was_never_noted() -> None:
    make_purchase(completed_at=from_now(days=-2), stripe_payment_intent_id="pi_unnoted")
    Movement.objects.all().delete()


def a_house_without_an_admin() -> None:
    make_user()
    make_admin(status=UserStatus.INACTIVE)
    FirstAdminLatch.objects.create(user_id=1)


@pytest.mark.parametrize(
    ("kind", "breach"),
    [
        ("completed without all its seats", a_seat_lost_after_completion),
        ("completed without all its seats", a_seat_that_is_only_held_after_completion),
        ("seats kept without a right", a_failed_purchase_that_keeps_its_seat),
        ("seat in a bootcamp that was not bought", a_seat_in_another_bootcamp),
        ("coaching without a seat", coaching_of_a_refunded_seat),
        ("certificate without a seat", a_certificate_of_a_refunded_seat),
        ("meeting place without a seat", a_meeting_place_of_a_refunded_seat),
        ("stuck on the way", a_capture_that_never_came_back),
        ("provider event not handled", an_event_nobody_looked_at),
        ("refunds exceed the payment", more_refunded_than_paid),
        ("sum differs from the movements", a_sum_that_nothing_adds_up_to),
        ("paid without a movement", a_payment_that_was_never_noted),
        ("no active admin", a_house_without_an_admin),
    ],
)
def test_each_breach_is_named(kind: str, breach: Callable[[], None]) -> None:
    breach()
    assert violations_by_kind() == {kind: 1}
    # Of other times it says nothing.
    assert violations(since=from_now(days=-9000), until=from_now(days=-8000)) == []


def test_a_seat_in_another_bootcamp_is_not_the_one_that_was_bought() -> None:
    purchase = make_purchase(state=PurchaseState.COMPLETED)
    enrollment = enrollment_of(purchase)
    seats_of(purchase).update(enrollment_id=None)
    other = Seat.objects.filter(bootcamp=make_bootcamp())[0]
    Seat.objects.filter(pk=other.pk).update(enrollment_id=enrollment.pk)
    assert violations_by_kind() == {
        "completed without all its seats": 1,
        "seat in a bootcamp that was not bought": 1,
    }


def test_what_hangs_on_an_ended_seat_ends_by_its_repair_and_nothing_else_does() -> None:
    live = enrollment_of(make_purchase())
    kept = make_coaching_session(
        enrollment_id=live.pk, bootcamp=live.bootcamp, user=live.purchase.user
    )
    CertificateFactory.create(enrollment=live)
    coaching_of_a_refunded_seat()
    a_certificate_of_a_refunded_seat()
    for _, purchase_id in violations():
        end_with_the_seats(purchase_id=int(purchase_id))
    assert violations() == []
    kept.refresh_from_db()
    assert kept.status == "pending"
    assert Certificate.objects.filter(revoked_at=None).count() == 1
