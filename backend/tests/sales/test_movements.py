"""The ledger of movements: kept from what the provider says."""

import pytest

from frontrow.messaging.models import Message
from frontrow.sales.models import Movement, Purchase
from frontrow.sales.settlement.settling import settle
from tests.factories import make_bootcamp, make_user
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)


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
