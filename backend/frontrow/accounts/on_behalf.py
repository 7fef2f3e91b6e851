"""Background jobs that act for somebody: the same rules and audit entries as by a click."""

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from frontrow.accounts.models import User


def request_of(user: User) -> HttpRequest:
    """A request as a rule sees it when this person calls: nobody is impersonated in it.

    Whether they still may is for the caller to ask; no gate has been passed.
    """
    request = HttpRequest()
    request.user = user
    request.session = SessionBase()
    request.auth = user  # type: ignore[attr-defined]
    return request
