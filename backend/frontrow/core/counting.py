"""Capped row counts for pagination."""

from typing import Any, NamedTuple

from django.db.models import QuerySet

# People narrow the search instead of paging through more results than this.
COUNTED_UP_TO = 1_000


class Counted(NamedTuple):
    total: int
    # False if there are more rows than `total`.
    is_exact: bool


def capped(seen: int) -> Counted:
    """Build a count from the number of rows seen, which is at most one above the cap."""
    return Counted(min(seen, COUNTED_UP_TO), seen <= COUNTED_UP_TO)


def count_rows(found: QuerySet[Any]) -> Counted:
    """Count in one statement whose cost doesn't grow with the number of rows."""
    return capped(found.order_by()[: COUNTED_UP_TO + 1].count())
