"""Dates on which a bundle's members can be taken: the member's own, or another of its course."""

from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import Any

from django.db.models import Count

from frontrow.catalogue.models import ON_SALE, Bootcamp
from frontrow.catalogue.seats import OPEN_SEATS
from frontrow.core.dates import format_moment, weekday

# As many as a person can look through. The member's own date is always included.
MOST_SHOWN = 20


def stands_for(date: Bootcamp, member: Bootcamp) -> bool:
    """Whether a bundle's buyer may choose this date instead of the member's own.

    A date with a higher price is excluded, because moving to it after the sale costs extra too.
    """
    return _stands_for(date, member.course, member.price)


def _stands_for(date: Bootcamp, course: str, price: Decimal) -> bool:
    return bool(date.course == course and date.price <= price)


class DatesOnSale:
    """All dates on sale with their free seats, loaded once for all bundles of a response."""

    def __init__(self, *, but: Collection[int] = ()) -> None:
        self._all: list[Any] = list(
            Bootcamp.objects.filter(ON_SALE)
            .exclude(pk__in=but)
            .annotate(free_seats=Count("seats", filter=OPEN_SEATS))
            .order_by("starts_at", "pk")
        )
        self._found: dict[tuple[str, Decimal], list[Any]] = {}

    def of(self, member: Bootcamp) -> list[Any]:
        """The dates that can be chosen instead of the member's own, soonest first."""
        return self.instead_of(member.pk, course=member.course, price=member.price)

    def instead_of(self, bootcamp_id: int, *, course: str, price: Decimal) -> list[Any]:
        key = (course, price)
        if key not in self._found:
            self._found[key] = [one for one in self._all if _stands_for(one, course, price)]
        dates = self._found[key]
        return dates[:MOST_SHOWN] + [one for one in dates[MOST_SHOWN:] if one.pk == bootcamp_id]


def most_seats(dates: Iterable[Any]) -> int:
    """The number of free seats on the emptiest of these dates."""
    return max((date.free_seats for date in dates), default=0)


def with_date(bootcamp: Bootcamp) -> str:
    """Beginner Bootcamp on Thu, Oct 9 at 6:00 PM EDT: names one date in an error message."""
    at, zone = bootcamp.starts_at, bootcamp.timezone
    return f"{bootcamp.name} on {weekday(at, zone)}, {format_moment(at, zone)}"
