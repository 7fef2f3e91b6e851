"""Admin actions on a seat, without a student's limits on time, number and price of moves."""

from typing import Any

from django.db import transaction
from django.db.models import Q

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.accounts.rights import Right, may
from frontrow.backoffice.seat_changes.schemas import DeskHandOverIn, DeskMoveIn, DeskSeatOut
from frontrow.core.errors import NotFound
from frontrow.portal.seat_changes import date_out, offer_out
from frontrow.sales.changes.changeable import changeable, why_it_stays
from frontrow.sales.changes.handing_over import (
    offer_seat,
    open_offer,
    take_back,
    why_not_handed_over,
)
from frontrow.sales.changes.moving import Mover, dates_for, move_seat
from frontrow.sales.changes.resending import resend_seat
from frontrow.sales.enrollment.enrollments import present
from frontrow.sales.models import Enrollment, HandOver


def list_seats(*, user: User, purchase_id: int) -> list[DeskSeatOut]:
    seats = changeable().filter(present(), purchase_id=purchase_id).order_by("starts_at", "pk")
    if not seats:
        raise NotFound("Purchase not found")
    mover = _mover(user)
    return [_seat_out(seat, mover) for seat in seats]


@transaction.atomic
def move_for_student(*, by: Actor, enrollment_id: int, wanted: DeskMoveIn) -> Enrollment:
    moved = move_seat(
        enrollment_id=enrollment_id,
        bootcamp_id=wanted.bootcamp_id,
        theirs=Q(),
        mover=_mover(by.user),
    )
    _note(by, "moved seat", moved, reason=wanted.reason)
    return moved


@transaction.atomic
def offer_for_student(*, by: Actor, enrollment_id: int, wanted: DeskHandOverIn) -> HandOver:
    offer = offer_seat(
        enrollment_id=enrollment_id,
        theirs=Q(),
        to_email=wanted.email,
        to_name=wanted.name,
        asked_by=by.user,
        by_desk=True,
    )
    _note(by, "offered seat", offer.enrollment, reason=wanted.reason)
    return offer


@transaction.atomic
def take_back_for_student(*, by: Actor, enrollment_id: int) -> None:
    _note(by, "withdrew seat offer", take_back(enrollment_id=enrollment_id, theirs=Q()))


@transaction.atomic
def send_seat_again(*, by: Actor, enrollment_id: int) -> str:
    """Email the seat's details again. Returns the address."""
    email = resend_seat(enrollment_id=enrollment_id)
    _note(by, "sent seat again", Enrollment.objects.get(pk=enrollment_id))
    return email.to


def _mover(user: User) -> Mover:
    """Moving to another course changes the price, so it needs the right to see amounts and
    refund."""
    return Mover(user=user, is_desk=True, may_change_course=may(user, Right.MONEY))


def _note(by: Actor, action: str, seat: Enrollment, **details: str) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type="purchase",
        subject_id=seat.purchase_id,
        bootcamp=seat.bootcamp_id,
        **details,
    )


def _seat_out(seat: Any, mover: Mover) -> DeskSeatOut:
    stays = why_it_stays(seat, by_desk=True)
    user = seat.attendee
    return DeskSeatOut(
        enrollment_id=seat.pk,
        name=seat.name,
        start_date=seat.bootcamp.starts_at,
        end_date=seat.bootcamp.ends_at,
        timezone=seat.bootcamp.timezone,
        attendee_name=(user.full_name if user else "") or seat.attendee_name,
        attendee_email=user.email if user else seat.attendee_email,
        moves_made=seat.moves_made,
        stays_because=stays,
        overrides="" if stays else why_it_stays(seat),
        dates=[] if stays else [date_out(each) for each in dates_for(enrollment=seat, mover=mover)],
        kept_because=why_not_handed_over(seat, by_desk=True),
        offer=offer_out(open_offer(enrollment_id=seat.pk)),
    )
