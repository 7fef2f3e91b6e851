"""The ledger's rows: the provider's movements of a payment, the base of all financial figures.

The rows are compared with the provider's each time a payment is read, and only differences are
written. `refunded_amount` on the purchase is their sum and is written only here.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Now

from frontrow.core.money import from_cents
from frontrow.integrations.stripe_records import DisputeSeen, Payment, RefundMade
from frontrow.sales.models import (
    Movement,
    MovementKind,
    MovementStatus,
    Purchase,
    PurchaseState,
)

UNSETTLED = {PurchaseState.PENDING, PurchaseState.CAPTURING, PurchaseState.CANCELING}
_REFUND_STATUS = {
    "succeeded": MovementStatus.SUCCEEDED,
    "failed": MovementStatus.FAILED,
    "canceled": MovementStatus.FAILED,
}


def note_movements(*, purchase: Any, payment: Payment) -> list[Movement]:
    """Update our rows to the provider's state, under the purchase's lock. Returns the changed ones.

    `purchase.known_movements`, if loaded, has each provider id and status.
    """
    if payment.status != "succeeded":
        return []
    known = getattr(purchase, "known_movements", None)
    if known is None:
        known = [
            f"{each} {status}"
            for each, status in Movement.objects.filter(purchase=purchase).values_list(
                "provider_id", "status"
            )
        ]
    changed = [
        movement
        for movement in _movements_of(purchase, payment)
        if f"{movement.provider_id} {movement.status}" not in known
    ]
    if not changed:
        return []
    if len(changed) == 1 and purchase.state in UNSETTLED:
        # Only the payment itself. `enter` writes it together with the state that it leads to.
        purchase.payment_to_note = changed[0]
        return []
    Movement.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["provider_id"],
        update_fields=["status", "fee"],
    )
    if any(movement.kind != MovementKind.PAYMENT for movement in changed):
        keep_sum(purchase=purchase)
    return changed


def forget_what_is_not_there(*, purchase: Purchase, payment: Payment) -> None:
    """Delete our rows of refunds that the provider doesn't list. Its list is the truth."""
    listed = {made.id for made in payment.refunds}
    ours = Movement.objects.filter(purchase=purchase, kind=MovementKind.REFUND)
    ours.exclude(provider_id__in=listed).update(status=MovementStatus.FAILED)
    keep_sum(purchase=purchase)


def keep_sum(*, purchase: Any) -> None:
    """Store the refunded sum of the movements, limited to what was paid."""
    back = given_back(Movement.objects.filter(purchase=purchase)).aggregate(sum=Sum("amount"))
    refunded = min(-(back["sum"] or 0), purchase.total_amount)
    if refunded != purchase.refunded_amount:
        purchase.refunded_amount = refunded
        Purchase.objects.filter(pk=purchase.pk).update(refunded_amount=refunded, updated_at=Now())


def real_movements() -> QuerySet[Movement]:
    """Movements that count in statistics: succeeded, and not the demo student's."""
    return Movement.objects.filter(
        Q(purchase__user=None) | Q(purchase__user__is_demo=False), status=MovementStatus.SUCCEEDED
    )


def given_back(movements: QuerySet[Movement]) -> QuerySet[Movement]:
    """Money that was finally returned, by a refund or by a dispute that we didn't win."""
    return movements.filter(status=MovementStatus.SUCCEEDED).exclude(kind=MovementKind.PAYMENT)


def _movements_of(purchase: Purchase, payment: Payment) -> Iterator[Movement]:
    yield Movement(
        purchase=purchase,
        kind=MovementKind.PAYMENT,
        status=MovementStatus.SUCCEEDED,
        amount=from_cents(payment.cents),
        provider_id=payment.id,
        happened_at=_moment(payment.agreed_at or payment.begun_at),
    )
    for refund in payment.refunds:
        yield _refund(purchase, refund)
    for dispute in payment.disputes:
        yield from _dispute(purchase, dispute)


def _refund(purchase: Purchase, refund: RefundMade) -> Movement:
    return Movement(
        purchase=purchase,
        kind=MovementKind.REFUND,
        status=_REFUND_STATUS.get(refund.status, MovementStatus.PENDING),
        amount=-from_cents(refund.cents),
        provider_id=refund.id,
        happened_at=_moment(refund.made_at),
    )


def _dispute(purchase: Purchase, dispute: DisputeSeen) -> Iterator[Movement]:
    """Movements of a dispute. An inquiry has none, because it takes no money."""
    if not dispute.is_taken:
        return
    yield Movement(
        purchase=purchase,
        kind=MovementKind.DISPUTE,
        status=MovementStatus.PENDING if dispute.is_open else MovementStatus.SUCCEEDED,
        amount=-from_cents(dispute.cents),
        fee=from_cents(dispute.fee_cents),
        provider_id=dispute.id,
        happened_at=_moment(dispute.opened_at),
    )
    if dispute.status == "won":
        yield Movement(
            purchase=purchase,
            kind=MovementKind.DISPUTE_WON,
            status=MovementStatus.SUCCEEDED,
            amount=from_cents(dispute.cents),
            provider_id=f"{dispute.id}-won",
            happened_at=_moment(dispute.won_at or dispute.opened_at),
        )


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
