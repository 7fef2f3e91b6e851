"""Whether a visitor may be counted: nobody is followed, and whoever minds is left out."""

from django.http import HttpRequest

from frontrow.core.client_address import client_address
from frontrow.core.errors import Throttled
from frontrow.core.rate_limit import Limit


def may_be_counted(*, request: HttpRequest, limit: Limit) -> bool:
    """Not one of us, not against their will, and not more often than a person could cause.

    What is beyond the limit is not refused either: a page has nobody to tell about it.
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
