"""One log line and one metric per request, named by route instead of path.

A path can contain personal data, such as an address or a token. A route cannot.
"""

import logging
import re
import time
import uuid
from collections.abc import Callable

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from frontrow.core.metrics import REQUEST_SECONDS

log = logging.getLogger(__name__)

_OUTSIDE_ID = re.compile(r"[0-9a-zA-Z-]{8,64}")
# Polled every few seconds by machines: measured, not logged.
_QUIET_ROUTES = {"healthz", "readyz", "metrics"}


class RequestLogMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Only our own proxy's header. A visitor's header could put any id into the log.
        is_behind_proxy = settings.TRUSTED_PROXY_COUNT > 0
        request_id = request.headers.get("X-Request-ID", "") if is_behind_proxy else ""
        if not _OUTSIDE_ID.fullmatch(request_id):
            request_id = uuid.uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        started = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - started
        route = request.resolver_match.route if request.resolver_match else "unmatched"
        REQUEST_SECONDS.labels(request.method, route, str(response.status_code)).observe(seconds)
        if route not in _QUIET_ROUTES:
            log.info(
                "request",
                extra={
                    "method": request.method,
                    "route": route,
                    "status": response.status_code,
                    "ms": round(seconds * 1000, 1),
                    "user_id": _user_id(request),
                },
            )
        response["X-Request-ID"] = request_id
        return response


def _user_id(request: HttpRequest) -> int | None:
    """The signed-in user's id, if the request has already loaded it. Logging adds no query."""
    user = getattr(request, "_cached_user", None)
    return getattr(user, "pk", None)
