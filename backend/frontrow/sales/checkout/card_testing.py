"""Card testing protection: after five declines from a network, its payments require 3-D Secure.

Counted per network, because a card tester can discard cookies. An honest buyer with several
declines confirms the payment with their bank. A person who has only a stolen number can't.
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
    """Return whether new payments from this network require confirmation by the bank.

    Read from the cache, because a buyer is waiting. If the cache loses it, the next decline sets it
    again.
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
    """Count a decline. The payment stays open, but may now require confirmation by the bank."""
    intent = purchase.stripe_payment_intent_id
    if not intent or purchase.state != PurchaseState.PENDING:
        return
    if not purchase.network_key or not _is_trying_cards(purchase.network_key):
        return
    cache.set(_doubt(purchase.network_key), value=True, timeout=WITHIN.total_seconds())
    payment = stripe.read_payment(intent)
    # Not while another attempt is being confirmed, because a change would interrupt it.
    if payment and payment.status == "requires_payment_method":
        with contextlib.suppress(stripe.StateMoved):
            stripe.ask_the_bank(intent)
