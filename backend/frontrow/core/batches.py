"""Work on many rows in pieces, each small enough for the time one statement may take."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

BATCH = 2000


def batches_of(rows: QuerySet[Any]) -> Iterator[QuerySet[Any]]:
    """The same rows, some thousand at a time, each looked at once and in the order of their ids."""
    found: list[Any] = []
    while True:
        later = rows.filter(pk__gt=found[-1]) if found else rows
        found = list(later.order_by("pk").values_list("pk", flat=True)[:BATCH])
        if not found:
            return
        # The condition stands: a row may have changed since it was found.
        yield rows.filter(pk__in=found)
