"""The current price of a package: its regular price, or an early price while one applies."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    Subquery,
    When,
)

from frontrow.catalogue.models import Bootcamp, Bundle, PriceStep
from frontrow.core.clock import now
from frontrow.core.dates import format_moment, weekday


@dataclass(frozen=True, kw_only=True)
class PriceNow:
    price: Decimal
    regular: Decimal
    # When the early price ends, and how many seats are left at it. Null if no such limit applies or
    # there is no early price.
    until: datetime | None = None
    seats_left: int | None = None
    # The prices after the early price: when its time is up, and when its seats are sold. They may
    # be another early price.
    then: Decimal | None = None
    after_seats: Decimal | None = None
    # Whether the regular price may be struck through, because a buyer has really paid it before.
    is_struck: bool = False

    @property
    def is_early(self) -> bool:
        return self.price < self.regular


def price_now(*, regular: Decimal, steps: Iterable[PriceStep], sold: int, at: datetime) -> PriceNow:
    """The lowest early price that applies at the moment, else the regular price. A pure function.

    The first of equal prices counts.
    """
    known = list(steps)
    step = _cheapest(known, regular=regular, sold=sold, at=at)
    if step is None:
        return PriceNow(price=regular, regular=regular)

    def price_when(*, sold: int, at: datetime) -> Decimal:
        following = _cheapest(known, regular=regular, sold=sold, at=at)
        return following.price if following else regular

    by_time, by_seats = step.until, step.first_seats
    after_time = None if by_time is None else price_when(sold=sold, at=by_time)
    after_seats = None if by_seats is None else price_when(sold=by_seats, at=at)
    return PriceNow(
        price=step.price,
        regular=regular,
        until=by_time,
        seats_left=None if by_seats is None else by_seats - sold,
        then=after_seats if after_time is None else after_time,
        after_seats=after_seats,
        is_struck=step.was_charged and step.regular_price == regular,
    )


def _cheapest(
    steps: Iterable[PriceStep], *, regular: Decimal, sold: int, at: datetime
) -> PriceStep | None:
    holding = [step for step in steps if not why_ended(step, regular=regular, sold=sold, at=at)]
    return min(holding, key=lambda each: each.price, default=None)


def why_ended(step: PriceStep, *, regular: Decimal, sold: int, at: datetime) -> str:
    """Why an early price no longer applies, for the admin panel. Empty while it does."""
    if step.withdrawn_at is not None:
        return "Withdrawn"
    if step.until is not None and step.until <= at:
        return "Time is up"
    if step.first_seats is not None and sold >= step.first_seats:
        return "Seats sold"
    if step.price >= regular:
        return "The regular price is no higher"
    return ""


def why_closed(bootcamp: Bootcamp, *, at: datetime) -> str:
    """Why no purchase can be started now. Empty while sales are open."""
    opens_at, closes_at = bootcamp.sales_open_at, bootcamp.sales_close_at
    if opens_at is not None and at < opens_at:
        zone = bootcamp.timezone
        return f"Sales open {weekday(opens_at, zone)}, {format_moment(opens_at, zone)}."
    if closes_at is not None and at >= closes_at:
        return "Sales have closed."
    return ""


# Loaded with the package, so that a package without early prices costs no further query.
def has_steps(package: str) -> Exists:
    """Whether the row's package (`bootcamp` or `bundle`) has an early price that may apply."""
    steps = PriceStep.objects.filter(_may_hold(now()))
    return Exists(steps.filter(**{package: OuterRef("pk" if package == "bootcamp" else package)}))


def prices_of(
    packages: Collection[Bootcamp | Bundle], *, at: datetime | None = None
) -> Mapping[Any, PriceNow]:
    """The current price of each package, by key, in one statement."""
    moment = at or now()
    steps: dict[Any, list[Any]] = {package.pk: [] for package in packages}
    bootcamps = [each.pk for each in packages if isinstance(each, Bootcamp)]
    bundles = [each.pk for each in packages if isinstance(each, Bundle)]
    found = PriceStep.objects.filter(
        _may_hold(moment), Q(bootcamp__in=bootcamps) | Q(bundle__in=bundles)
    )
    for step in found.annotate(sold=_sold()).order_by("pk") if packages else ():
        steps[step.bootcamp_id or step.bundle_id].append(step)
    return {
        package.pk: price_now(
            regular=package.price,
            steps=steps[package.pk],
            sold=max((step.sold for step in steps[package.pk]), default=0),
            at=moment,
        )
        for package in packages
    }


def _may_hold(at: datetime) -> Q:
    return Q(withdrawn_at=None) & (Q(until=None) | Q(until__gt=at))


# Sales that count for "the first N": neither gifts nor upgrades of earlier purchases.
_SOLD_STATES = ("capturing", "completed", "refunding")


def count_sold(package: Bootcamp | Bundle) -> int:
    kind: Any = type(package)
    return int(kind.objects.filter(pk=package.pk).aggregate(n=_sales_of(kind))["n"])


def _sold() -> Case:
    """Sales are counted only if the result depends on them."""
    return Case(
        When(first_seats=None, then=0),
        When(bundle=None, then=_count(Bootcamp, "bootcamp")),
        default=_count(Bundle, "bundle"),
        output_field=IntegerField(),
    )


def _count(kind: type[Bootcamp] | type[Bundle], package: str) -> Subquery:
    rows = kind.objects.filter(pk=OuterRef(package))
    return Subquery(rows.annotate(n=_sales_of(kind)).values("n"))


def _sales_of(kind: type[Bootcamp] | type[Bundle]) -> Count:
    """Purchases are referred to only by the relation's name, because they are a higher layer."""
    if kind is Bundle:
        return Count("purchases", filter=_is_paid_sale("purchases__"), distinct=True)
    of_class = _is_paid_sale("enrollments__purchase__") & Q(enrollments__ended_at=None)
    return Count("enrollments", filter=of_class, distinct=True)


def _is_paid_sale(purchase: str) -> Q:
    asked = {"state__in": _SOLD_STATES, "total_amount__gt": 0, "upgrade_credits": None}
    return Q(**{f"{purchase}{name}": value for name, value in asked.items()})
