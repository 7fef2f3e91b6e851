"""Stolen cards are tried out in small shops: after five declines the cardholder's bank is asked.

Counted by network, because a browser is new as soon as its cookies are thrown away. An honest buyer
with an unlucky evening sees what their bank shows them anyway; whoever holds only a number stops.
"""

import contextlib
from datetime import timedelta

from django.core.cache import cache
from django.db.models.functions import Now

from frontrow.integrations import stripe
from frontrow.sales.models import Purchase, PurchaseState, StripeEvent

DECLINED = "payment_intent.payment_failed"
DECLINES = 5
WITHIN = timedelta(hours=1)


def is_doubted(*, network_key: str) -> bool:
    """Whether the bank is to be asked about a new payment from there.

    From the cache, because a buyer waits for it; should the cache lose it, the next decline tells.
    """
    return bool(network_key and cache.get(_doubt(network_key)))


def _doubt(network_key: str) -> str:
    return f"cards-tried-{network_key}"


def _is_trying_cards(network_key: str) -> bool:
    tried = Purchase.objects.filter(network_key=network_key).values("stripe_payment_intent_id")
    declined = StripeEvent.objects.filter(
        type=DECLINED, object_id__in=tried, received_at__gt=Now() - WITHIN
    )
    return declined[:DECLINES].count() == DECLINES


def note_decline(*, purchase: Purchase) -> None:
    """The provider said no once more: the payment stays open, perhaps only with the bank's word."""
    intent = purchase.stripe_payment_intent_id
    if not intent or purchase.state != PurchaseState.PENDING:
        return
    if not purchase.network_key or not _is_trying_cards(purchase.network_key):
        return
    cache.set(_doubt(purchase.network_key), value=True, timeout=WITHIN.total_seconds())
    payment = stripe.read_payment(intent)
    # Not while the next card is on its way: a change would send its holder back from the bank.
    if payment and payment.status == "requires_payment_method":
        with contextlib.suppress(stripe.StateMoved):
            stripe.ask_the_bank(intent)
