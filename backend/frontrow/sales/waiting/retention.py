"""How long we know who waited: docs/reference/privacy.md has the list."""

from datetime import timedelta

from django.db.models.functions import Now

from frontrow.core.jobs import job
from frontrow.sales.models import WaitingEntry, WaitingState

ENDED_KEPT_FOR = timedelta(days=90)
# Not picked again means that their address is known for as long as the class is to come.
REMOVED_KEPT_FOR = timedelta(days=365)


@job(every="56 3 * * *")
def forget_who_waited(timestamp: int) -> None:
    """Each night: whoever is off the list is forgotten, with their offers; purchases stay."""
    ended = WaitingEntry.objects.filter(ended_at__lt=Now() - ENDED_KEPT_FOR)
    ended.exclude(state=WaitingState.REMOVED).delete()
    WaitingEntry.objects.filter(
        state=WaitingState.REMOVED, ended_at__lt=Now() - REMOVED_KEPT_FOR
    ).delete()
