"""What a package costs and consists of right now, read from the catalogue and from nowhere else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from frontrow.catalogue.models import Bootcamp, Bundle, BundleBootcamp, Seat
from frontrow.catalogue.seats import FREE, NotOnSale, OnlyHeld, SoldOut, seconds_until_free
from frontrow.core.clock import now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.sales.models import Enrolment
from frontrow.sales.terms.upgrading import OwnedSeat, rest_of


@dataclass(frozen=True, kw_only=True)
class Package:
    """One bootcamp or one bundle, with everything a purchase keeps of it."""

    name: str
    price: Decimal
    bootcamps: Sequence[Bootcamp]
    bundle: Bundle | None
    # Paid before, by purchase, and taken off the bundle's price: only what is missing is sold.
    counted: Mapping[int, Decimal] = field(default_factory=dict)
    # The seat that is moved with it; the price is then the difference to what was paid before.
    moves: Enrolment | None = None

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
    is_gift: bool = False,
) -> Package:
    """The package on sale. Raises NotOnSale or SoldOut, naming the first bootcamp in the way.

    Seats held by the purchases in `holder_ids` count as free: they are the asker's own. Of a bundle
    that they own a part of, the package is the rest. A gift may also be what has no price and so
    cannot be bought.
    """
    if bool(bootcamp_ids) == bool(bundle_id):
        raise Invalid("Choose one bootcamp or one bundle.")
    free = FREE | Q(enrolment_id__in=Enrolment.objects.filter(purchase__in=holder_ids).values("pk"))
    package = _bundle(bundle_id, free, owned) if bundle_id else _single(bootcamp_ids[0], free)
    for bootcamp in package.bootcamps:
        if not bootcamp.is_offered or bootcamp.starts_at <= now():
            raise NotOnSale(bootcamp.name)
        if not bootcamp.has_free_seat:  # type: ignore[attr-defined]
            raise _no_seat_in(bootcamp)
    if not package.price and not is_gift:
        raise Conflict(
            f"{package.name} can't be bought online. Please contact us.",
            code=ErrorCode.NOT_ON_SALE,
        )
    return package


def _no_seat_in(bootcamp: Bootcamp) -> SoldOut:
    seconds = seconds_until_free(bootcamp_ids=[bootcamp.pk])
    return SoldOut(bootcamp.name) if seconds is None else OnlyHeld(bootcamp.name, frees_in=seconds)


def _single(bootcamp_id: int, free: Q) -> Package:
    bootcamp = (
        Bootcamp.objects.annotate(has_free_seat=_any_seat(free, "pk"))
        .filter(pk=bootcamp_id)
        .first()
    )
    # A draft is nobody's business but the admins': to everybody else it does not exist.
    if bootcamp is None or bootcamp.published_at is None:
        raise NotFound("This bootcamp isn't on sale.")
    return Package(name=bootcamp.name, price=bootcamp.price, bootcamps=[bootcamp], bundle=None)


def _bundle(bundle_id: UUID, free: Q, owned: Sequence[OwnedSeat]) -> Package:
    found = (
        BundleBootcamp.objects.filter(bundle_id=bundle_id, bundle__is_active=True)
        .select_related("bundle", "bootcamp")
        .annotate(has_free_seat=_any_seat(free, "bootcamp_id"))
        .order_by("bootcamp_id")
    )
    rows = list(found)
    if not rows:
        raise NotFound("This bundle isn't on sale.")
    for row in rows:
        row.bootcamp.has_free_seat = row.has_free_seat  # type: ignore[attr-defined]
    bundle = rows[0].bundle
    members = [row.bootcamp for row in rows]
    rest = rest_of(name=bundle.name, price=bundle.price, members=members, owned=owned)
    if rest is not None:
        if rest.refusal:
            raise Conflict(rest.refusal, code=rest.code)
        return Package(
            name=f"{bundle.name} upgrade",
            price=rest.price,
            bootcamps=rest.missing,
            bundle=bundle,
            counted=rest.counted,
        )
    return Package(
        name=bundle.name,
        price=bundle.price,
        bootcamps=members,
        bundle=bundle,
    )


def _any_seat(free: Q, bootcamp: str) -> Exists:
    return Exists(Seat.objects.filter(free, bootcamp_id=OuterRef(bootcamp)))
