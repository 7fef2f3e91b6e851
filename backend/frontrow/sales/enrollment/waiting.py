"""Writes the states of waiting list entries. The database also does when an offer is answered."""

from django.db.models import QuerySet
from django.db.models.functions import Now

from frontrow.sales.models import LIVE, WaitingEntry, WaitingState


def end_places(entries: QuerySet[WaitingEntry], state: WaitingState) -> int:
    """End entries that are on the list, in the caller's transaction. Returns how many."""
    return entries.filter(state__in=LIVE).update(state=state, ended_at=Now())


def mark_offered(*, entry: WaitingEntry) -> None:
    """Requires the entry's lock."""
    WaitingEntry.objects.filter(pk=entry.pk).update(state=WaitingState.OFFERED)


def keep_place_of(*, entry: WaitingEntry) -> None:
    """Restore the place after we withdrew its offer. It doesn't count as a missed offer."""
    WaitingEntry.objects.filter(
        pk=entry.pk, state__in=[WaitingState.WAITING, WaitingState.OFF]
    ).update(
        state=WaitingState.WAITING, misses=entry.misses, queued_at=entry.queued_at, ended_at=None
    )
