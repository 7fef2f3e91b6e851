"""Security headers on every API response.

nginx serves the pages with a separate policy, which the frontend's build writes.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADERS = {
    # API responses are data: nothing in them may run, load or be framed.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    # Private, unless the endpoint sets another policy.
    "Cache-Control": "no-store",
}


class SecurityHeadersMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.headers = dict(HEADERS)
        if settings.SECURE_HSTS_SECONDS:
            self.headers["Strict-Transport-Security"] = (
                f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains"
            )

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in self.headers.items():
            response.headers.setdefault(name, value)
        return response
