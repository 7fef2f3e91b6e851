"""What a package costs and contains now. The only source is the catalogue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from frontrow.catalogue.bundle_dates import with_date
from frontrow.catalogue.models import Bootcamp, Bundle, BundleBootcamp, Seat
from frontrow.catalogue.prices import PriceNow, has_steps, prices_of, why_closed
from frontrow.catalogue.seats import OPEN, NotOnSale, OnlyHeld, SoldOut, seconds_until_free
from frontrow.core.clock import now
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.sales.models import Enrollment
from frontrow.sales.terms.chosen_dates import on_chosen_dates
from frontrow.sales.terms.discounts import (
    AskedCode,
    Line,
    PackageFacts,
    Quote,
    Refusal,
    price_kept_until,
    quote,
)
from frontrow.sales.terms.upgrading import NOTHING, OwnedSeat, rest_of


@dataclass(frozen=True, kw_only=True)
class Package:
    """One bootcamp or one bundle, with everything that a purchase stores of it."""

    name: str
    price: Decimal
    bootcamps: Sequence[Bootcamp]
    bundle: Bundle | None
    # The list price of each bootcamp if it isn't that of the date. A bundle's price is shared by
    # its own dates, whichever dates the buyer chose.
    prices: Sequence[Decimal] = ()
    # Earlier payments by purchase, which are subtracted from the bundle's price.
    counted: Mapping[int, Decimal] = field(default_factory=dict)
    # The rest of a bundle for a buyer who owns a part of it.
    is_rest: bool = False
    # The seat that it moves. The price is then the difference to what was paid before.
    moves: Enrollment | None = None
    # How the price is composed. None if it is a plain amount.
    quote: Quote | None = None
    early: PriceNow | None = None
    asked: AskedCode | None = None
    # Until when a session that is created now keeps this price.
    until: datetime | None = None
    # Why no new session may begin, in words, because sales are closed.
    closed: str = ""

    @property
    def lines(self) -> Sequence[Line]:
        """The price lines. Empty for a plain price, which needs no explanation."""
        return self.quote.lines if self.quote and len(self.quote.lines) > 1 else ()

    @property
    def code_id(self) -> int | None:
        return self.quote.code.id if self.quote and self.quote.code else None

    @property
    def asked_code_id(self) -> int | None:
        """The code that was typed, whether or not it can be used."""
        return self.asked.facts.id if self.asked and self.asked.facts else None

    @property
    def refusal(self) -> Refusal | None:
        """Why the typed code was left out."""
        return self.quote.refusal if self.quote else None

    @property
    def bootcamp(self) -> Bootcamp | None:
        return None if self.bundle else self.bootcamps[0]

    def is_sold_as(
        self, *, bootcamp_id: int | None, bundle_id: UUID | None, moves_id: int | None
    ) -> bool:
        own = (self.bootcamp, self.bundle, self.moves)
        return tuple(one.pk if one else None for one in own) == (bootcamp_id, bundle_id, moves_id)


def find_package(
    *,
    bootcamp_ids: Sequence[int],
    bundle_id: UUID | None,
    holder_ids: Sequence[int] = (),
    owned: Sequence[OwnedSeat] = (),
    dates: Mapping[int, int] = MappingProxyType({}),
    asked: AskedCode | None = None,
) -> Package:
    """The package on sale. Raises NotOnSale or SoldOut, naming the first unavailable bootcamp.

    Seats held by the purchases in `holder_ids` are the visitor's own and count as free. If the
    visitor owns a part of the bundle, the package is the rest. `dates` maps members to other dates.
    Closed sales and a refused code raise nothing here, because a buyer who has begun to pay keeps
    the price for a while.
    """
    package = look_up_package(
        bootcamp_ids=bootcamp_ids,
        bundle_id=bundle_id,
        holder_ids=holder_ids,
        owned=owned,
        dates=dates,
        asked=asked,
    )
    for bootcamp in package.bootcamps:
        name = with_date(bootcamp) if bootcamp.pk in dates.values() else bootcamp.name
        if not bootcamp.is_offered or bootcamp.starts_at <= now():
            raise NotOnSale(name)
        if not bootcamp.has_free_seat:  # type: ignore[attr-defined]
            raise _no_seat_in(bootcamp, name)
    return package


def look_up_package(
    *,
    bootcamp_ids: Sequence[int],
    bundle_id: UUID | None,
    holder_ids: Sequence[int] = (),
    owned: Sequence[OwnedSeat] = (),
    dates: Mapping[int, int] = MappingProxyType({}),
    asked: AskedCode | None = None,
) -> Package:
    """The same without a free seat, because the price is shown in any case."""
    if bool(bootcamp_ids) == bool(bundle_id):
        raise Invalid("Choose one bootcamp or one bundle.")
    if dates and not bundle_id:
        raise Invalid("Choose the date itself to buy a single bootcamp.")
    free = OPEN | Q(
        enrollment_id__in=Enrollment.objects.filter(purchase__in=holder_ids).values("pk")
    )
    package = (
        _bundle(bundle_id, free, owned, dates) if bundle_id else _single(bootcamp_ids[0], free)
    )
    return _priced(package, asked)


def _priced(package: Package, asked: AskedCode | None) -> Package:
    at = now()
    closes = [each.sales_close_at for each in package.bootcamps if each.sales_close_at]
    found = quote(
        package=PackageFacts(
            name=package.name,
            bootcamp_id=package.bootcamp.pk if package.bootcamp else None,
            bundle_id=package.bundle.pk if package.bundle else None,
            counted=sum(package.counted.values(), NOTHING),
            closes_at=min(closes, default=None),
            is_upgrade=package.is_rest,
            timezone=package.bootcamps[0].timezone,
        ),
        price=package.early or PriceNow(price=package.price, regular=package.price),
        at=at,
        asked=asked,
    )
    return replace(
        package,
        price=found.total,
        quote=found,
        asked=asked,
        until=price_kept_until(found, at=at),
        closed=next(filter(None, (why_closed(each, at=at) for each in package.bootcamps)), ""),
    )


def _no_seat_in(bootcamp: Bootcamp, name: str) -> SoldOut:
    seconds = seconds_until_free(bootcamp_ids=[bootcamp.pk])
    return SoldOut(name) if seconds is None else OnlyHeld(name, frees_in=seconds)


def _single(bootcamp_id: int, free: Q) -> Package:
    bootcamp = (
        Bootcamp.objects.annotate(
            has_free_seat=_any_seat(free, "pk"), has_steps=has_steps("bootcamp")
        )
        .filter(pk=bootcamp_id)
        .first()
    )
    # Only admins can see a draft. For others it doesn't exist.
    if bootcamp is None or bootcamp.published_at is None:
        raise NotFound("This bootcamp isn't on sale.")
    return Package(
        name=bootcamp.name,
        price=bootcamp.price,
        bootcamps=[bootcamp],
        bundle=None,
        early=prices_of([bootcamp])[bootcamp.pk] if bootcamp.has_steps else None,
    )


def _bundle(
    bundle_id: UUID, free: Q, owned: Sequence[OwnedSeat], dates: Mapping[int, int]
) -> Package:
    found = (
        BundleBootcamp.objects.filter(bundle_id=bundle_id, bundle__is_active=True)
        .select_related("bundle", "bootcamp")
        .annotate(has_free_seat=_any_seat(free, "bootcamp_id"), has_steps=has_steps("bundle"))
        .order_by("bootcamp_id")
    )
    rows = list(found)
    if not rows:
        raise NotFound("This bundle isn't on sale.")
    for row in rows:
        row.bootcamp.has_free_seat = row.has_free_seat  # type: ignore[attr-defined]
    bundle = rows[0].bundle
    members = [row.bootcamp for row in rows]
    if not dates.keys() <= {member.pk for member in members}:
        raise Invalid("This bundle doesn't include that bootcamp.")
    early = prices_of([bundle])[bundle.pk] if rows[0].has_steps else None
    price = early.price if early else bundle.price
    rest = rest_of(name=bundle.name, price=price, members=members, owned=owned)
    if rest is not None and rest.refusal:
        raise Conflict(rest.refusal, code=rest.code)
    # A date for a part that is already owned isn't part of the order.
    parts = members if rest is None else rest.missing
    return Package(
        name=bundle.name if rest is None else f"{bundle.name} upgrade",
        # The whole price. What counts toward it is subtracted line by line.
        price=bundle.price,
        early=early,
        is_rest=rest is not None,
        bootcamps=_on_dates(parts, free, owned, dates) if dates else parts,
        prices=[member.price for member in parts],
        bundle=bundle,
        counted={} if rest is None else rest.counted,
    )


def _on_dates(
    parts: Sequence[Bootcamp], free: Q, owned: Sequence[OwnedSeat], dates: Mapping[int, int]
) -> Sequence[Bootcamp]:
    # Drafts are excluded, because visitors can't see them.
    found = Bootcamp.objects.filter(pk__in=dates.values(), published_at__isnull=False)
    return on_chosen_dates(
        parts=parts,
        chosen=dates,
        found={each.pk: each for each in found.annotate(has_free_seat=_any_seat(free, "pk"))},
        owned_ids={seat.bootcamp_id for seat in owned},
    )


def _any_seat(free: Q, bootcamp: str) -> Exists:
    return Exists(Seat.objects.filter(free, bootcamp_id=OuterRef(bootcamp)))
