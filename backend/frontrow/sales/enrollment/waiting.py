"""A place in line, and its states: written here, and by the database where an offer is answered."""

from django.db.models import QuerySet
from django.db.models.functions import Now

from frontrow.sales.models import LIVE, WaitingEntry, WaitingState


def end_places(entries: QuerySet[WaitingEntry], state: WaitingState) -> int:
    """Those that are on the list, in the caller's transaction; returns how many."""
    return entries.filter(state__in=LIVE).update(state=state, ended_at=Now())


def mark_offered(*, entry: WaitingEntry) -> None:
    """Under the entry's lock."""
    WaitingEntry.objects.filter(pk=entry.pk).update(state=WaitingState.OFFERED)


def keep_place_of(*, entry: WaitingEntry) -> None:
    """Its offer was withdrawn by us: the place is as it was before it, and no offer was missed."""
    WaitingEntry.objects.filter(
        pk=entry.pk, state__in=[WaitingState.WAITING, WaitingState.OFF]
    ).update(
        state=WaitingState.WAITING, misses=entry.misses, queued_at=entry.queued_at, ended_at=None
    )
