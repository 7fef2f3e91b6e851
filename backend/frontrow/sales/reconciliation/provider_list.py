"""Our record beside the provider's own list: whatever one has and the other lacks is found."""

from frontrow.integrations import stripe
from frontrow.integrations.stripe_records import Payment, our_site
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.ledger.breaks import open_break
from frontrow.sales.models import Purchase, PurchaseState
from frontrow.sales.settlement.decision import UNAUTHORIZED

MONEY_MOVED = {"requires_capture", "succeeded"}
# What the provider's word would change in ours.
_TELLS_MORE = {
    PurchaseState.PENDING: {"requires_capture", "succeeded", "canceled"},
    PurchaseState.CAPTURING: {"requires_capture", "succeeded", "canceled"},
    PurchaseState.CANCELING: {"requires_capture", "succeeded", "canceled", *UNAUTHORIZED},
    PurchaseState.FAILED: {"requires_capture", "succeeded", *UNAUTHORIZED},
}


def purchases_to_settle(*, since: int) -> list[int]:
    """Compare every payment begun since then with our record; the purchases to settle."""
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
    """The purchase a payment without one belongs to, now joined to it.

    We may have died between making the payment and writing down its id. A second payment of one
    purchase is called off; one that nobody here knows and that holds money is a break, unless
    another site has written its name on it.
    """
    named = Purchase.objects.filter(pk=payment.purchase_id or 0)
    named.filter(stripe_payment_intent_id=None).update(
        stripe_payment_intent_id=payment.id, client_secret_hash=digest(payment.client_secret)
    )
    # Read only now: the request that made the payment may have written it down a moment ago, and
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
    """Several sites may share an account at the provider; each writes its name on its payments."""
    return payment.notes.get("site", our_site()) != our_site()


def _call_off(payment: Payment) -> None:
    try:
        stripe.cancel_payment(payment.id)
    except stripe.StateMoved:
        return
