"""The line: its one lock, everybody's place in it, and which classes it closes to passers-by."""

from collections.abc import Collection, Mapping

from django.db import connection
from django.db.models import Case, Exists, OuterRef, Q, When
from django.db.models.functions import Now

from frontrow.catalogue.models import ON_SALE, Bootcamp, Seat
from frontrow.catalogue.seats import FREE
from frontrow.core.advisory_locks import AdvisoryLock, lock_until_commit
from frontrow.sales.models import WaitingEntry, WaitingKind, WaitingState, WaitingWish
from frontrow.sales.waiting.windows import FIRST_COME

# By class: everybody who waits for it, with their number in its line.
_PLACES = """
SELECT w.bootcamp_id, e.id,
    row_number() OVER (PARTITION BY w.bootcamp_id ORDER BY e.proven_at IS NULL, e.queued_at, e.id)
FROM waiting_wishes w JOIN waiting_entries e ON e.id = w.entry_id
WHERE e.state = 'waiting' AND w.bootcamp_id = ANY(%s)
"""


# The first of the line's order, for queries: proven addresses before others.
IN_ORDER = Case(When(proven_at=None, then=1), default=0)


def take_turns() -> None:
    """Joining, serving and adding seats for the list go one at a time, in a transaction.

    One person may wait for several classes, so there is one lock for all of them. It is taken
    before any row is locked.
    """
    lock_until_commit(AdvisoryLock.WAITING_LIST)


def keep_classes_closed() -> None:
    """Let every class say whether its free seats belong to the list; under the lock.

    A date is closed to passers-by while anyone waits for it. A place in line for a whole bundle
    closes only a class without a free seat: else it would keep the bundle's other classes empty.
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
    """By class and entry; who has an open offer is not in line."""
    with connection.cursor() as cursor:
        cursor.execute(_PLACES, [list(bootcamp_ids)])
        return {(bootcamp, entry): place for bootcamp, entry, place in cursor.fetchall()}


def place_of(entry: WaitingEntry) -> int | None:
    """In the shortest of their lines; nothing for whoever is not waiting for a date."""
    if entry.state != WaitingState.WAITING or entry.kind == WaitingKind.INTEREST:
        return None
    wished = [one.bootcamp_id for one in entry.wishes.all() if one.bootcamp_id]
    places = places_in(wished)
    return min((places[one, entry.pk] for one in wished if (one, entry.pk) in places), default=None)
