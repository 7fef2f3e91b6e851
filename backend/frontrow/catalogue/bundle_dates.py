"""On which dates a bundle's bootcamps can be taken: its own, or another of the same course."""

from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import Any

from django.db.models import Count

from frontrow.catalogue.models import ON_SALE, Bootcamp
from frontrow.catalogue.seats import OPEN_SEATS
from frontrow.core.dates import format_moment, weekday

# As many as a person can look through; the bundle's own date is always among them.
MOST_SHOWN = 20


def stands_for(date: Bootcamp, member: Bootcamp) -> bool:
    """Whether the buyer of a bundle may take this date in the member's place.

    Not one that costs more: moving there after the sale is paid for, too.
    """
    return _stands_for(date, member.course, member.price)


def _stands_for(date: Bootcamp, course: str, price: Decimal) -> bool:
    return bool(date.course == course and date.price <= price)


class DatesOnSale:
    """Every date that can be bought now, with its free seats, for all bundles of one answer."""

    def __init__(self, *, but: Collection[int] = ()) -> None:
        self._all: list[Any] = list(
            Bootcamp.objects.filter(ON_SALE)
            .exclude(pk__in=but)
            .annotate(free_seats=Count("seats", filter=OPEN_SEATS))
            .order_by("starts_at", "pk")
        )
        self._found: dict[tuple[str, Decimal], list[Any]] = {}

    def of(self, member: Bootcamp) -> list[Any]:
        """Those that can be taken in the member's place, the soonest first."""
        return self.instead_of(member.pk, course=member.course, price=member.price)

    def instead_of(self, bootcamp_id: int, *, course: str, price: Decimal) -> list[Any]:
        key = (course, price)
        if key not in self._found:
            self._found[key] = [one for one in self._all if _stands_for(one, course, price)]
        dates = self._found[key]
        return dates[:MOST_SHOWN] + [one for one in dates[MOST_SHOWN:] if one.pk == bootcamp_id]


def most_seats(dates: Iterable[Any]) -> int:
    """How many are free on the emptiest of these dates."""
    return max((date.free_seats for date in dates), default=0)


def with_date(bootcamp: Bootcamp) -> str:
    """Beginner Bootcamp on Thu, Oct 9 at 6:00 PM EDT: one date of several, in a refusal."""
    at, zone = bootcamp.starts_at, bootcamp.timezone
    return f"{bootcamp.name} on {weekday(at, zone)}, {format_moment(at, zone)}"
