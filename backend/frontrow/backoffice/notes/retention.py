"""Retention of notes. docs/reference/privacy.md has the whole list."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from frontrow.backoffice.models import DeskNote
from frontrow.core.batches import batches_of
from frontrow.core.jobs import job
from frontrow.sales.models import PurchaseState

KEPT_FOR = timedelta(days=730)
# Notes about people who didn't buy are deleted after the same time.
UNPAID_KEPT_FOR = timedelta(days=30)


@job(every="3 4 * * *")
def forget_old_notes(timestamp: int) -> None:
    """Each night: delete old notes, and notes on purchases that were never paid."""
    old = Q(created_at__lt=Now() - KEPT_FOR)
    unpaid = Q(
        purchase__state=PurchaseState.FAILED,
        purchase__completed_at=None,
        purchase__state_since__lt=Now() - UNPAID_KEPT_FOR,
    )
    for batch in batches_of(DeskNote.objects.filter(old | unpaid)):
        batch.delete()
