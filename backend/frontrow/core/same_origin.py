"""CSRF protection: refuse unsafe calls, and all admin calls, that another site's page triggers.

The admin panel's downloads are reads that write the audit log, so a link elsewhere must not start
one.

Cookies travel with cross-site requests, but a page can't forge the headers in which browsers report
the origin. These headers decide, not a token. A caller that sends neither header is not a browser
and carries only its own cookies.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from frontrow.core.error_answers import answer
from frontrow.core.errors import Forbidden, NotJson

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
DESK_PATHS = ("/api/admin/", "/api/coach/")
# Called by vendors' servers, which sign their request bodies instead.
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
    # Another host name of ours, such as a health check's. An https site has no page over plain
    # HTTP.
    parts = urlsplit(origin)
    scheme = urlsplit(settings.SITE_URL).scheme
    return (parts.scheme, parts.netloc) == (scheme, request.get_host())


def _is_sent_by_another_site(request: HttpRequest) -> bool:
    return request.headers.get("Sec-Fetch-Site") in {"cross-site", "same-site"}


def _has_body(request: HttpRequest) -> bool:
    length = request.headers.get("Content-Length") or "0"
    return length != "0" or "Transfer-Encoding" in request.headers
