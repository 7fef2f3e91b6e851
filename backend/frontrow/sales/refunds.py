"""Asking for a refund: written with everything it takes away, and then carried out by `settle`."""

from decimal import Decimal

from django.db import transaction
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.coaching.sessions import cancel_sessions
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.jobs import enqueue
from frontrow.sales.certificates import revoke_certificates
from frontrow.sales.meeting_places import give_up_places
from frontrow.sales.models import Purchase, PurchaseState, Refund
from frontrow.sales.refund_records import UNDER_WAY
from frontrow.sales.settlement import settle_purchase


@transaction.atomic
def request_refund(
    *,
    purchase_id: int,
    reason: str,
    amount: Decimal | None = None,
    requested_by: User | None = None,
    note: str = "",
) -> Refund:
    """Ask for the money back, all that is left of it or a part.

    A full refund ends access, coaching and certificates at once, before the provider has answered;
    the seat is free when the money is back. Asked again while one is under way, that one is
    returned.
    """
    purchase = Purchase.objects.select_for_update().filter(pk=purchase_id).first()
    if purchase is None:
        raise NotFound
    under_way = Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).first()
    if under_way is not None:
        return under_way
    if purchase.state != PurchaseState.COMPLETED or purchase.stripe_payment_intent_id is None:
        raise Conflict("There is nothing to refund.")
    left = purchase.total_amount - purchase.refunded_amount
    wanted = left if amount is None else amount
    if not 0 < wanted <= left:
        raise Conflict(f"At most ${left} can be refunded.")
    refund = Refund.objects.create(
        purchase=purchase, amount=wanted, reason=reason, requested_by=requested_by, note=note
    )
    if wanted == left:
        Purchase.objects.filter(pk=purchase.pk).update(
            state=PurchaseState.REFUNDING, state_since=Now(), updated_at=Now()
        )
        cancel_sessions(purchase_id=purchase.pk)
        give_up_places(purchase_id=purchase.pk)
        revoke_certificates(purchase_id=purchase.pk)
    enqueue(settle_purchase, purchase_id=purchase.pk)
    return refund
