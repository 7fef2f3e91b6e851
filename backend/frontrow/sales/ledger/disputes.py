"""Disputes: our copy of the provider's, and the notices about them."""

from datetime import UTC, datetime
from typing import Any

from django.db.models import F, QuerySet

from frontrow.core.clock import now
from frontrow.core.money import from_cents
from frontrow.integrations.stripe_records import DisputeSeen, Payment
from frontrow.messaging.outbox import write_messages
from frontrow.sales.emails.dispute_emails import dispute_emails
from frontrow.sales.models import Dispute, Fact, Purchase


def note_disputes(*, purchase: Any, payment: Payment) -> None:
    """Update the disputes of a purchase, under its lock.

    The operator is told once when a dispute opens, when an inquiry becomes one, and when it ends.
    """
    if not payment.disputes:
        return
    known = {one.provider_id: one for one in Dispute.objects.filter(purchase=purchase)}
    for seen in payment.disputes:
        before = known.get(seen.id)
        if before is None or _differs(before, seen):
            _note(purchase, before, seen)


def open_disputes() -> QuerySet[Dispute]:
    """Open disputes, unanswered ones first, by deadline."""
    return Dispute.objects.filter(closed_at=None).order_by(
        F("evidence_sent_at").asc(nulls_first=True), F("due_by").asc(nulls_last=True), "pk"
    )


def is_disputed(*, purchase: Purchase) -> bool:
    return Dispute.objects.filter(purchase=purchase, closed_at=None).exists()


def _differs(row: Dispute, seen: DisputeSeen) -> bool:
    kept = (row.status, row.due_by, row.evidence_sent_at is not None)
    return kept != (seen.status, _moment(seen.due_by), seen.is_answered)


def _note(purchase: Purchase, before: Dispute | None, seen: DisputeSeen) -> None:
    row = before or Dispute(
        purchase=purchase,
        provider_id=seen.id,
        amount=from_cents(seen.cents),
        reason=seen.reason,
        opened_at=datetime.fromtimestamp(seen.opened_at, UTC),
    )
    news = not before or (before.is_open, before.is_inquiry) != (seen.is_open, seen.is_inquiry)
    row.status, row.due_by = seen.status, _moment(seen.due_by)
    if seen.is_answered and row.evidence_sent_at is None:
        row.evidence_sent_at = now()
    if not seen.is_open and row.closed_at is None:
        row.closed_at = now()
    elif seen.is_open:
        row.closed_at = None
    row.save()
    if news:
        what = "dispute.opened" if seen.is_open else f"dispute.{seen.status}"
        Fact.objects.create(what=what, purchase=purchase, details={"dispute": row.provider_id})
        write_messages(dispute_emails(dispute=row, purchase=purchase))


def _moment(seconds: int) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if seconds else None
