"""An offered seat, held by a pending purchase: viewed, declined, or paid for."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.db import transaction

from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Gone, NotFound
from frontrow.sales.buyers.visitors import Visitor
from frontrow.sales.checkout.own_purchases import IN_PROGRESS, Buyer
from frontrow.sales.checkout.payment_session import PaymentSession, pay_for_offer
from frontrow.sales.links import SEAT_OFFER
from frontrow.sales.models import CancelReason, OfferState, PurchaseState, SeatOffer
from frontrow.sales.settlement.settling import call_off
from frontrow.sales.terms.free_seats import is_free
from frontrow.sales.terms.pricing import Package
from frontrow.sales.waiting.schemas import OfferedClassOut, SeatOfferedOut

UNKNOWN = "This offer doesn't exist."
OVER = "This offer is no longer open. You haven't been charged."
FREE_OFFER = "This seat is free. Confirm it with the link in your email."
DECLINED = "declined"


def look(*, token: str) -> SeatOfferedOut:
    """The current state. Opening it changes nothing."""
    offer = _offer_of(token)
    purchase = offer.purchase
    at = database_now()
    state = state_of(offer, at=at)
    # The recipient's name is only returned while the offer is open, to fill in the checkout.
    entry = offer.entry if state == OfferState.OPEN else None
    return SeatOfferedOut(
        state=state,
        name=purchase.package_name,
        full_name=entry.name if entry else "",
        email=entry.email if entry else "",
        items=[
            OfferedClassOut(
                bootcamp_id=one.bootcamp_id,
                name=one.name,
                starts_at=one.starts_at,
                ends_at=one.ends_at,
                timezone=one.timezone,
            )
            for one in _enrollments_of(offer)
        ],
        bootcamp_id=purchase.bootcamp_id,
        bundle_id=purchase.bundle_id,
        price=purchase.total_amount,
        expires_at=offer.expires_at,
        now=at,
    )


def state_of(offer: SeatOffer, *, at: Any) -> OfferState:
    """The state by time, which may not be recorded yet. After an authorization it is being paid."""
    is_late = offer.state == OfferState.OPEN and offer.expires_at <= at
    if is_late and offer.purchase.state == PurchaseState.PENDING:
        return OfferState.EXPIRED
    return OfferState(offer.state)


@transaction.atomic
def decline(*, token: str) -> None:
    """Release the seat at once for the next person. Idempotent."""
    offer = _offer_of(token)
    if offer.state == OfferState.DECLINED:
        return
    if offer.state != OfferState.OPEN:
        raise Gone(OVER, code=ErrorCode.OFFER_OVER)
    if not give_up(offer=offer):
        offer.refresh_from_db()
        if offer.state != OfferState.DECLINED:
            raise Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)


def give_up(*, offer: SeatOffer) -> bool:
    """At the reader's own request. False if its payment has proceeded already."""
    given_up = call_off(purchase=offer.purchase, reason=CancelReason.EXPIRED, because=DECLINED)
    crash_point("decline.before_commit")
    return given_up


def start_offer_checkout(
    *, visitor: Visitor, token: str, buyer: Buyer, shown: Decimal | None = None
) -> PaymentSession:
    """Start a session for the held seats. Raises NotFound, or Gone after the deadline."""
    offer = _offer_of(token)
    if state_of(offer, at=database_now()) != OfferState.OPEN:
        raise Gone(OVER, code=ErrorCode.OFFER_OVER)
    purchase = offer.purchase
    if is_free(purchase):
        raise Conflict(FREE_OFFER, code=ErrorCode.NOTHING_TO_PAY)
    package = Package(
        name=purchase.package_name,
        price=purchase.total_amount,
        bootcamps=[one.bootcamp for one in _enrollments_of(offer)],
        bundle=purchase.bundle,
    )
    return pay_for_offer(
        visitor=visitor, offered=purchase, package=package, buyer=buyer, shown=shown
    )


def find_offer(token: str) -> SeatOffer | None:
    offers = SeatOffer.objects.select_related("purchase__bundle", "entry")
    return SEAT_OFFER.find(token, offers)


def _offer_of(token: str) -> SeatOffer:
    offer = find_offer(token)
    if offer is None:
        raise NotFound(UNKNOWN)
    return offer


def _enrollments_of(offer: SeatOffer) -> Sequence[Any]:
    return list(
        offer.purchase.enrollments.select_related("bootcamp").order_by("starts_at", "bootcamp_id")
    )
