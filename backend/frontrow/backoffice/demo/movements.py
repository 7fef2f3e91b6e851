"""Demo data: the ledger movements of purchases, as the provider would have reported them."""

from collections.abc import Iterable, Sequence

from frontrow.backoffice.demo.storing import give_ids
from frontrow.sales.models import (
    PAID_FOR,
    Movement,
    MovementKind,
    MovementStatus,
    Purchase,
    Refund,
    RefundStatus,
)


def movements_of(*, purchases: Iterable[Purchase], refunds: Sequence[Refund]) -> list[Movement]:
    """One movement per payment and per completed refund. Refunds refer to their payment."""
    payments = [
        Movement(
            purchase=purchase,
            kind=MovementKind.PAYMENT,
            status=MovementStatus.SUCCEEDED,
            amount=purchase.total_amount,
            provider_id=purchase.stripe_payment_intent_id,
            happened_at=purchase.completed_at or purchase.created_at,
        )
        for purchase in purchases
        if purchase.state in PAID_FOR and purchase.stripe_payment_intent_id
    ]
    made = [refund for refund in refunds if refund.status == RefundStatus.SUCCEEDED]
    backs = [
        Movement(
            purchase=refund.purchase,
            kind=MovementKind.REFUND,
            status=MovementStatus.SUCCEEDED,
            amount=-refund.amount,
            provider_id=refund.stripe_refund_id or "",
            happened_at=refund.settled_at or refund.created_at,
        )
        for refund in made
    ]
    give_ids([*payments, *backs])
    for refund, movement in zip(made, backs, strict=True):
        refund.movement = movement
    return [*payments, *backs]
