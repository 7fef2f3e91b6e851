"""The line: its one lock, everybody's place in it, and which classes it closes to passers-by."""

from collections.abc import Collection, Mapping

from django.db import connection

from frontrow.sales.models import WaitingEntry, WaitingKind, WaitingState
from frontrow.sales.waiting.windows import FIRST_COME

# Whoever joins, serves or adds seats for the list takes turns: the order is one for all classes,
# because one person may wait for several. Taken before every row, so nobody waits in a circle.
_LOCK = "SELECT pg_advisory_xact_lock(22, 0)"

# A date is closed to passers-by while anybody waits for it. Whoever waits for a whole bundle closes
# only a class that has no free seat: else one of them would keep the others empty.
_TO_CHANGE = """
SELECT b.id, NOT b.serves_list FROM bootcamps b
WHERE (b.serves_list OR EXISTS (
        SELECT 1 FROM waiting_wishes w JOIN waiting_entries e ON e.id = w.entry_id
        WHERE w.bootcamp_id = b.id AND e.state = 'waiting'))
  AND b.serves_list IS DISTINCT FROM (
    is_on_sale(b.status, offered_since(b.published_at, b.sales_stopped_at), b.starts_at)
    AND b.starts_at >= now() + %s::interval
    AND EXISTS (
        SELECT 1 FROM waiting_wishes w JOIN waiting_entries e ON e.id = w.entry_id
        WHERE w.bootcamp_id = b.id AND e.state = 'waiting'
          AND (e.kind = 'dates' OR NOT EXISTS (
              SELECT 1 FROM seats s
              WHERE s.bootcamp_id = b.id AND seat_is_free(s.enrolment_id, s.held_until)))))
ORDER BY b.id FOR NO KEY UPDATE OF b
"""
_CHANGE = "UPDATE bootcamps SET serves_list = %s WHERE id = ANY(%s)"

# By class: everybody who waits for it, with their number in its line.
_PLACES = """
SELECT w.bootcamp_id, e.id,
    row_number() OVER (PARTITION BY w.bootcamp_id ORDER BY e.queued_at, e.id)
FROM waiting_wishes w JOIN waiting_entries e ON e.id = w.entry_id
WHERE e.state = 'waiting' AND w.bootcamp_id = ANY(%s)
"""


def take_turns() -> None:
    """In a transaction, before any row is locked."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK)


def keep_classes_closed() -> None:
    """Let every class say whether its free seats belong to the list; under the lock."""
    with connection.cursor() as cursor:
        cursor.execute(_TO_CHANGE, [f"{FIRST_COME.total_seconds():.0f} seconds"])
        changes = cursor.fetchall()
        for closed in (True, False):
            ids = [bootcamp_id for bootcamp_id, becomes in changes if becomes is closed]
            if ids:
                cursor.execute(_CHANGE, [closed, ids])


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
