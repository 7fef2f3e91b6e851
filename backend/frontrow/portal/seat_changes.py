"""Changing one's own seat, from the portal or by the emailed link without an account."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.core.errors import NotFound
from frontrow.portal.access import find_changeable, find_linked_seat
from frontrow.portal.seat_schemas import (
    HandOverByLinkIn,
    HandOverIn,
    MoveDateOut,
    MovePaymentByLinkIn,
    MovePaymentIn,
    MovePaymentOut,
    OpenOfferOut,
    SeatAcceptedOut,
    SeatChangesOut,
    SeatMovedOut,
    SeatOfferOut,
)
from frontrow.sales.buyers.visitors import Visitor
from frontrow.sales.changes.changeable import MOST_MOVES, changeable, moves_until, why_it_stays
from frontrow.sales.changes.handing_over import (
    accept_offer,
    find_offer,
    giver_name,
    offer_seat,
    open_offer,
    take_back,
    why_not_handed_over,
)
from frontrow.sales.changes.moving import (
    MoveDate,
    Mover,
    dates_for,
    find_paid_move,
    move_seat,
)
from frontrow.sales.checkout.own_purchases import Buyer
from frontrow.sales.checkout.payment_session import start_payment
from frontrow.sales.checkout.schemas import PriceLineOut
from frontrow.sales.enrollment.enrollments import held_by
from frontrow.sales.models import Enrollment, HandOver
from frontrow.sales.terms.pricing import Package
from frontrow.sales.terms.upgrading import OwnedSeat


def look_at_own_seat(*, user: User, enrollment_id: int) -> SeatChangesOut:
    enrollment = changeable().filter(held_by(user), pk=enrollment_id).first()
    if enrollment is None:
        raise NotFound
    return _changes_out(enrollment)


def look_by_link(*, token: str) -> SeatChangesOut:
    return _changes_out(find_changeable(token=token))


@transaction.atomic
def move_own_seat(*, by: Actor, user: User, enrollment_id: int, bootcamp_id: int) -> SeatMovedOut:
    return _move(
        by,
        enrollment_id=enrollment_id,
        bootcamp_id=bootcamp_id,
        theirs=held_by(user),
        mover=Mover(user=user),
    )


@transaction.atomic
def move_by_link(*, by: Actor, token: str, bootcamp_id: int) -> SeatMovedOut:
    """Move the seat by its emailed link. A link that was revoked meanwhile moves nothing."""
    enrollment = find_linked_seat(token=token)
    return _move(
        by,
        enrollment_id=enrollment.pk,
        bootcamp_id=bootcamp_id,
        theirs=Q(link_version=enrollment.link_version),
        mover=Mover(),
    )


def pay_for_own_move(
    *, visitor: Visitor, user: User, enrollment_id: int, wanted: MovePaymentIn
) -> MovePaymentOut:
    """Start a payment session for the price difference. The seat moves once it is paid."""
    return _pay_for_move(visitor, enrollment_id, held_by(user), wanted)


def pay_for_move_by_link(*, visitor: Visitor, wanted: MovePaymentByLinkIn) -> MovePaymentOut:
    seat = find_changeable(token=wanted.token)
    return _pay_for_move(visitor, seat.pk, Q(link_version=seat.link_version), wanted)


@transaction.atomic
def offer_own_seat(*, by: Actor, user: User, enrollment_id: int, to: HandOverIn) -> SeatChangesOut:
    offer_seat(
        enrollment_id=enrollment_id,
        theirs=held_by(user),
        to_email=to.email,
        to_name=to.name,
        asked_by=user,
    )
    return _noted(by, "offered seat", enrollment_id)


@transaction.atomic
def offer_by_link(*, by: Actor, to: HandOverByLinkIn) -> SeatChangesOut:
    enrollment = find_linked_seat(token=to.token)
    offer_seat(
        enrollment_id=enrollment.pk,
        theirs=Q(link_version=enrollment.link_version),
        to_email=to.email,
        to_name=to.name,
        asked_by=None,
    )
    return _noted(by, "offered seat", enrollment.pk)


@transaction.atomic
def take_own_offer_back(*, by: Actor, user: User, enrollment_id: int) -> SeatChangesOut:
    take_back(enrollment_id=enrollment_id, theirs=held_by(user))
    return _noted(by, "withdrew seat offer", enrollment_id)


@transaction.atomic
def take_back_by_link(*, by: Actor, token: str) -> SeatChangesOut:
    enrollment = find_linked_seat(token=token)
    take_back(enrollment_id=enrollment.pk, theirs=Q(link_version=enrollment.link_version))
    return _noted(by, "withdrew seat offer", enrollment.pk)


def look_at_offer(*, token: str) -> SeatOfferOut:
    offer = find_offer(token=token)
    seat = offer.enrollment
    return SeatOfferOut(
        giver=giver_name(seat),
        recipient=offer.to_name,
        name=seat.name,
        start_date=seat.bootcamp.starts_at,
        end_date=seat.bootcamp.ends_at,
        timezone=seat.bootcamp.timezone,
        expires_at=offer.expires_at,
    )


@transaction.atomic
def accept(*, by: Actor, token: str) -> SeatAcceptedOut:
    seat = accept_offer(token=token)
    audit.record(
        by=by,
        action="accepted seat",
        subject_type="purchase",
        subject_id=seat.purchase_id,
        bootcamp=seat.bootcamp_id,
    )
    return SeatAcceptedOut(
        message="The seat is yours. We've emailed you your join link.",
        name=seat.name,
        start_date=seat.starts_at,
        end_date=seat.ends_at,
        timezone=seat.timezone,
        has_account=seat.holder_id is not None,
    )


def _noted(by: Actor, action: str, enrollment_id: int) -> SeatChangesOut:
    enrollment = changeable().get(pk=enrollment_id)
    audit.record(
        by=by,
        action=action,
        subject_type="purchase",
        subject_id=enrollment.purchase_id,
        bootcamp=enrollment.bootcamp_id,
    )
    return _changes_out(enrollment)


def _move(
    by: Actor, *, enrollment_id: int, bootcamp_id: int, theirs: Q, mover: Mover
) -> SeatMovedOut:
    moved = move_seat(
        enrollment_id=enrollment_id, bootcamp_id=bootcamp_id, theirs=theirs, mover=mover
    )
    audit.record(
        by=by,
        action="moved seat",
        subject_type="purchase",
        subject_id=moved.purchase_id,
        bootcamp=bootcamp_id,
    )
    return moved_out(moved)


def _pay_for_move(
    visitor: Visitor, enrollment_id: int, theirs: Q, wanted: MovePaymentIn
) -> MovePaymentOut:
    seat = changeable().filter(theirs, pk=enrollment_id).first()
    if seat is None:
        raise NotFound

    def find(holder_ids: Sequence[int], _owned: Sequence[OwnedSeat]) -> Package:
        return find_paid_move(
            enrollment_id=enrollment_id,
            bootcamp_id=wanted.bootcamp_id,
            theirs=theirs,
            holder_ids=holder_ids,
        )

    attendee = seat.attendee
    buyer = Buyer(
        email=attendee.email if attendee else seat.attendee_email,
        full_name=giver_name(seat),
        timezone=wanted.timezone,
    )
    session = start_payment(visitor=visitor, buyer=buyer, find=find)
    return MovePaymentOut(
        client_secret=session.client_secret,
        payment_intent_id=session.payment_intent_id,
        total_amount=session.total_amount,
        lines=[
            PriceLineOut(kind=line.kind, label=line.label, amount=line.amount)
            for line in session.lines
        ],
        is_free=session.is_free,
        email=buyer.email,
        full_name=buyer.full_name,
    )


def moved_out(moved: Enrollment) -> SeatMovedOut:
    return SeatMovedOut(
        message="Your seat has moved. We've emailed you the new date.",
        name=moved.name,
        start_date=moved.starts_at,
        end_date=moved.ends_at,
        timezone=moved.timezone,
    )


def _changes_out(enrollment: Any) -> SeatChangesOut:
    bootcamp = enrollment.bootcamp
    stays = why_it_stays(enrollment)
    dates = [] if stays else dates_for(enrollment=enrollment, mover=Mover())
    return SeatChangesOut(
        name=enrollment.name,
        start_date=bootcamp.starts_at,
        end_date=bootcamp.ends_at,
        timezone=bootcamp.timezone,
        moves_until=moves_until(enrollment),
        moves_left=max(0, MOST_MOVES - enrollment.moves_made),
        stays_because=stays,
        dates=[date_out(date) for date in dates],
        kept_because=why_not_handed_over(enrollment),
        offer=offer_out(open_offer(enrollment_id=enrollment.pk)),
    )


def offer_out(offer: HandOver | None) -> OpenOfferOut | None:
    if offer is None:
        return None
    return OpenOfferOut(name=offer.to_name, email=offer.to_email, expires_at=offer.expires_at)


def date_out(date: MoveDate) -> MoveDateOut:
    return MoveDateOut(
        bootcamp_id=date.bootcamp.pk,
        name=date.bootcamp.name,
        is_same_course=date.is_same_course,
        start_date=date.bootcamp.starts_at,
        end_date=date.bootcamp.ends_at,
        timezone=date.bootcamp.timezone,
        price=date.bootcamp.price,
        available_seats=date.free_seats,
        refusal=date.refusal,
        note=date.note,
        to_pay=date.to_pay,
    )
