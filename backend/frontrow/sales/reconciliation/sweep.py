"""Periodic work for unfinished purchases, so that none depends on a browser to come back."""

import time
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from frontrow.core.jobs import enqueue, job
from frontrow.sales.models import (
    Enrollment,
    Purchase,
    PurchaseState,
    Refund,
    RefundStatus,
    StripeEvent,
)
from frontrow.sales.reconciliation.provider_list import purchases_to_settle
from frontrow.sales.reconciliation.stripe_events import handle_event
from frontrow.sales.settlement.settling import (
    GIVEN_UP_AFTER,
    PRICE_OVER_AFTER,
    settle_purchase,
)
from frontrow.sales.terms.free_seats import CONFIRM_WITHIN, FREE

# An open request needs a moment. If it is older, its process has died.
IN_HAND = timedelta(seconds=20)
# After the Pay click the card may be authorized even if the browser is gone.
PAYING_FOR = timedelta(hours=1)
# Covers all payments that can still change, because unpaid sessions last a day.
COMPARED_SECONDS = 26 * 60 * 60


@job(every="* * * * *")
def sweep_unfinished(timestamp: int) -> None:
    """Each minute: settle stuck purchases, and queue unhandled events again."""
    for purchase_id in _unfinished():
        enqueue(settle_purchase, purchase_id=purchase_id, once=f"settle:{purchase_id}")
    forgotten = StripeEvent.objects.filter(handled_at=None, received_at__lt=Now() - IN_HAND)
    for event_id in forgotten.values_list("pk", flat=True):
        enqueue(handle_event, event_id=event_id, once=f"event:{event_id}")


def _unfinished() -> list[int]:
    on_the_way = Q(
        state__in=[PurchaseState.CAPTURING, PurchaseState.CANCELING, PurchaseState.REFUNDING],
        state_since__lt=Now() - IN_HAND,
    )
    has_begun = Exists(
        Enrollment.objects.filter(purchase=OuterRef("pk"), bootcamp__starts_at__lte=Now())
    )
    pending = Q(state=PurchaseState.PENDING) & (
        ~FREE
        & Q(
            terms_accepted_at__gt=Now() - PAYING_FOR,
            terms_accepted_at__lt=Now() - IN_HAND,
        )
        # Sooner for an unconfirmed free seat, which is then released.
        | (
            Q(created_at__lt=Now() - GIVEN_UP_AFTER)
            | FREE & Q(created_at__lt=Now() - CONFIRM_WITHIN)
        )
        & ~Q(held_until__gt=Now())
        | Q(price_until__lt=Now() - PRICE_OVER_AFTER)
        | has_begun
    )
    refund_open = Exists(
        Refund.objects.filter(purchase=OuterRef("pk"), status=RefundStatus.REQUESTED)
    )
    unfinished = Purchase.objects.filter(on_the_way | pending).values_list("pk", flat=True)
    refunds = Purchase.objects.filter(Q(state=PurchaseState.COMPLETED) & refund_open)
    return [*unfinished, *refunds.values_list("pk", flat=True)]


@job(every="*/5 * * * *")
def compare_with_provider(timestamp: int) -> None:
    """Every five minutes: find payments that no event or browser has reported."""
    for purchase_id in purchases_to_settle(since=int(time.time()) - COMPARED_SECONDS):
        enqueue(settle_purchase, purchase_id=purchase_id, once=f"settle:{purchase_id}")
