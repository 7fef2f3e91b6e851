"""Endpoints of the student portal: enrolled classes, joining, materials and the calendar."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from frontrow.accounts.gates import acting_user, anyone, current_user, signed_in
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.portal import calendars, joining, materials
from frontrow.portal.purchases import list_purchases
from frontrow.portal.schemas import (
    CalendarFeedOut,
    JoinLookIn,
    JoinPageOut,
    JoinTokenIn,
    MeetingOut,
    OpenedLinkOut,
    PortalPurchaseOut,
    PortalResourceOut,
)
from frontrow.sales.buyers.visitors import digest, visitor_of

router = Router(tags=["portal"])

MINUTE = timedelta(minutes=1)
# A whole class may share one network address and join in the same minute.
JOIN_PAGES = LimitedBy(Limit(scope="join pages", count=120, per=MINUTE))
JOIN_CLICKS = LimitedBy(Limit(scope="join clicks", count=120, per=MINUTE))
# Counted per feed, because the big calendar services fetch all feeds from a few addresses.
FEEDS = LimitedBy(
    Limit(scope="calendar feeds", count=30, per=MINUTE), key=lambda request: digest(request.path)
)


@router.get("/user/purchases", response=list[PortalPurchaseOut], auth=signed_in)
def list_own_purchases(request: HttpRequest) -> list[PortalPurchaseOut]:
    return list_purchases(user=current_user(request), is_looking=_is_looking(request))


@router.get(
    "/user/bootcamps/{bootcamp_id}/resources", response=list[PortalResourceOut], auth=signed_in
)
def list_own_resources(request: HttpRequest, bootcamp_id: int) -> list[PortalResourceOut]:
    return materials.list_materials(user=current_user(request), bootcamp_id=bootcamp_id)


# POST, because these record something or return a secret. An admin who views the site as another
# user is refused.
@router.post("/user/resources/{resource_id}/open", response=OpenedLinkOut, auth=signed_in)
def open_resource(request: HttpRequest, resource_id: int) -> OpenedLinkOut:
    return materials.open_material(user=current_user(request), resource_id=resource_id)


@router.post("/user/bootcamps/{bootcamp_id}/recording", response=OpenedLinkOut, auth=signed_in)
def open_recording(request: HttpRequest, bootcamp_id: int) -> OpenedLinkOut:
    return materials.open_recording(user=current_user(request), bootcamp_id=bootcamp_id)


@router.post("/user/bootcamps/{bootcamp_id}/join", response=MeetingOut, auth=signed_in)
def join_bootcamp(request: HttpRequest, bootcamp_id: int) -> MeetingOut:
    return joining.join_as_student(user=current_user(request), bootcamp_id=bootcamp_id)


# The token is in the body, because URLs are logged.
@router.post("/join/look", response=JoinPageOut, auth=anyone, throttle=[JOIN_PAGES])
def look_at_join_page(request: HttpRequest, payload: JoinLookIn) -> JoinPageOut:
    return joining.look_by_link(token=payload.token, zone=payload.timezone)


@router.post("/join", response=MeetingOut, auth=anyone, throttle=[JOIN_CLICKS])
def join_by_link(request: HttpRequest, payload: JoinTokenIn) -> MeetingOut:
    return joining.join_by_link(token=payload.token)


@router.get("/user/bootcamps/{bootcamp_id}/calendar.ics", include_in_schema=False, auth=signed_in)
def download_calendar(request: HttpRequest, bootcamp_id: int) -> HttpResponse:
    return calendars.download_calendar(
        user=current_user(request), bootcamp_id=bootcamp_id, is_looking=_is_looking(request)
    )


# GET, because phones open a calendar file from a URL. The browser's cookie is the proof.
@router.get(
    "/purchases/{purchase_id}/bootcamps/{bootcamp_id}/calendar.ics",
    include_in_schema=False,
    auth=anyone,
    throttle=[JOIN_PAGES],
)
def download_bought_calendar(
    request: HttpRequest, purchase_id: int, bootcamp_id: int
) -> HttpResponse:
    return calendars.download_bought(
        visitor=visitor_of(request), purchase_id=purchase_id, bootcamp_id=bootcamp_id
    )


@router.post("/user/calendar-feed", response=CalendarFeedOut, auth=signed_in)
def show_calendar_feed(request: HttpRequest) -> CalendarFeedOut:
    return calendars.show_feed(user=current_user(request))


@router.post("/user/calendar-feed/renew", response=CalendarFeedOut, auth=signed_in)
def renew_calendar_feed(request: HttpRequest) -> CalendarFeedOut:
    return calendars.renew_feed(user=current_user(request))


@router.get("/calendar/{token}.ics", include_in_schema=False, auth=anyone, throttle=[FEEDS])
def read_calendar_feed(request: HttpRequest, token: str) -> HttpResponse:
    return calendars.read_feed(token=token)


def _is_looking(request: HttpRequest) -> bool:
    """Return whether this is an admin who views the site as another user."""
    return current_user(request).pk != acting_user(request).pk
