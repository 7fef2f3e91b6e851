"""The ledger of movements: filled from what there was, and kept from what the provider says."""

from decimal import Decimal
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import connection

from frontrow.messaging.models import Message
from frontrow.sales.models import Dispute, Movement, Purchase, PurchaseState, Refund
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.sweep import tidy_sales
from frontrow.sales.settlement.settling import settle
from tests.factories import make_bootcamp, make_purchase, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

fill = import_module("frontrow.sales.migrations.0013_fill_movements").fill


def fill_again() -> list[tuple[int, str, str, Decimal]]:
    fill(None, SimpleNamespace(connection=connection))
    rows = Movement.objects.order_by("purchase_id", "kind", "id")
    return list(rows.values_list("purchase_id", "kind", "status", "amount"))


def test_what_was_paid_given_back_and_lost_before_is_filled_in_once() -> None:
    bootcamp = make_bootcamp(price=Decimal("995.00"), max_seats=20)
    paid, partly, refunded, lost, gift, begun = (
        make_purchase(
            bootcamp=bootcamp,
            stripe_payment_intent_id=None if number == 4 else f"pi_{number}",
            is_complimentary=number == 4,
            state=state,
        )
        for number, state in enumerate(
            [
                PurchaseState.COMPLETED,
                PurchaseState.COMPLETED,
                PurchaseState.REFUNDED,
                PurchaseState.REFUNDED,
                PurchaseState.COMPLETED,
                PurchaseState.PENDING,
            ]
        )
    )
    Refund.objects.all().update(movement=None)
    Movement.objects.all().delete()
    Refund.objects.filter(purchase=lost).delete()
    Refund.objects.filter(purchase=refunded).update(stripe_refund_id="re_2")
    for status, amount in (("succeeded", "100.00"), ("pending", "10.00"), ("declined", "5.00")):
        Refund.objects.create(
            purchase=partly,
            amount=Decimal(amount),
            status=status,
            reason="made at the provider" if status == "succeeded" else "admin",
            stripe_refund_id=f"re_{status}",
            settled_at=paid.completed_at if status == "succeeded" else None,
        )
    Purchase.objects.filter(pk=partly.pk).update(refunded_amount=Decimal("100.00"))
    expected = [
        (paid.pk, "payment", "succeeded", Decimal("995.00")),
        (partly.pk, "payment", "succeeded", Decimal("995.00")),
        (partly.pk, "refund", "succeeded", Decimal("-100.00")),
        (partly.pk, "refund", "pending", Decimal("-10.00")),
        (refunded.pk, "payment", "succeeded", Decimal("995.00")),
        (refunded.pk, "refund", "succeeded", Decimal("-995.00")),
        (lost.pk, "dispute", "succeeded", Decimal("-995.00")),
        (lost.pk, "payment", "succeeded", Decimal("995.00")),
    ]
    filled = fill_again()
    assert sorted(filled) == sorted(expected), (gift.pk, begun.pk)
    assert fill_again() == filled
    assert not Refund.objects.filter(reason="made at the provider").exists(), "nobody asked us"
    assert violations() == []


def test_a_lost_dispute_of_before_gives_way_to_the_providers_own_row(
    stripe_server: StripeServer,
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    dispute = stripe_server.dispute(purchase.stripe_payment_intent_id or "")
    stripe_server.decide_dispute(dispute["id"], "lost")
    settle(purchase=purchase)
    Movement.objects.all().delete()
    Dispute.objects.all().delete()
    fill_again()
    assert Movement.objects.filter(provider_id=f"noted-dispute-{purchase.pk}").exists()
    settle(purchase=Purchase.objects.get())
    assert list(Movement.objects.order_by("id").values_list("provider_id", flat=True)) == [
        purchase.stripe_payment_intent_id,
        dispute["id"],
    ]
    assert Purchase.objects.get().refunded_amount == Decimal("995.00")


def test_what_the_release_before_completed_is_noted_that_night(
    stripe_server: StripeServer,
) -> None:
    Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    Movement.objects.all().delete()
    tidy_sales(timestamp=0)
    run_jobs()
    assert Movement.objects.get().amount == Decimal("995.00")


def test_every_admin_is_told_once_that_a_dispute_opened_and_how_it_ended(
    stripe_server: StripeServer,
) -> None:
    admins = [make_user(role="ADMIN"), make_user(role="ADMIN")]
    make_user(role="ADMIN", status="inactive")
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    dispute = stripe_server.dispute(purchase.stripe_payment_intent_id or "", amount=10_000)
    for _ in range(2):
        settle(purchase=Purchase.objects.get())
    told = Message.objects.filter(category="DISPUTE").order_by("pk")
    assert [one.recipient for one in told] == [admin.email for admin in admins]
    assert "disputes $100.00" in told[0].content
    assert f"/admin/purchases/{purchase.pk}" in told[0].content
    stripe_server.decide_dispute(dispute["id"], "won")
    for _ in range(2):
        settle(purchase=Purchase.objects.get())
    told = told.all()
    assert len(told) == 2 * len(admins)
    assert {one.subject.split(":")[0] for one in told[2:]} == {"Dispute won"}


def test_an_inquiry_takes_nothing_and_the_dispute_it_becomes_is_told_as_well(
    stripe_server: StripeServer,
) -> None:
    make_user(role="ADMIN")
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    intent = purchase.stripe_payment_intent_id or ""
    inquiry = stripe_server.dispute(intent, status="warning_needs_response")
    settle(purchase=Purchase.objects.get())
    assert not Movement.objects.filter(kind="dispute").exists()
    stripe_server.decide_dispute(inquiry["id"], "needs_response")
    for _ in range(2):
        settle(purchase=Purchase.objects.get())
    assert Movement.objects.get(kind="dispute").status == "pending"
    told = Message.objects.filter(category="DISPUTE").order_by("pk")
    assert [one.subject.split(":")[0] for one in told] == ["Payment questioned", "Payment disputed"]


def test_an_inquiry_that_is_closed_is_not_called_a_dispute_won(
    stripe_server: StripeServer,
) -> None:
    make_user(role="ADMIN")
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    intent = purchase.stripe_payment_intent_id or ""
    inquiry = stripe_server.dispute(intent, status="warning_needs_response")
    settle(purchase=Purchase.objects.get())
    stripe_server.decide_dispute(inquiry["id"], "warning_closed")
    settle(purchase=Purchase.objects.get())
    told = Message.objects.filter(category="DISPUTE").order_by("pk")
    assert [one.subject.split(":")[0] for one in told] == ["Payment questioned", "Inquiry closed"]
    assert Purchase.objects.get().refunded_amount == 0
