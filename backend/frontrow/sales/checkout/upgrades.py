"""Upgrades: the rest of a bundle for buyers who own a part, with what counts toward its price.

Requires an account. A typed address proves nothing, so a guest pays the bundle's full price.
"""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import DecimalField, Exists, F, OuterRef, Prefetch, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from frontrow.accounts.models import User
from frontrow.catalogue.bundle_dates import DatesOnSale, most_seats
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.catalogue.prices import prices_of
from frontrow.core.error_codes import ErrorCode
from frontrow.sales.checkout.schemas import MissingBootcampOut, UpgradeOut
from frontrow.sales.enrollment.enrollments import held_by, live
from frontrow.sales.enrollment.upgrades import with_open_upgrades
from frontrow.sales.ledger.disputes import open_disputes
from frontrow.sales.ledger.refund_records import UNDER_WAY
from frontrow.sales.models import (
    CancelReason,
    EndedBecause,
    Enrollment,
    MovementStatus,
    Purchase,
    PurchaseState,
    RefundLine,
)
from frontrow.sales.settlement.settling import call_off
from frontrow.sales.terms.pricing import Package
from frontrow.sales.terms.upgrading import NOTHING, OwnedSeat, Rest, rest_of

_MONEY = DecimalField(max_digits=10, decimal_places=2)


def owned_seats(*, user: User) -> list[OwnedSeat]:
    """Every seat this user holds, with what they paid for it minus refunds.

    A seat that they transferred isn't included. A seat that was transferred to them is included
    with an amount of zero, because another person paid.
    """
    # In a chain the first enrollment was paid for, and refunds refer to it.
    first = Coalesce(OuterRef("first_id"), OuterRef("pk"))
    is_back = Q(movement__status__in=[MovementStatus.PENDING, MovementStatus.SUCCEEDED])
    is_asked_for = Q(movement=None, refund__status__in=UNDER_WAY)
    back = RefundLine.objects.filter(is_back | is_asked_for, enrollment_id=first)
    rows: Iterable[Any] = (
        Enrollment.objects.filter(held_by(user), live())
        .annotate(
            buyer_id=F("purchase__user_id"),
            course=F("bootcamp__course"),
            share=Coalesce(F("first__paid"), F("paid")),
            returned=Coalesce(
                Subquery(
                    back.order_by().values("enrollment").annotate(s=Sum("amount")).values("s")
                ),
                NOTHING,
                output_field=_MONEY,
            ),
            is_disputed=Exists(open_disputes().filter(purchase=OuterRef("purchase"))),
        )
        .order_by("pk")
    )
    return [
        OwnedSeat(
            bootcamp_id=row.bootcamp_id,
            course=row.course,
            name=row.name,
            purchase_id=row.purchase_id,
            paid=max(row.share - row.returned, NOTHING) if row.buyer_id == user.pk else NOTHING,
            is_disputed=row.is_disputed and row.buyer_id == user.pk,
        )
        for row in rows
    ]


def upgrades_for(owned: list[OwnedSeat]) -> tuple[list[UpgradeOut], list[UUID]]:
    """The bundles whose rest can be bought now, and the bundles that are complete."""
    if not owned:
        return [], []
    members = Bootcamp.objects.order_by("step", "starts_at", "pk")
    bundles = Bundle.objects.filter(is_active=True).prefetch_related(
        Prefetch("bootcamps", members, to_attr="parts")
    )
    offers, whole = [], []
    on_sale = DatesOnSale(but={seat.bootcamp_id for seat in owned})
    found = list(bundles.order_by("created_at"))
    prices = prices_of(found)
    for bundle in found:
        parts: list[Any] = bundle.parts
        price = prices[bundle.pk].price
        rest = rest_of(name=bundle.name, price=price, members=parts, owned=owned)
        if rest is not None and not rest.missing:
            whole.append(bundle.pk)
        elif rest is not None and _is_offered(rest, on_sale):
            offers.append(_offer(bundle, price, rest, on_sale))
    return offers, whole


def upgrades_to_show(*, user: User) -> list[UpgradeOut]:
    """Upgrades to suggest on the user's own pages, without courses they have just refunded."""
    offers, _ = upgrades_for(owned_seats(user=user))
    returned = set(
        Enrollment.objects.filter(
            purchase__user=user, ended_because=EndedBecause.REFUNDED
        ).values_list("bootcamp__course", flat=True)
    )
    courses = dict(
        Bootcamp.objects.filter(
            pk__in={one.id for offer in offers for one in offer.missing}
        ).values_list("pk", "course")
    )
    return [
        offer
        for offer in offers
        if returned.isdisjoint(courses.get(one.id, "") for one in offer.missing)
    ]


def claim_counted(*, package: Package, instead_of: Purchase | None) -> bool:
    """Return whether the purchases that count toward the price are paid and not used elsewhere.

    Runs in the caller's transaction, before its purchase is written. The counted purchases stay
    locked, so no refund of them can begin meanwhile. An upgrade begun in another browser is
    canceled, because a payment may lower only one price. Returns False if that upgrade is being
    charged.
    """
    if not package.counted:
        return True
    locked = list(with_open_upgrades(package.counted))
    bases = [one for one in locked if one.pk in package.counted]
    if any(base.state != PurchaseState.COMPLETED for base in bases):
        return False
    others = {one.pk: one for one in locked if one.pk not in package.counted}
    if instead_of is not None:
        others.pop(instead_of.pk, None)
    return all(call_off(purchase=one, reason=CancelReason.REPLACED) for one in others.values())


def _is_offered(rest: Rest, on_sale: DatesOnSale) -> bool:
    are_sold = all(on_sale.of(member) for member in rest.missing)
    return are_sold and (not rest.refusal or rest.code == ErrorCode.NOTHING_TO_PAY)


def _offer(bundle: Bundle, price: Decimal, rest: Rest, on_sale: DatesOnSale) -> UpgradeOut:
    missing = rest.missing
    return UpgradeOut(
        bundle_id=bundle.pk,
        bundle_name=bundle.name,
        bundle_price=price,
        paid=sum(rest.counted.values(), NOTHING),
        price=rest.price,
        is_payable=not rest.refusal,
        available_seats=min(most_seats(on_sale.of(member)) for member in missing),
        missing=[
            MissingBootcampOut(
                id=member.pk,
                name=member.name,
                step=member.step,
                price=member.price,
                start_date=member.starts_at,
                end_date=member.ends_at,
                timezone=member.timezone,
            )
            for member in missing
        ],
    )
