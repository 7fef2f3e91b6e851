"""Counting rows for a pager (capped count): no further than anybody pages."""

from typing import Any, NamedTuple

from django.db.models import QuerySet

# Whoever finds more than this narrows the search: nobody pages through it.
COUNTED_UP_TO = 1_000


class Counted(NamedTuple):
    total: int
    # False where there are more than `total`.
    is_exact: bool


def capped(seen: int) -> Counted:
    """Of so many rows seen, at most one more than are counted."""
    return Counted(min(seen, COUNTED_UP_TO), seen <= COUNTED_UP_TO)


def count_rows(found: QuerySet[Any]) -> Counted:
    """In one statement, which costs the same however many rows there are."""
    return capped(found.order_by()[: COUNTED_UP_TO + 1].count())
