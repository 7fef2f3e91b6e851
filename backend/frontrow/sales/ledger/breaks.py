"""Mismatches between our record and the provider's: recorded once, for an admin to resolve."""

from typing import Any

from frontrow.sales.models import ReconciliationBreak


def open_break(
    *, kind: str, payment_intent_id: str, purchase_id: int | None, **details: Any
) -> None:
    """Record a mismatch in the caller's transaction. One that is open already is left as it is."""
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
