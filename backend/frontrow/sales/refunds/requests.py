"""Asking for a refund: written with everything it takes away, and then carried out by `settle`."""

from decimal import Decimal

from django.db import transaction

from frontrow.accounts.models import User
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.jobs import enqueue
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.ledger.disputes import is_disputed
from frontrow.sales.ledger.refund_lines import fill_lines
from frontrow.sales.ledger.refund_records import UNDER_WAY
from frontrow.sales.models import (
    MovementKind,
    MovementStatus,
    Purchase,
    PurchaseState,
    Refund,
)
from frontrow.sales.settlement.settling import settle_purchase
from frontrow.sales.settlement.states import enter

DISPUTED = (
    "The cardholder's bank disputes this payment, so it can't be refunded until the bank has"
    " decided."
)


def refundable(purchase: Purchase) -> Decimal:
    """What is left of the payment: neither given back nor on its way there."""
    returning = [
        movement.amount
        for movement in purchase.movements.all()
        if (movement.kind, movement.status) == (MovementKind.REFUND, MovementStatus.PENDING)
    ]
    left = purchase.total_amount - purchase.refunded_amount + sum(returning)
    return max(left, Decimal(0))


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
        raise Conflict("There's nothing to refund.", code=ErrorCode.NOTHING_TO_REFUND)
    if is_disputed(purchase=purchase):
        raise Conflict(DISPUTED, code=ErrorCode.PAYMENT_DISPUTED)
    left = refundable(purchase)
    wanted = left if amount is None else amount
    if not 0 < wanted <= left:
        raise Conflict(
            f"At most {format_amount(left, purchase.currency)} can be refunded.",
            code=ErrorCode.REFUND_TOO_LARGE,
        )
    refund = Refund.objects.create(
        purchase=purchase, amount=wanted, reason=reason, requested_by=requested_by, note=note
    )
    fill_lines(purchase_ids=[purchase.pk])
    if wanted == left:
        enter(purchase=purchase, state=PurchaseState.REFUNDING, because=reason, who=requested_by)
    enqueue(settle_purchase, purchase_id=purchase.pk)
    return refund
