"""The line: its lock, each person's place, and which classes it closes to visitors."""

from collections.abc import Collection, Mapping

from django.db import connection
from django.db.models import Case, Exists, OuterRef, Q, When
from django.db.models.functions import Now

from frontrow.catalogue.models import ON_SALE, Bootcamp, Seat
from frontrow.catalogue.seats import FREE
from frontrow.core.advisory_locks import AdvisoryLock, lock_until_commit
from frontrow.sales.models import WaitingEntry, WaitingKind, WaitingState, WaitingWish
from frontrow.sales.waiting.windows import FIRST_COME

# For each class, the people who wait for it, with their numbers in its line.
_PLACES = """
SELECT w.bootcamp_id, e.id,
    row_number() OVER (PARTITION BY w.bootcamp_id ORDER BY e.proven_at IS NULL, e.queued_at, e.id)
FROM waiting_wishes w JOIN waiting_entries e ON e.id = w.entry_id
WHERE e.state = 'waiting' AND w.bootcamp_id = ANY(%s)
"""


# The first sort key of the line for queries: verified addresses first.
IN_ORDER = Case(When(proven_at=None, then=1), default=0)


def take_turns() -> None:
    """Take the lock for joining, serving and adding seats, in a transaction.

    One person may wait for several classes, so all classes share one lock. It is taken before any
    row is locked.
    """
    lock_until_commit(AdvisoryLock.WAITING_LIST)


def keep_classes_closed() -> None:
    """Update for every class whether its free seats are reserved for the list, under the lock.

    A date is closed to visitors while a person waits for it. A wish for a whole bundle only closes
    classes without a free seat, because it would keep the bundle's other classes empty.
    """
    waits = WaitingWish.objects.filter(bootcamp=OuterRef("pk"), entry__state=WaitingState.WAITING)
    is_full = ~Exists(Seat.objects.filter(FREE, bootcamp=OuterRef("bootcamp")))
    is_waited_for = waits.filter(Q(entry__kind=WaitingKind.DATES) | is_full)
    belongs = ON_SALE & Q(starts_at__gte=Now() + FIRST_COME) & Exists(is_waited_for)
    for closed, wrong in ((True, belongs), (False, ~belongs)):
        found = Bootcamp.objects.filter(wrong, serves_list=not closed).order_by("pk")
        ids = list(found.select_for_update(no_key=True).values_list("pk", flat=True))
        if ids:
            Bootcamp.objects.filter(pk__in=ids).update(serves_list=closed)


def places_in(bootcamp_ids: Collection[int]) -> Mapping[tuple[int, int], int]:
    """By class and entry. A person with an open offer isn't in line."""
    with connection.cursor() as cursor:
        cursor.execute(_PLACES, [list(bootcamp_ids)])
        return {(bootcamp, entry): place for bootcamp, entry, place in cursor.fetchall()}


def place_of(entry: WaitingEntry) -> int | None:
    """Their best place in any line. None if they don't wait for a date."""
    if entry.state != WaitingState.WAITING or entry.kind == WaitingKind.INTEREST:
        return None
    wished = [one.bootcamp_id for one in entry.wishes.all() if one.bootcamp_id]
    places = places_in(wished)
    return min((places[one, entry.pk] for one in wished if (one, entry.pk) in places), default=None)
