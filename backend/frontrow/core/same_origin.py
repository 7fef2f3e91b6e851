"""Refuses unsafe calls, and any call of the desk, that another site's page made a browser send.

The desk's downloads are reads that write the audit log: a link elsewhere must not start one.

Cookies travel with cross-site requests; the headers that browsers add about where a request
comes from cannot be forged by a page. So they, and not a token, decide. A caller that sends
neither header is not a browser and carries nobody's cookies but its own.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from frontrow.core.error_answers import answer
from frontrow.core.errors import Forbidden, NotJson

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
DESK_PATHS = ("/api/admin/", "/api/coach/")
# Called by vendors' servers, which sign their bodies instead.
SIGNED_PATHS = "/api/webhooks/"


class SameOriginMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in SAFE_METHODS and not request.path.startswith(SIGNED_PATHS):
            if not _comes_from_us(request):
                return answer(Forbidden("This request didn't come from our site."))
            if _has_body(request) and request.content_type != "application/json":
                return answer(NotJson())
        elif request.path.startswith(DESK_PATHS) and _is_sent_by_another_site(request):
            return answer(Forbidden("This request didn't come from our site."))
        return self.get_response(request)


def _comes_from_us(request: HttpRequest) -> bool:
    fetch_site = request.headers.get("Sec-Fetch-Site")
    if fetch_site is not None:
        return fetch_site in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    if origin == settings.SITE_URL:
        return True
    # Another name of ours, such as a health check's; an https site has no page in the clear.
    parts = urlsplit(origin)
    scheme = urlsplit(settings.SITE_URL).scheme
    return (parts.scheme, parts.netloc) == (scheme, request.get_host())


def _is_sent_by_another_site(request: HttpRequest) -> bool:
    return request.headers.get("Sec-Fetch-Site") in {"cross-site", "same-site"}


def _has_body(request: HttpRequest) -> bool:
    length = request.headers.get("Content-Length") or "0"
    return length != "0" or "Transfer-Encoding" in request.headers
