"""A purchase's refunds (completed, pending or refused) as one list for all pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from frontrow.sales.models import Movement, MovementKind, MovementStatus, Purchase, Refund
from frontrow.sales.models import RefundStatus as Status

SHOWN = (MovementKind.REFUND, MovementKind.DISPUTE)


@dataclass(frozen=True, kw_only=True)
class MoneyBack:
    # Of our request, or the negative id of a movement without one.
    id: int
    amount: Decimal
    status: Status
    # A dispute, in which a bank took the money.
    is_dispute: bool
    asked_at: datetime
    settled_at: datetime | None
    request: Refund | None


def money_back_of(purchase: Purchase) -> list[MoneyBack]:
    """From `purchase.refunds` and `purchase.movements`, which may be prefetched."""
    return money_back(movements=purchase.movements.all(), requests=list(purchase.refunds.all()))


def money_back(*, movements: Iterable[Movement], requests: Sequence[Refund]) -> list[MoneyBack]:
    """Movements with their requests, and requests without a movement, in order of time."""
    all_moved = list(movements)
    won = {one.provider_id for one in all_moved if one.kind == MovementKind.DISPUTE_WON}
    by_movement = {one.movement_id: one for one in requests if one.movement_id}
    moved = [
        _moved(each, by_movement.get(each.pk))
        for each in all_moved
        if each.kind in SHOWN and f"{each.provider_id}-won" not in won
    ]
    asked = [_asked(each) for each in requests if each.movement_id is None]
    return sorted([*moved, *asked], key=lambda each: (each.asked_at, abs(each.id)))


def _moved(movement: Movement, request: Refund | None) -> MoneyBack:
    has_gone = movement.status == MovementStatus.SUCCEEDED
    when = request.settled_at if request and request.settled_at else movement.happened_at
    return MoneyBack(
        id=request.pk if request else -movement.pk,
        amount=-movement.amount,
        status=Status(movement.status),
        is_dispute=movement.kind == MovementKind.DISPUTE,
        asked_at=request.created_at if request else movement.happened_at,
        settled_at=when if has_gone else None,
        request=request,
    )


def _asked(request: Refund) -> MoneyBack:
    return MoneyBack(
        id=request.pk,
        amount=request.amount,
        status=Status(request.status),
        is_dispute=False,
        asked_at=request.created_at,
        settled_at=request.settled_at,
        request=request,
    )
