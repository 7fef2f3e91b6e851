"""Money not there yet, or moving when the purchase is over: no seat for nothing, none kept."""

import threading
from collections.abc import Callable
from decimal import Decimal

import pytest

from frontrow.catalogue.models import Seat
from frontrow.messaging.models import Message
from frontrow.sales.models import (
    AccountInvitation,
    Dispute,
    Purchase,
    PurchaseState,
    ReconciliationBreak,
    Refund,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement import settling
from frontrow.sales.settlement.decision import Decision, PaymentSeen, PurchaseSeen, decide
from frontrow.sales.settlement.settling import settle, settle_purchase
from tests.factories import from_now, make_bootcamp
from tests.fakes.stripe import StripeServer
from tests.faults.processes import wait_until
from tests.jobs import run_jobs
from tests.lock_waits import somebody_waits
from tests.races.crowd import all_at_once
from tests.sales.buying import Shopper, money_of

pytestmark = pytest.mark.django_db(transaction=True)

# The buyer's bank wants to be asked before it agrees.
ALWAYS_ASKED = "4000002760003184"


def breaks() -> list[tuple[str, str]]:
    found = ReconciliationBreak.objects.order_by("kind")
    return list(found.values_list("kind", "payment_intent_id"))


# Not paid yet


def test_a_buyer_whose_bank_still_asks_has_no_seat_until_it_agrees(
    stripe_server: StripeServer,
) -> None:
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=make_bootcamp().pk)
    assert shopper.hold(intent).status_code == 200
    assert shopper.confirm(intent, ALWAYS_ASKED)["status"] == "requires_action"
    refused = shopper.complete(intent)
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "Your payment wasn't completed. You haven't been charged.",
    )
    assert Purchase.objects.get().state == PurchaseState.PENDING
    assert not Seat.objects.filter(enrollment_id__isnull=False, held_until=None).exists()
    assert Message.objects.count() == 0
    stripe_server.challenge(intent)
    assert shopper.complete(intent).json()["status"] == "completed"
    assert money_of(stripe_server) == (99_500, 0)


# Paid, and nothing to be had for it


def test_a_payment_captured_by_hand_with_no_seat_left_goes_back_at_once(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp(max_seats=1)
    late = Shopper(stripe_server, email="late@example.test")
    intent = late.pay(bootcamp=bootcamp.pk)
    Shopper(stripe_server, email="quick@example.test").buy(bootcamp=bootcamp.pk)
    stripe_server.v1.payment_intents.capture(intent)
    settled = settle(purchase=Purchase.objects.get(stripe_payment_intent_id=intent))
    assert (settled.purchase.state, breaks()) == ("refunded", [])
    assert Refund.objects.get().amount == Decimal("995.00")
    assert money_of(stripe_server) == (2 * 99_500, 99_500)
    assert Seat.objects.exclude(enrollment_id=None).count() == 1
    assert violations() == []


def given_up_while_authorized(stripe_server: StripeServer) -> str:
    """We wrote that it failed, and died before the provider heard of it."""
    intent = Shopper(stripe_server).pay(bootcamp=make_bootcamp().pk)
    Seat.objects.update(enrollment_id=None, held_until=None)
    Purchase.objects.update(state=PurchaseState.FAILED)
    return intent


def test_what_is_paid_after_the_purchase_failed_goes_back_and_an_admin_sees_it(
    stripe_server: StripeServer,
) -> None:
    intent = given_up_while_authorized(stripe_server)
    stripe_server.v1.payment_intents.capture(intent)
    settle(purchase=Purchase.objects.get())
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    assert money_of(stripe_server) == (99_500, 99_500)
    assert breaks() == [("paid_after_failure", intent)]
    assert not Seat.objects.exclude(enrollment_id=None).exists()
    # Looked at again, nothing more goes back.
    settle(purchase=Purchase.objects.get())
    assert money_of(stripe_server) == (99_500, 99_500)
    assert violations() == []


def test_an_authorization_left_open_by_a_failed_purchase_is_canceled(
    stripe_server: StripeServer,
) -> None:
    intent = given_up_while_authorized(stripe_server)
    settle(purchase=Purchase.objects.get())
    assert stripe_server.intent(intent)["status"] == "canceled"
    assert (Purchase.objects.get().state, breaks()) == ("failed", [])
    assert money_of(stripe_server) == (0, 0)


# Money we count on and the provider does not have


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        (PurchaseState.COMPLETED, "completed_without_money"),
        (PurchaseState.REFUNDING, "refund_without_money"),
    ],
)
def test_a_payment_we_count_on_that_was_never_made_is_shown_to_an_admin(
    state: PurchaseState, kind: str, stripe_server: StripeServer
) -> None:
    intent = Shopper(stripe_server).pay(bootcamp=make_bootcamp().pk)
    Purchase.objects.update(state=state, completed_at=from_now())
    for _ in range(2):
        settle(purchase=Purchase.objects.get())
    assert breaks() == [(kind, intent)]
    assert Purchase.objects.get().state == state
    assert money_of(stripe_server) == (0, 0)


