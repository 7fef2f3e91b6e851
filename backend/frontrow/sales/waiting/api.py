"""Endpoints of the waiting list: join, view, leave, and answer an offer."""

from datetime import timedelta

from django.http import HttpRequest

from frontrow.accounts.gates import anyone
from frontrow.accounts.schemas import MessageOut
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.sales.buyers.visitors import visitor_of
from frontrow.sales.waiting import joining, offers
from frontrow.sales.waiting.schemas import (
    SeatOfferedOut,
    WaitingEntryOut,
    WaitingJoinedOut,
    WaitingJoinIn,
)

router = Router(tags=["sales"])

MINUTE = timedelta(minutes=1)
# Each join sends mail to an unverified address.
JOINS = LimitedBy(Limit(scope="waiting list joins", count=20, per=timedelta(hours=1)))
LIST_PAGES = LimitedBy(Limit(scope="waiting list pages", count=120, per=MINUTE))
LIST_CLICKS = LimitedBy(Limit(scope="waiting list clicks", count=60, per=MINUTE))


@router.post("/waiting-list", response=WaitingJoinedOut, auth=anyone, throttle=[JOINS])
def join_waiting_list(request: HttpRequest, payload: WaitingJoinIn) -> WaitingJoinedOut:
    return joining.join(visitor=visitor_of(request), wanted=payload)


# Opening the link verifies the address.
@router.get("/waiting-list/{token}", response=WaitingEntryOut, auth=anyone, throttle=[LIST_PAGES])
def look_at_waiting_entry(request: HttpRequest, token: str) -> WaitingEntryOut:
    return joining.look(token=token)


@router.post(
    "/waiting-list/{token}/leave", response=MessageOut, auth=anyone, throttle=[LIST_CLICKS]
)
def leave_waiting_list(request: HttpRequest, token: str) -> MessageOut:
    joining.leave(token=token)
    return MessageOut(message="You're off the waiting list.")


@router.get("/offers/{token}", response=SeatOfferedOut, auth=anyone, throttle=[LIST_PAGES])
def look_at_offered_seat(request: HttpRequest, token: str) -> SeatOfferedOut:
    return offers.look(token=token)


@router.post("/offers/{token}/decline", response=MessageOut, auth=anyone, throttle=[LIST_CLICKS])
def decline_offered_seat(request: HttpRequest, token: str) -> MessageOut:
    offers.decline(token=token)
    return MessageOut(message="Thanks for telling us. The seat goes to the next person in line.")
