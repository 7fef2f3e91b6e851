"""Whether a visitor may be counted: no tracking, and opt-outs are respected."""

from django.http import HttpRequest

from frontrow.core.client_address import client_address
from frontrow.core.errors import Throttled
from frontrow.core.rate_limit import Limit


def may_be_counted(*, request: HttpRequest, limit: Limit) -> bool:
    """Excludes staff, visitors who opted out, and more calls than a person could cause.

    A call over the limit isn't refused, because the page has no use for an error.
    """
    if _wants_no_counting(request) or _is_one_of_us(request):
        return False
    try:
        limit.check(client_address(request))
    except Throttled:
        return False
    return True


def _wants_no_counting(request: HttpRequest) -> bool:
    return "1" in {request.headers.get("DNT"), request.headers.get("Sec-GPC")}


def _is_one_of_us(request: HttpRequest) -> bool:
    user = request.user
    return user.is_authenticated and (user.has_desk_role or user.is_demo)
