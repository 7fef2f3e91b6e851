"""Moving a seat to another date of the same bootcamp: the new one is taken before the old is freed.

One transaction under the purchase's lock. Where no seat is to be had, nothing changes.
"""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import OFFERED, Bootcamp
from frontrow.catalogue.seats import FREE_SEATS, exchange_seat
from frontrow.coaching.changed_seats import move_hour
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.jobs import enqueue
from frontrow.messaging.outbox import write_messages
from frontrow.sales.attending.meeting_places import move_place
from frontrow.sales.changes.changeable import locked_seat, why_it_stays
from frontrow.sales.changes.provider_notes import tell_provider_of_seats
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.emails.seat_emails import seat_moved_email
from frontrow.sales.enrolment.enrolments import continue_enrolment, held_by, live
from frontrow.sales.models import EndedBecause, Enrolment, Purchase

HAS_SEAT = "You already have a seat on this date."
FULL = "This date is sold out."


@dataclass(frozen=True, kw_only=True)
class Mover:
    """Who moves a seat. The desk may do so late and often, and to a dearer date."""

    user: User | None = None
    is_desk: bool = False


@dataclass(frozen=True, kw_only=True)
class MoveDate:
    """A date the seat could move to, and why not where it can't."""

    bootcamp: Bootcamp
    free_seats: int
    refusal: str
    # What it means for the money, said before.
    note: str


def dates_for(*, enrolment: Enrolment, mover: Mover) -> list[MoveDate]:
    """Every other date of the same kind that is on sale, the soonest first, with its live seats."""
    dates = _dates(enrolment).annotate(free_seats=Count("seats", filter=FREE_SEATS))
    return [
        MoveDate(
            bootcamp=one,
            free_seats=one.free_seats,
            refusal=_why_not_there(enrolment, one, mover) or ("" if one.free_seats else FULL),
            note=_money_note(enrolment, one, mover),
        )
        for one in dates.order_by("starts_at", "pk")
    ]


@transaction.atomic
def move_seat(*, enrolment_id: int, bootcamp_id: int, theirs: Q, mover: Mover) -> Enrolment:
    """The seat goes on in the other class, with its holder, its hour and its calendar entry.

    `theirs` says which seats the caller may move at all. Raises NotFound, SoldOut, NotOnSale, or
    Conflict in words, with nothing changed.
    """
    old = locked_seat(enrolment_id=enrolment_id, theirs=theirs)
    if refusal := why_it_stays(old, by_desk=mover.is_desk):
        raise Conflict(refusal, code=ErrorCode.SEAT_CANNOT_MOVE)
    target = _dates(old).filter(pk=bootcamp_id).first()
    if target is None:
        raise NotFound("This date is no longer on offer.")
    if refusal := _why_not_there(old, target, mover):
        raise Conflict(refusal, code=ErrorCode.SEAT_CANNOT_MOVE)
    new = continue_enrolment(
        enrolment=old,
        bootcamp=target,
        because=EndedBecause.MOVED,
        who=mover.user,
        details={"by": "desk" if mover.is_desk else "student"},
    )
    crash_point("move.after_enrolment")
    number = exchange_seat(bootcamp_id=target.pk, enrolment_id=new.pk, instead_of=old.pk)
    crash_point("move.after_seat")
    purchase = old.purchase
    if not purchase.is_bundle:
        # Lists and receipts name the class it is in now.
        Purchase.objects.filter(pk=purchase.pk).update(bootcamp=target, updated_at=Now())
        purchase.bootcamp = target
    has_booked_hour = move_hour(from_enrolment=old.pk, to_enrolment=new.pk, bootcamp_id=target.pk)
    move_place(old=old, new=new)
    new.holder, new.bootcamp = old.holder, target
    write_messages(
        [
            seat_moved_email(
                enrolment=new,
                before=old,
                seat_number=number,
                has_booked_hour=has_booked_hour,
                by_desk=mover.is_desk,
                written_at=old.asked_at,
            )
        ]
    )
    enqueue(tell_provider_of_seats, purchase_id=purchase.pk)
    crash_point("move.before_commit")
    return new


def _dates(enrolment: Enrolment) -> QuerySet[Any]:
    bootcamp = enrolment.bootcamp
    mine = Enrolment.objects.filter(live(), bootcamp=OuterRef("pk"))
    user = enrolment.attendee
    theirs = Q(purchase_id=enrolment.purchase_id) | (held_by(user) if user else Q(pk=None))
    return (
        Bootcamp.objects.filter(OFFERED, bootcamp_type=bootcamp.bootcamp_type, starts_at__gt=Now())
        .exclude(pk=bootcamp.pk)
        .annotate(is_theirs=Exists(mine.filter(theirs)))
    )


def _why_not_there(enrolment: Enrolment, target: Any, mover: Mover) -> str:
    if target.is_theirs:
        return HAS_SEAT
    if target.price > enrolment.price and not mover.is_desk:
        more = format_amount(target.price - enrolment.price, enrolment.purchase.currency)
        return f"This date costs {more} more. Write to us to move there."
    return ""


def _money_note(enrolment: Enrolment, target: Bootcamp, mover: Mover) -> str:
    currency = enrolment.purchase.currency
    if target.price < enrolment.price:
        less = format_amount(enrolment.price - target.price, currency)
        return f"This date costs {less} less. The difference isn't refunded."
    if target.price > enrolment.price and mover.is_desk:
        more = format_amount(target.price - enrolment.price, currency)
        return f"This date costs {more} more. Nothing will be charged."
    return ""
