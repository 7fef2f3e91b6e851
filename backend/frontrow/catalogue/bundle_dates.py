"""On which dates a bundle's bootcamps can be taken: its own, or another date of the same kind."""

from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import Any

from django.db.models import Count, Q
from django.db.models.functions import Now

from frontrow.catalogue.models import OFFERED, Bootcamp
from frontrow.catalogue.seats import OPEN_SEATS
from frontrow.core.dates import format_moment, weekday

# As many as a person can look through; the bundle's own date is always among them.
MOST_SHOWN = 20


def stands_for(date: Bootcamp, member: Bootcamp) -> bool:
    """Whether the buyer of a bundle may take this date in the member's place.

    Not one that costs more: moving there after the sale is paid for, too.
    """
    return date.bootcamp_type == member.bootcamp_type and date.price <= member.price


class DatesOnSale:
    """Every date that can be bought now, with its free seats, for all bundles of one answer."""

    def __init__(self, *, but: Collection[int] = ()) -> None:
        self._all: list[Any] = list(
            Bootcamp.objects.filter(
                OFFERED,
                Q(sales_open_at=None) | Q(sales_open_at__lte=Now()),
                Q(sales_close_at=None) | Q(sales_close_at__gt=Now()),
                starts_at__gt=Now(),
            )
            .exclude(pk__in=but)
            .annotate(free_seats=Count("seats", filter=OPEN_SEATS))
            .order_by("starts_at", "pk")
        )
        self._found: dict[tuple[str, Decimal], list[Any]] = {}

    def of(self, member: Bootcamp) -> list[Any]:
        """Those that can be taken in the member's place, the soonest first."""
        key = (member.bootcamp_type, member.price)
        if key not in self._found:
            self._found[key] = [date for date in self._all if stands_for(date, member)]
        dates = self._found[key]
        return dates[:MOST_SHOWN] + [one for one in dates[MOST_SHOWN:] if one.pk == member.pk]


def most_seats(dates: Iterable[Any]) -> int:
    """How many are free on the emptiest of these dates."""
    return max((date.free_seats for date in dates), default=0)


def with_date(bootcamp: Bootcamp) -> str:
    """Beginner Bootcamp on Thu, Oct 9 at 6:00 PM EDT: one date of several, in a refusal."""
    at, zone = bootcamp.starts_at, bootcamp.timezone
    return f"{bootcamp.name} on {weekday(at, zone)}, {format_moment(at, zone)}"
