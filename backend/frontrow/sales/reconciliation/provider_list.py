"""Compares our record with the provider's list of payments, to find what either one lacks."""

from frontrow.integrations import stripe
from frontrow.integrations.stripe_records import Payment, our_site
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.ledger.breaks import open_break
from frontrow.sales.models import Purchase, PurchaseState
from frontrow.sales.settlement.decision import UNAUTHORIZED

MONEY_MOVED = {"requires_capture", "succeeded"}
# Provider states that would change our record.
_TELLS_MORE = {
    PurchaseState.PENDING: {"requires_capture", "succeeded", "canceled"},
    PurchaseState.CAPTURING: {"requires_capture", "succeeded", "canceled"},
    PurchaseState.CANCELING: {"requires_capture", "succeeded", "canceled", *UNAUTHORIZED},
    PurchaseState.FAILED: {"requires_capture", "succeeded", *UNAUTHORIZED},
}


def purchases_to_settle(*, since: int) -> list[int]:
    """Compare every payment begun since then with our record. Returns the purchases to settle."""
    payments = list(stripe.payments_since(since))
    by_intent = {
        purchase.stripe_payment_intent_id: purchase
        for purchase in Purchase.objects.filter(
            stripe_payment_intent_id__in=[payment.id for payment in payments]
        )
    }
    due: list[int] = []
    for payment in payments:
        if payment.id not in by_intent and _is_another_sites(payment):
            continue
        purchase = by_intent.get(payment.id) or adopt(payment)
        if purchase and payment.status in _TELLS_MORE.get(PurchaseState(purchase.state), set()):
            due.append(purchase.pk)
    return due


def adopt(payment: Payment) -> Purchase | None:
    """Link a payment without a purchase to the purchase that it was created for.

    The process may have died between creating the payment and storing its id. A second payment of
    one purchase is canceled. An unknown payment that holds money is a mismatch, unless its metadata
    names another site.
    """
    named = Purchase.objects.filter(pk=payment.purchase_id or 0)
    named.filter(stripe_payment_intent_id=None).update(
        stripe_payment_intent_id=payment.id, client_secret_hash=digest(payment.client_secret)
    )
    # Read only now. The request that created the payment may have stored its id a moment ago, and
    # its buyer is about to pay.
    purchase = named.first()
    if purchase is not None:
        if purchase.stripe_payment_intent_id == payment.id:
            return purchase
        if payment.status in UNAUTHORIZED or payment.status == "requires_capture":
            _call_off(payment)
            return None
    if payment.status in MONEY_MOVED and not _is_another_sites(payment):
        open_break(
            kind="unknown_payment",
            payment_intent_id=payment.id,
            purchase_id=purchase.pk if purchase else None,
            status=payment.status,
            cents=payment.cents,
            currency=payment.currency,
        )
    return None


def _is_another_sites(payment: Payment) -> bool:
    """Several sites may share a provider account. Each writes its name to the metadata."""
    return payment.notes.get("site", our_site()) != our_site()


def _call_off(payment: Payment) -> None:
    try:
        stripe.cancel_payment(payment.id)
    except stripe.StateMoved:
        return
