"""Endpoints to move or transfer one's seat, signed in or by the emailed link."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import anyone, current_user, oneself, signed_in
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.portal import guest_refunds, seat_changes
from frontrow.portal.billing_api import REFUND_REQUESTS
from frontrow.portal.billing_schemas import BillingEntryOut, RefundAskedOut
from frontrow.portal.seat_schemas import (
    HandOverByLinkIn,
    HandOverIn,
    MoveByLinkIn,
    MovePaymentByLinkIn,
    MovePaymentIn,
    MovePaymentOut,
    MoveSeatIn,
    RefundByLinkIn,
    SeatAcceptedOut,
    SeatChangesOut,
    SeatMovedOut,
    SeatOfferOut,
    SeatTokenIn,
)
from frontrow.sales.buyers.visitors import recognized_visitor

router = Router(tags=["portal"])

MINUTE = timedelta(minutes=1)
SEAT_PAGES = LimitedBy(Limit(scope="seat pages", count=120, per=MINUTE))
SEAT_CLICKS = LimitedBy(Limit(scope="seat clicks", count=60, per=MINUTE))


@router.get("/user/seats/{enrollment_id}/changes", response=SeatChangesOut, auth=signed_in)
def look_at_own_seat(request: HttpRequest, enrollment_id: int) -> SeatChangesOut:
    return seat_changes.look_at_own_seat(user=current_user(request), enrollment_id=enrollment_id)


# `oneself`: an admin who views the site as another user can't change seats.
@router.post("/user/seats/{enrollment_id}/move", response=SeatMovedOut, auth=oneself)
def move_own_seat(request: HttpRequest, enrollment_id: int, payload: MoveSeatIn) -> SeatMovedOut:
    return seat_changes.move_own_seat(
        by=actor_of(request),
        user=current_user(request),
        enrollment_id=enrollment_id,
        bootcamp_id=payload.bootcamp_id,
    )


# `oneself`: an admin who views the site as another user can't pay either.
@router.post(
    "/user/seats/{enrollment_id}/move-payment",
    response=MovePaymentOut,
    auth=oneself,
    throttle=[SEAT_CLICKS],
)
def pay_for_own_move(
    request: HttpRequest, response: HttpResponse, enrollment_id: int, payload: MovePaymentIn
) -> MovePaymentOut:
    return seat_changes.pay_for_own_move(
        visitor=recognized_visitor(request, response),
        user=current_user(request),
        enrollment_id=enrollment_id,
        wanted=payload,
    )


@router.post("/user/seats/{enrollment_id}/hand-over", response=SeatChangesOut, auth=oneself)
def offer_own_seat(request: HttpRequest, enrollment_id: int, payload: HandOverIn) -> SeatChangesOut:
    return seat_changes.offer_own_seat(
        by=actor_of(request), user=current_user(request), enrollment_id=enrollment_id, to=payload
    )


@router.delete("/user/seats/{enrollment_id}/hand-over", response=SeatChangesOut, auth=oneself)
def take_own_offer_back(request: HttpRequest, enrollment_id: int) -> SeatChangesOut:
    return seat_changes.take_own_offer_back(
        by=actor_of(request), user=current_user(request), enrollment_id=enrollment_id
    )


# The token is in the body, because URLs are logged. Read-only.
@router.post("/seat/look", response=SeatChangesOut, auth=anyone, throttle=[SEAT_PAGES])
def look_at_seat_by_link(request: HttpRequest, payload: SeatTokenIn) -> SeatChangesOut:
    return seat_changes.look_by_link(token=payload.token)


@router.post("/seat/move", response=SeatMovedOut, auth=anyone, throttle=[SEAT_CLICKS])
def move_seat_by_link(request: HttpRequest, payload: MoveByLinkIn) -> SeatMovedOut:
    return seat_changes.move_by_link(
        by=actor_of(request), token=payload.token, bootcamp_id=payload.bootcamp_id
    )


@router.post("/seat/move-payment", response=MovePaymentOut, auth=anyone, throttle=[SEAT_CLICKS])
def pay_for_move_by_link(
    request: HttpRequest, response: HttpResponse, payload: MovePaymentByLinkIn
) -> MovePaymentOut:
    return seat_changes.pay_for_move_by_link(
        visitor=recognized_visitor(request, response), wanted=payload
    )


@router.post("/seat/hand-over", response=SeatChangesOut, auth=anyone, throttle=[SEAT_CLICKS])
def offer_seat_by_link(request: HttpRequest, payload: HandOverByLinkIn) -> SeatChangesOut:
    return seat_changes.offer_by_link(by=actor_of(request), to=payload)


@router.post("/seat/take-back", response=SeatChangesOut, auth=anyone, throttle=[SEAT_CLICKS])
def take_offer_back_by_link(request: HttpRequest, payload: SeatTokenIn) -> SeatChangesOut:
    return seat_changes.take_back_by_link(by=actor_of(request), token=payload.token)


@router.post("/seat/purchase", response=BillingEntryOut, auth=anyone, throttle=[SEAT_PAGES])
def look_at_purchase_by_link(request: HttpRequest, payload: SeatTokenIn) -> BillingEntryOut:
    return guest_refunds.look_at_purchase(token=payload.token)


@router.post("/seat/refund", response=RefundAskedOut, auth=anyone, throttle=[REFUND_REQUESTS])
def request_refund_by_link(request: HttpRequest, payload: RefundByLinkIn) -> RefundAskedOut:
    return guest_refunds.ask_by_link(
        by=actor_of(request),
        token=payload.token,
        reason=payload.reason,
        enrollment_id=payload.enrollment_id,
    )


@router.post("/seat-offer/look", response=SeatOfferOut, auth=anyone, throttle=[SEAT_PAGES])
def look_at_seat_offer(request: HttpRequest, payload: SeatTokenIn) -> SeatOfferOut:
    return seat_changes.look_at_offer(token=payload.token)


@router.post("/seat-offer/accept", response=SeatAcceptedOut, auth=anyone, throttle=[SEAT_CLICKS])
def accept_seat_offer(request: HttpRequest, payload: SeatTokenIn) -> SeatAcceptedOut:
    return seat_changes.accept(by=actor_of(request), token=payload.token)
