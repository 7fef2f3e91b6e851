"""Refunds: one machine for money, seats, access, coaching and mail, whoever begins it."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from frontrow.catalogue.models import Seat
from frontrow.coaching.models import CoachingSession
from frontrow.core.errors import Conflict
from frontrow.messaging.models import Message
from frontrow.sales.attendees import owned_bootcamp_ids
from frontrow.sales.invariants import violations
from frontrow.sales.models import Purchase, PurchaseState, ReconciliationBreak, Refund
from frontrow.sales.refunds import request_refund
from frontrow.sales.settlement import settle, settle_purchase
from frontrow.sales.sweep import sweep_unfinished
from tests.factories import from_now, make_bootcamp, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.races.crowd import all_at_once
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def bought(stripe_server: StripeServer, **fields: object) -> Purchase:
    return Shopper(stripe_server).buy(bootcamp=make_bootcamp(**fields).pk)


def ledger(stripe_server: StripeServer) -> tuple[int, int]:
    totals = stripe_server.ledger()["totals"]
    return totals["captured"], totals["refunded"]


def letters(category: str) -> int:
    return Message.objects.filter(category=category).count()


def test_a_full_refund_gives_back_money_seat_and_coaching_and_says_so(
    stripe_server: StripeServer,
) -> None:
    user = make_user()
    shopper = Shopper(stripe_server, email=user.email)
    shopper.client.force_login(user, BACKEND)
    purchase = shopper.buy(bootcamp=make_bootcamp(includes_coaching=True).pk)
    refund = request_refund(purchase_id=purchase.pk, reason="first session")
    # Before the provider has even been asked, access is off.
    assert Purchase.objects.get().state == PurchaseState.REFUNDING
    assert owned_bootcamp_ids(user=user) == set()
    assert CoachingSession.objects.get().status == "cancelled"
    run_jobs()
    ended = Purchase.objects.get()
    assert (ended.state, ended.refunded_amount) == ("refunded", Decimal("995.00"))
    assert not Seat.objects.filter(purchase_id=purchase.pk).exists()
    refund.refresh_from_db()
    assert (refund.status, refund.settled_at is not None) == ("succeeded", True)
    assert ledger(stripe_server) == (99_500, 99_500)
    assert letters("REFUND") == 1
    assert violations() == []


def test_a_partial_refund_leaves_the_seat_and_can_be_followed_by_the_rest(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    request_refund(purchase_id=purchase.pk, reason="goodwill", amount=Decimal("100.00"))
    run_jobs()
    partly = Purchase.objects.get()
    assert (partly.state, partly.refunded_amount) == ("completed", Decimal("100.00"))
    assert Seat.objects.filter(purchase_id=purchase.pk).count() == 1
    with pytest.raises(Conflict, match=r"At most \$895.00 can be refunded"):
        request_refund(purchase_id=purchase.pk, reason="x", amount=Decimal("895.01"))
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert ledger(stripe_server) == (99_500, 99_500)
    assert letters("REFUND") == 2
    assert violations() == []


def test_twenty_refunds_at_once_and_one_from_the_provider_are_one_refund(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    intent = purchase.stripe_payment_intent_id
    assert intent
    ours: Callable[[], Any] = partial(
        request_refund, purchase_id=purchase.pk, reason="first session"
    )
    theirs: Callable[[], Any] = partial(stripe_server.refund_at_provider, intent)
    settling: Callable[[], Any] = partial(settle_purchase, purchase_id=purchase.pk)
    all_at_once([theirs, *[ours] * 20, *[settling] * 4])
    run_jobs()
    settle(purchase=Purchase.objects.get())
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert ledger(stripe_server) == (99_500, 99_500)
    assert Refund.objects.filter(status="succeeded").count() == 1
    assert not Refund.objects.filter(status__in=["requested", "pending"]).exists()
    assert letters("REFUND") == 1
    assert ReconciliationBreak.objects.count() == 0
    assert violations() == []


def test_a_refund_made_at_the_provider_comes_back_in_whole_and_in_part(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    intent = purchase.stripe_payment_intent_id
    assert intent
    stripe_server.refund_at_provider(intent, 10_000)
    settle(purchase=purchase)
    partly = Purchase.objects.get()
    assert (partly.state, partly.refunded_amount) == ("completed", Decimal("100.00"))
    stripe_server.refund_at_provider(intent)
    settle(purchase=purchase)
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert list(Refund.objects.order_by("id").values_list("amount", "reason")) == [
        (Decimal("100.00"), "made at the provider"),
        (Decimal("895.00"), "made at the provider"),
    ]
    assert violations() == []


def test_a_refund_whose_reply_was_lost_is_found_and_not_made_again(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    request_refund(purchase_id=purchase.pk, reason="first session")
    stripe_server.fault(kind="lost_reply", method="POST", path="/v1/refunds", times=2)
    with pytest.raises(Exception, match="not answering"):
        settle(purchase=Purchase.objects.get())
    stripe_server.end_faults()
    Purchase.objects.update(state_since=from_now(minutes=-1))
    sweep_unfinished(timestamp=0)
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert ledger(stripe_server) == (99_500, 99_500)
    assert letters("REFUND") == 1


def test_a_refund_that_the_bank_keeps_waiting_ends_when_the_bank_has_decided(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    assert (Purchase.objects.get().state, Refund.objects.get().status) == ("refunding", "pending")
    assert letters("REFUND") == 0
    stripe_server.settle_refunds()
    settle(purchase=Purchase.objects.get())
    assert (Purchase.objects.get().state, Refund.objects.get().status) == ("refunded", "succeeded")
    assert letters("REFUND") == 1


def test_a_refund_that_fails_is_shown_to_an_admin_and_can_be_asked_again(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    made = Refund.objects.get().stripe_refund_id
    assert made
    stripe_server.settle_refund(made, "failed")
    settle(purchase=Purchase.objects.get())
    assert Refund.objects.get().status == "failed"
    assert ReconciliationBreak.objects.get().kind == "refund_failed"
    assert letters("REFUND") == 0


def test_a_lost_dispute_ends_the_purchase_and_a_won_one_changes_nothing(
    stripe_server: StripeServer,
) -> None:
    kept, lost = bought(stripe_server), bought(stripe_server)
    for purchase, ending in ((kept, "won"), (lost, "lost")):
        assert purchase.stripe_payment_intent_id
        dispute = stripe_server.dispute(purchase.stripe_payment_intent_id)
        settle(purchase=purchase)
        assert Purchase.objects.get(pk=purchase.pk).state == "completed"
        stripe_server.decide_dispute(dispute["id"], ending)
        settle(purchase=purchase)
    assert Purchase.objects.get(pk=kept.pk).state == "completed"
    ended = Purchase.objects.get(pk=lost.pk)
    assert (ended.state, ended.refunded_amount) == ("refunded", Decimal("995.00"))
    assert not Seat.objects.filter(purchase_id=lost.pk).exists()
    assert violations() == []


def test_after_the_start_the_money_goes_back_and_the_chair_stays_taken(
    stripe_server: StripeServer,
) -> None:
    purchase = bought(stripe_server)
    assert purchase.bootcamp
    purchase.bootcamp.starts_at = from_now(minutes=-5)
    purchase.bootcamp.save()
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert Seat.objects.filter(purchase_id=purchase.pk).count() == 1
    assert violations() == []


def test_what_is_not_paid_cannot_be_refunded(stripe_server: StripeServer) -> None:
    Shopper(stripe_server).session(bootcamp=make_bootcamp().pk)
    with pytest.raises(Conflict, match="nothing to refund"):
        request_refund(purchase_id=Purchase.objects.get().pk, reason="x")
    assert not Refund.objects.exists()
