"""What a student may access, checked at every click, because a page may be out of date."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import F, OuterRef, QuerySet, Subquery

from frontrow.accounts.models import User
from frontrow.catalogue.models import Seat
from frontrow.core.dates import format_date
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Forbidden, Gone, NotFound
from frontrow.sales.changes.changeable import changeable
from frontrow.sales.enrollment.enrollments import follow_moves, held_by
from frontrow.sales.links import JOIN, SEAT
from frontrow.sales.models import EndedBecause, Enrollment, Purchase, PurchaseState
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


def seated_enrollments() -> QuerySet[Enrollment]:
    """Enrollments with their purchase, buyer and seat number (`seat_number`)."""
    seat = Seat.objects.filter(enrollment_id=OuterRef("pk"), held_until=None)
    return Enrollment.objects.select_related("bootcamp", "purchase__user", "holder").annotate(
        seat_number=Subquery(seat.values("number")[:1])
    )


def find_paid_enrollment(*, user: User, bootcamp_id: int, wanted: str) -> Enrollment:
    """This user's paid enrollment in the bootcamp, however it was bought.

    Raises NotFound if they never ordered it, and Forbidden with the reason if it isn't paid or was
    refunded. `wanted` names what they can't access then.
    """
    mine = list(
        seated_enrollments()
        .filter(held_by(user), bootcamp_id=bootcamp_id)
        .order_by(F("purchase__created_at").desc(), "-id")
    )
    if not mine:
        raise NotFound(NOT_YOURS)
    for enrollment in mine:
        if not why_closed(enrollment=enrollment, wanted=wanted):
            return enrollment
    raise Forbidden(why_closed(enrollment=mine[0], wanted=wanted), code=ErrorCode.ACCESS_ENDED)


def find_linked_enrollment(*, token: str) -> Enrollment:
    """The paid enrollment behind a join link. Raises NotFound, or Forbidden with the reason."""
    enrollment = _where_it_is(JOIN.find(token, seated_enrollments()))
    if enrollment is None:
        raise NotFound(UNKNOWN_LINK)
    refuse_handed_over(enrollment)
    user = enrollment.attendee
    if user is not None and not user.is_active:
        raise Forbidden(
            "This account has been deactivated, so its sessions are closed to it."
            f" Write to {settings.ENV.SUPPORT_EMAIL} if that's a surprise.",
            code=ErrorCode.ACCOUNT_DEACTIVATED,
        )
    closed = why_closed(enrollment=enrollment, wanted=THE_SESSION)
    if closed:
        raise Forbidden(closed, code=ErrorCode.ACCESS_ENDED)
    return enrollment


def _where_it_is(enrollment: Enrollment | None) -> Enrollment | None:
    """Follow the seat's moves, because its link stays valid when its holder moves it."""
    if enrollment is None or enrollment.ended_because != EndedBecause.MOVED:
        return enrollment
    return seated_enrollments().get(pk=follow_moves(enrollment))


def refuse_handed_over(enrollment: Enrollment) -> None:
    """Refuse links from before a transfer, with the reason."""
    if enrollment.ended_because == EndedBecause.HANDED_OVER:
        raise Gone(HANDED_OVER, code=ErrorCode.SEAT_HANDED_OVER)


def find_changeable(*, token: str) -> Any:
    """The seat behind a seat link in its current class, with the data that changes need."""
    return _behind(token, changeable())


def find_linked_seat(*, token: str) -> Enrollment:
    """The same for callers that lock and read it later. Checks nothing else."""
    seat: Enrollment = _behind(token, Enrollment.objects.all())
    return seat


def _behind(token: str, seats: QuerySet[Enrollment]) -> Any:
    """Raises NotFound, or Gone if it was transferred."""
    enrollment = SEAT.find(token, seats)
    if enrollment is None:
        raise NotFound(UNKNOWN_SEAT_LINK)
    if enrollment.ended_because == EndedBecause.MOVED:
        enrollment = seats.get(pk=follow_moves(enrollment))
    refuse_handed_over(enrollment)
    return enrollment


def why_closed(*, enrollment: Enrollment, wanted: str) -> str:
    """Why an enrollment gives no access, in words. Empty if it is live and paid for."""
    purchase = enrollment.purchase
    if purchase.state == PurchaseState.COMPLETED:
        return ENDED if enrollment.ended_at else ""
    if enrollment.is_handed_over:
        # Only the buyer may know about the refund.
        return ENDED
    if purchase.state == PurchaseState.REFUNDED:
        day = format_date(_refunded_at(purchase), enrollment.bootcamp.timezone)
        return f"This purchase was refunded on {day}, so {wanted} is closed to it."
    if purchase.state == PurchaseState.REFUNDING:
        return f"This purchase is being refunded, so {wanted} is closed to it."
    return FAILED if purchase.state == PurchaseState.FAILED else UNPAID


def _refunded_at(purchase: Purchase) -> datetime:
    gone = [back.settled_at for back in money_back_of(purchase) if back.settled_at]
    return max(gone, default=purchase.state_since)
