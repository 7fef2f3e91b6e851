"""Amounts owed after refunds failed. Each is a row of the board until it is settled.

A row states how much is still owed, and for which seat. It is written under the purchase's lock. A
later refund that names no row counts against the oldest one, so that nothing is paid twice.
"""

from decimal import Decimal

from django.db.models import F, QuerySet
from django.db.models.functions import Now

from frontrow.sales.enrollment.enrollments import chain_of
from frontrow.sales.ledger.breaks import open_break
from frontrow.sales.models import ClassChoice, Enrollment, ReconciliationBreak, Refund

FAILED = "refund_failed"
REFUSED = "refund_refused"
# The refund was undone and no seat is left, so everything is owed.
WITHOUT_SEAT = "refund_undone_without_seat"
OWED = (FAILED, REFUSED, WITHOUT_SEAT)


def note_owed(
    *,
    kind: str,
    payment_intent_id: str,
    purchase_id: int,
    name: int | str,
    amount: Decimal,
    refund: Refund | None,
    why: str,
) -> None:
    """Record it. `refund` is our request, or None if it was made in the provider's dashboard."""
    open_break(
        kind=kind,
        payment_intent_id=payment_intent_id,
        purchase_id=purchase_id,
        refund=name,
        request=refund.pk if refund else None,
        seat=refund.gives_back_id if refund else None,
        owed=str(amount),
        why=why,
    )


def rows_of(*, purchase_id: int) -> QuerySet[ReconciliationBreak]:
    rows = ReconciliationBreak.objects.filter(purchase=purchase_id, kind__in=OWED)
    return rows.filter(resolved_at=None).order_by("pk")


def still_owed(row: ReconciliationBreak) -> Decimal:
    return Decimal(row.details.get("owed") or 0)


def owed_of(refund: Refund) -> Decimal:
    """What is still owed of a failed request, minus what other refunds have settled."""
    row = ReconciliationBreak.objects.filter(
        purchase=refund.purchase_id, kind__in=OWED, details__request=refund.pk
    ).first()
    return still_owed(row) if row else refund.amount


def make_good(
    *, purchase_id: int, amount: Decimal, seat: int | None = None, by: Refund | None = None
) -> None:
    """Count a refund against the rows. One for a seat counts only against that seat's row."""
    for row in rows_of(purchase_id=purchase_id):
        named = row.details.get("seat")
        if not still_owed(row) or (seat and named != seat):
            continue
        paid = min(amount, still_owed(row))
        amount -= paid
        # If the seat didn't end with the refund, the row stays open so that its button can end it.
        settle_row(row, paid=paid, by=by, closes=named == seat or not _is_live(named))


def make_all_good(*, purchase_id: int, by: Refund | None) -> None:
    """Count a refund of everything that was left of the payment."""
    for row in rows_of(purchase_id=purchase_id):
        settle_row(row, paid=still_owed(row), by=by)


def close_rows(*, purchase_id: int) -> None:
    """Close the rows, because nothing is left to refund."""
    rows_of(purchase_id=purchase_id).update(resolved_at=Now())


def settle_row(
    row: ReconciliationBreak, *, paid: Decimal, by: Refund | None, closes: bool = True
) -> None:
    """Reduce the row by what was paid, and close it when nothing is owed.

    Class changes that waited for the old refund then wait for the new one.
    """
    left = still_owed(row) - paid
    row.details["owed"] = str(left)
    row.save(update_fields=["details"])
    if left or not closes:
        return
    ReconciliationBreak.objects.filter(pk=row.pk).update(resolved_at=Now())
    if by:
        waiting = ClassChoice.objects.filter(refund=row.details.get("request"), done_at=None)
        waiting.update(refund=by, failure="")


def write_off(refund: Refund) -> Decimal:
    """Close the rows of a request that another one replaces. Returns what was still owed."""
    owed = owed_of(refund)
    for row in rows_of(purchase_id=refund.purchase_id).filter(details__request=refund.pk):
        settle_row(row, paid=still_owed(row), by=None)
    return owed


def forgive(row: ReconciliationBreak, amount: Decimal) -> None:
    """Reduce the row, because the rest of the seat's share was refunded by other means."""
    row.details["owed"] = str(still_owed(row) - amount)
    row.save(update_fields=["details"])
    ClassChoice.objects.filter(refund=row.details.get("request"), done_at=None).update(
        amount=F("amount") - amount
    )


def _is_live(first_enrollment_id: int | None) -> bool:
    chain = chain_of(first_enrollment_id or 0)
    return Enrollment.objects.filter(chain, ended_at=None).exists()
