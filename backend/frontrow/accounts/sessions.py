"""Sessions in PostgreSQL that store their user, and a hint cookie that pages can read.

Pages can't read the session cookie. The hint lets them skip the request for the current user when
no one is signed in. It grants nothing.
"""

from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.middleware import SessionMiddleware as DjangoSessionMiddleware
from django.http import HttpRequest, HttpResponse

from frontrow.accounts.devices import write_cookie
from frontrow.accounts.models import Session

HINT_COOKIE = "signed_in"


class SessionStore(DatabaseStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        session: Session = super().create_model_instance(data)  # type: ignore[assignment]
        session.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return session


class SessionMiddleware(DjangoSessionMiddleware):
    """Set or clear the hint whenever the session cookie is set or cleared."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response = super().process_response(request, response)
        write_cookie(request, response)
        session_cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if session_cookie is None:
            return response
        if session_cookie.value and SESSION_KEY in request.session:
            response.set_cookie(
                HINT_COOKIE,
                "1",
                max_age=settings.SESSION_COOKIE_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                samesite="Lax",
            )
        else:
            response.delete_cookie(HINT_COOKIE, samesite="Lax")
        return response