def test_a_refund_the_bank_sends_back_afterwards_is_shown_to_an_admin(
    stripe_server: StripeServer,
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    # We had been told that the money had arrived.
    Purchase.objects.update(state=PurchaseState.REFUNDED)
    made = Refund.objects.get().stripe_refund_id
    assert made
    stripe_server.settle_refund(made, "failed")
    settle(purchase=Purchase.objects.get())
    intent = purchase.stripe_payment_intent_id
    assert breaks() == [("refund_came_back", intent), ("refund_failed", intent)]
    assert Purchase.objects.get().state == PurchaseState.REFUNDED


# Two at once


def settle_twice_at_once(stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two handlers of one paid purchase; whoever has read it waits for the other to come."""
    intent = Shopper(stripe_server).pay(bootcamp=make_bootcamp().pk)
    stripe_server.v1.payment_intents.capture(intent)
    purchase = Purchase.objects.get()
    arrived: list[int] = []

    def decide_together(seen: PurchaseSeen, payment: PaymentSeen | None) -> Decision:
        arrived.append(threading.get_ident())
        wait_until(
            lambda: len(arrived) > 1 or somebody_waits(),
            what="the other one has read it too, or waits for the lock",
        )
        return decide(seen, payment)

    monkeypatch.setattr(settling, "decide", decide_together)
    outcomes = all_at_once([lambda: settle_purchase(purchase_id=purchase.pk)] * 2)
    assert outcomes == [None, None]
    assert Purchase.objects.get().state == PurchaseState.COMPLETED
    assert money_of(stripe_server) == (99_500, 0)


def test_of_two_who_settle_at_once_one_completes(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle_twice_at_once(stripe_server, monkeypatch)
    assert AccountInvitation.objects.count() == 1
    assert violations() == []


def test_control_without_the_lock_both_complete(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlocked = settling._LOCKED.replace("FOR UPDATE OF p", "")
    monkeypatch.setattr(settling, "_LOCKED", unlocked)
    settle_twice_at_once(stripe_server, monkeypatch)
    assert AccountInvitation.objects.count() == 2


def test_whoever_read_the_payment_before_somebody_moved_it_reads_it_again(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    Shopper(stripe_server).pay(bootcamp=make_bootcamp().pk)
    purchase = Purchase.objects.get()
    others = [purchase.pk]

    def complete_it_meanwhile(label: str) -> None:
        if label == "settle.after_read" and others:
            settle_purchase(purchase_id=others.pop())

    monkeypatch.setattr(settling, "crash_point", complete_it_meanwhile)
    settled = settle(purchase=purchase)
    # What it had read says that nothing was captured yet.
    assert (settled.purchase.state, breaks()) == ("completed", [])
    assert money_of(stripe_server) == (99_500, 0)
    assert AccountInvitation.objects.count() == 1
    assert violations() == []


# Two handlers, the slower of which has read the older answer


def overtake_once(monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], object]) -> None:
    """Between a handler's reading and its writing, once."""
    waiting = [meanwhile]

    def passed(label: str) -> None:
        if label == "settle.after_read" and waiting:
            waiting.pop()()

    monkeypatch.setattr(settling, "crash_point", passed)


def settle_now() -> Purchase:
    return settle(purchase=Purchase.objects.get()).purchase


def test_a_part_that_has_arrived_does_not_go_back_to_being_on_its_way(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="goodwill", amount=Decimal("100.00"))
    run_jobs()

    def arrives() -> None:
        stripe_server.settle_refunds()
        settle_now()

    overtake_once(monkeypatch, arrives)
    settle_now()
    assert Purchase.objects.get().refunded_amount == Decimal("100.00")
    assert Refund.objects.get().status == "succeeded"


def test_a_refund_made_a_moment_ago_is_not_called_refused(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    stripe_server.leave_refunds_pending()
    request_refund(purchase_id=purchase.pk, reason="first session")
    overtake_once(monkeypatch, settle_now)
    settle_now()
    assert Purchase.objects.get().state == "refunding"
    assert not Message.objects.filter(subject__startswith="Your refund could not").exists()
    assert money_of(stripe_server) == (99_500, 0)


def test_a_dispute_that_was_won_is_not_open_again(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    dispute = stripe_server.dispute(purchase.stripe_payment_intent_id or "")

    def won() -> None:
        stripe_server.decide_dispute(dispute["id"], "won")
        settle_now()

    overtake_once(monkeypatch, won)
    settle_now()
    assert Dispute.objects.get().status == "won"
    assert Purchase.objects.get().refunded_amount == Decimal("0.00")
