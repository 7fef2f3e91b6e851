"""Moving a seat to another date. The new seat is taken before the old one is released.

One transaction under the purchase's lock. If no seat is available, nothing changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Q,
    QuerySet,
)
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.courses import same_course
from frontrow.catalogue.models import OFFERED, ON_SALE, Bootcamp
from frontrow.catalogue.seats import OPEN_SEATS
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.changes.changeable import changeable, locked_seat, why_it_stays
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.enrollment.enrollments import held_by, live
from frontrow.sales.models import Enrollment
from frontrow.sales.settlement.moved_seats import BY_DESK, move_enrollment
from frontrow.sales.terms.pricing import Package, find_package
from frontrow.sales.terms.upgrading import payable

PRICE_DIFFERENCE = "Price difference"
NOTHING_TO_PAY = "Moving to this date costs nothing. Move your seat without paying."
LONGEST_NAME = 255
HAS_SEAT = "You already have a seat on this date."
FULL = "This date is sold out."


@dataclass(frozen=True, kw_only=True)
class Mover:
    """The person who moves a seat. An admin may do so late, repeatedly and to a dearer date."""

    user: User | None = None
    is_desk: bool = False
    # Also to another course. Requires the rights to see amounts and to refund.
    may_change_course: bool = False


@dataclass(frozen=True, kw_only=True)
class MoveDate:
    """A date the seat could move to, and the reason if it can't."""

    bootcamp: Bootcamp
    is_same_course: bool
    free_seats: int
    refusal: str
    # The effect on the price, shown before the move.
    note: str
    # The amount to pay before the seat moves.
    to_pay: Decimal


def dates_for(*, enrollment: Enrollment, mover: Mover) -> list[MoveDate]:
    """Every date on sale that it can move to, soonest first, with the available seats.

    Only dates of the same course, or, if the mover may change it, of other courses after them.
    """
    dates = _dates(enrollment, mover).annotate(free_seats=Count("seats", filter=OPEN_SEATS))
    return [
        MoveDate(
            bootcamp=one,
            is_same_course=one.is_same_course,
            free_seats=one.free_seats,
            refusal=_why_not_there(enrollment, one, mover) or ("" if one.free_seats else FULL),
            note=_money_note(enrollment, one, mover),
            to_pay=Decimal(0) if mover.is_desk else _difference(enrollment, one),
        )
        for one in dates.order_by("-is_same_course", "starts_at", "pk")
    ]


@transaction.atomic
def move_seat(*, enrollment_id: int, bootcamp_id: int, theirs: Q, mover: Mover) -> Enrollment:
    """Move the seat to the other class, with its holder, coaching hour and calendar entry.

    `theirs` selects the seats that the caller may move. Raises NotFound, SoldOut, NotOnSale, or
    Conflict with the reason in words. Then nothing has changed.
    """
    old = locked_seat(enrollment_id=enrollment_id, theirs=theirs)
    target = _target_of(old, bootcamp_id, mover)
    if (more := _difference(old, target)) and not mover.is_desk:
        words = format_amount(more, old.purchase.currency)
        raise Conflict(
            f"This date costs {words} more. Pay the difference first.",
            code=ErrorCode.DIFFERENCE_DUE,
        )
    return move_enrollment(
        old=old,
        target=target,
        who=mover.user,
        by=BY_DESK if mover.is_desk else "student",
        written_at=old.asked_at,
    )


def find_paid_move(
    *, enrollment_id: int, bootcamp_id: int, theirs: Q, holder_ids: Sequence[int]
) -> Package:
    """The price of the move, as a package to pay for. Raises the same errors as `move_seat`.

    Seats held by the purchases in `holder_ids` are the caller's own and count as free.
    """
    old = changeable().filter(theirs, pk=enrollment_id).first()
    if old is None:
        raise NotFound
    target = _target_of(old, bootcamp_id, Mover())
    difference = _difference(old, target)
    if difference <= 0:
        raise Conflict(NOTHING_TO_PAY, code=ErrorCode.CONFLICT)
    found = find_package(bootcamp_ids=[bootcamp_id], bundle_id=None, holder_ids=holder_ids)
    name = f"{PRICE_DIFFERENCE}: {found.name}"
    # By regular prices, also for the earlier class. Early prices of either date don't count.
    return replace(
        found,
        name=name[:LONGEST_NAME],
        price=difference,
        quote=None,
        until=None,
        closed="",
        moves=old,
    )


def _target_of(enrollment: Any, bootcamp_id: int, mover: Mover) -> Any:
    """Raises if this seat can't move there at any price."""
    if refusal := why_it_stays(enrollment, by_desk=mover.is_desk):
        raise Conflict(refusal, code=ErrorCode.SEAT_CANNOT_MOVE)
    target = _dates(enrollment, mover).filter(pk=bootcamp_id).first()
    if target is None:
        raise NotFound("This date is no longer on offer.")
    if refusal := _why_not_there(enrollment, target, mover):
        raise Conflict(refusal, code=ErrorCode.SEAT_CANNOT_MOVE)
    return target


def _difference(enrollment: Any, target: Bootcamp) -> Decimal:
    """How much more this date costs than the seat is worth. Zero if too small for a payment."""
    return payable(target.price - enrollment.worth)


def _dates(enrollment: Enrollment, mover: Mover) -> QuerySet[Any]:
    """An admin may move a seat to a class whose sales have closed. Its holder may not."""
    bootcamp = enrollment.bootcamp
    its_own = same_course(bootcamp.course)
    mine = Enrollment.objects.filter(live(), bootcamp=OuterRef("pk"))
    user = enrollment.attendee
    theirs = Q(purchase_id=enrollment.purchase_id) | (held_by(user) if user else Q(pk=None))
    return (
        Bootcamp.objects.filter(OFFERED if mover.is_desk else ON_SALE, starts_at__gt=Now())
        .filter(Q() if mover.may_change_course else its_own)
        .exclude(pk=bootcamp.pk)
        .annotate(
            is_theirs=Exists(mine.filter(theirs)),
            is_same_course=ExpressionWrapper(its_own, output_field=BooleanField()),
        )
    )


def _why_not_there(enrollment: Any, target: Any, mover: Mover) -> str:
    if target.is_theirs:
        return HAS_SEAT
    is_gift = enrollment.purchase.is_complimentary
    more = _difference(enrollment, target)
    if is_gift and more and not mover.is_desk:
        words = format_amount(more, enrollment.purchase.currency)
        return f"This date costs {words} more. Write to us to move there."
    return ""


def _money_note(enrollment: Any, target: Bootcamp, mover: Mover) -> str:
    currency = enrollment.purchase.currency
    if target.price < enrollment.price:
        less = format_amount(enrollment.price - target.price, currency)
        return f"This date costs {less} less. The difference isn't refunded."
    if more := _difference(enrollment, target):
        words = format_amount(more, currency)
        if mover.is_desk:
            return f"This date costs {words} more. Nothing will be charged."
        return f"{PRICE_DIFFERENCE} {words}, paid now. Your seat moves once it's paid."
    return ""
