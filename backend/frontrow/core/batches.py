"""Process many rows in batches, each small enough for the statement timeout."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

BATCH = 2000


def batches_of(rows: QuerySet[Any]) -> Iterator[QuerySet[Any]]:
    """The rows in batches of some thousand, each row once and in order of id."""
    found: list[Any] = []
    while True:
        later = rows.filter(pk__gt=found[-1]) if found else rows
        found = list(later.order_by("pk").values_list("pk", flat=True)[:BATCH])
        if not found:
            return
        # The filter is applied again, because a row may have changed since it was found.
        yield rows.filter(pk__in=found)
