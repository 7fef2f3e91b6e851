"""Retention of bulk actions. docs/reference/privacy.md has the whole list."""

from datetime import timedelta

from django.db.models.functions import Now

from frontrow.backoffice.models import BulkAct
from frontrow.core.batches import batches_of
from frontrow.core.jobs import job

KEPT_FOR = timedelta(days=30)


@job(every="13 4 * * *")
def forget_bulk_acts(timestamp: int) -> None:
    """Each night: delete actions older than a month, with their texts and failures."""
    for batch in batches_of(BulkAct.objects.filter(created_at__lt=Now() - KEPT_FOR)):
        batch.delete()
