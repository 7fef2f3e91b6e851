"""Endpoints of free seats: order, view and confirm."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from frontrow.accounts.gates import anyone
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.sales.buyers.visitors import recognized_visitor
from frontrow.sales.checkout.schemas import CompletePurchaseOut
from frontrow.sales.free_seats import confirming, ordering
from frontrow.sales.free_seats.schemas import (
    FreeSeatIn,
    FreeSeatLookOut,
    FreeSeatOut,
    FreeSeatTokenIn,
)

router = Router(tags=["sales"])

MINUTE = timedelta(minutes=1)
# Each order sends mail to an unverified address.
ORDERS = LimitedBy(Limit(scope="free seat orders", count=20, per=timedelta(hours=1)))
PAGES = LimitedBy(Limit(scope="free seat pages", count=120, per=MINUTE))
CLICKS = LimitedBy(Limit(scope="free seat clicks", count=60, per=MINUTE))


@router.post("/free-seat", response=FreeSeatOut, auth=anyone, throttle=[ORDERS])
def order_free_seat(
    request: HttpRequest, response: HttpResponse, payload: FreeSeatIn
) -> FreeSeatOut:
    return ordering.order(visitor=recognized_visitor(request, response), wanted=payload)


# POST, so that the link's secret isn't part of a URL. Read-only.
@router.post("/free-seat/look", response=FreeSeatLookOut, auth=anyone, throttle=[PAGES])
def look_at_free_seat(request: HttpRequest, payload: FreeSeatTokenIn) -> FreeSeatLookOut:
    return confirming.look(token=payload.token)


@router.post("/free-seat/confirm", response=CompletePurchaseOut, auth=anyone, throttle=[CLICKS])
def confirm_free_seat(
    request: HttpRequest, response: HttpResponse, payload: FreeSeatTokenIn
) -> CompletePurchaseOut:
    return confirming.confirm(visitor=recognized_visitor(request, response), token=payload.token)
