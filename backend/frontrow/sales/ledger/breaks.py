"""Where we and the provider disagree: written down once, for an admin to see and mend."""

from typing import Any

from frontrow.sales.models import ReconciliationBreak


def open_break(
    *, kind: str, payment_intent_id: str, purchase_id: int | None, **details: Any
) -> None:
    """Note the disagreement, in the caller's transaction; one already open stays as it is."""
    ReconciliationBreak.objects.bulk_create(
        [
            ReconciliationBreak(
                kind=kind,
                payment_intent_id=payment_intent_id,
                purchase_id=purchase_id,
                details=details,
            )
        ],
        ignore_conflicts=True,
    )
