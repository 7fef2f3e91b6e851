"""What a student may reach: decided anew at every click, never from what a page once showed."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import F, OuterRef, QuerySet, Subquery

from frontrow.accounts.models import User
from frontrow.catalogue.models import Seat
from frontrow.core.dates import format_date
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Forbidden, Gone, NotFound
from frontrow.sales.attending.join_links import read_join_token
from frontrow.sales.attending.seat_links import read_seat_token
from frontrow.sales.changes.changeable import changeable
from frontrow.sales.enrolment.enrolments import follow_moves, held_by
from frontrow.sales.models import EndedBecause, Enrolment, Purchase, PurchaseState
from frontrow.sales.refunds.money_back import money_back_of

NOT_YOURS = "This bootcamp isn't one of yours."
UNKNOWN_LINK = "This join link doesn't work. Open the latest link in your email, or sign in."
UNPAID = "The payment for this purchase isn't complete yet."
FAILED = "The payment for this purchase didn't go through."
UNKNOWN_SEAT_LINK = "This link doesn't work. Open the latest link in your email, or sign in."
ENDED = "This seat is no longer yours."
HANDED_OVER = "This seat has been handed over, so this link no longer works."

THE_SESSION = "the session"
THE_RECORDING = "the recording"
THE_MATERIAL = "this material"


def seated_enrolments() -> QuerySet[Enrolment]:
    """Bootcamps bought, each with its purchase, its buyer and, as `seat_number`, its seat."""
    seat = Seat.objects.filter(enrolment_id=OuterRef("pk"), held_until=None)
    return Enrolment.objects.select_related("bootcamp", "purchase__user", "holder").annotate(
        seat_number=Subquery(seat.values("number")[:1])
    )


def find_paid_enrolment(*, user: User, bootcamp_id: int, wanted: str) -> Enrolment:
    """This person's paid place in the bootcamp, however it was bought.

    Raises NotFound for whoever never chose it, and Forbidden, saying why, for whoever did and has
    not paid or got the money back. `wanted` names what is closed then.
    """
    mine = list(
        seated_enrolments()
        .filter(held_by(user), bootcamp_id=bootcamp_id)
        .order_by(F("purchase__created_at").desc(), "-id")
    )
    if not mine:
        raise NotFound(NOT_YOURS)
    for enrolment in mine:
        if not why_closed(enrolment=enrolment, wanted=wanted):
            return enrolment
    raise Forbidden(why_closed(enrolment=mine[0], wanted=wanted), code=ErrorCode.ACCESS_ENDED)


def find_linked_enrolment(*, token: str) -> Enrolment:
    """The paid place behind a join link. Raises NotFound, or Forbidden saying why it is closed."""
    enrolment = _named_by(token)
    if enrolment is None:
        raise NotFound(UNKNOWN_LINK)
    refuse_handed_over(enrolment)
    user = enrolment.attendee
    if user is not None and not user.is_active:
        raise Forbidden(
            "This account has been deactivated, so its sessions are closed to it."
            f" Write to {settings.ENV.SUPPORT_EMAIL} if that's a surprise.",
            code=ErrorCode.ACCOUNT_DEACTIVATED,
        )
    closed = why_closed(enrolment=enrolment, wanted=THE_SESSION)
    if closed:
        raise Forbidden(closed, code=ErrorCode.ACCESS_ENDED)
    return enrolment


def _named_by(token: str) -> Enrolment | None:
    named = read_join_token(token)
    if named is None:
        return None
    enrolment_id, link_version = named
    found = seated_enrolments().filter(pk=enrolment_id, link_version=link_version)
    return _where_it_is(found.first())


def _where_it_is(enrolment: Enrolment | None) -> Enrolment | None:
    """A seat's own link goes along when its holder moves it."""
    if enrolment is None or enrolment.ended_because != EndedBecause.MOVED:
        return enrolment
    return seated_enrolments().get(pk=follow_moves(enrolment))


def refuse_handed_over(enrolment: Enrolment) -> None:
    """Links of before end with it at once, and say so."""
    if enrolment.ended_because == EndedBecause.HANDED_OVER:
        raise Gone(HANDED_OVER, code=ErrorCode.SEAT_HANDED_OVER)


def find_changeable(*, token: str) -> Any:
    """The seat behind a seat link, where it is now, with all that deciding about it needs."""
    return _behind(token, changeable())


def find_linked_seat(*, token: str) -> Enrolment:
    """The same for whoever locks it and reads it then; nothing more is asked before."""
    seat: Enrolment = _behind(token, Enrolment.objects.all())
    return seat


def _behind(token: str, seats: QuerySet[Enrolment]) -> Any:
    """Raises NotFound, or Gone when it was handed over."""
    named = read_seat_token(token)
    if named is None:
        raise NotFound(UNKNOWN_SEAT_LINK)
    enrolment_id, link_version = named
    enrolment = seats.filter(pk=enrolment_id, link_version=link_version).first()
    if enrolment is None:
        raise NotFound(UNKNOWN_SEAT_LINK)
    if enrolment.ended_because == EndedBecause.MOVED:
        enrolment = seats.get(pk=follow_moves(enrolment))
    refuse_handed_over(enrolment)
    return enrolment


def why_closed(*, enrolment: Enrolment, wanted: str) -> str:
    """Why an enrolment opens nothing, in words; nothing when it is live and paid for."""
    purchase = enrolment.purchase
    if purchase.state == PurchaseState.COMPLETED:
        return ENDED if enrolment.ended_at else ""
    if enrolment.is_handed_over:
        # What became of the money is the buyer's business.
        return ENDED
    if purchase.state == PurchaseState.REFUNDED:
        day = format_date(_refunded_at(purchase), enrolment.bootcamp.timezone)
        return f"This purchase was refunded on {day}, so {wanted} is closed to it."
    if purchase.state == PurchaseState.REFUNDING:
        return f"This purchase is being refunded, so {wanted} is closed to it."
    return FAILED if purchase.state == PurchaseState.FAILED else UNPAID


def _refunded_at(purchase: Purchase) -> datetime:
    gone = [back.settled_at for back in money_back_of(purchase) if back.settled_at]
    return max(gone, default=purchase.state_since)
