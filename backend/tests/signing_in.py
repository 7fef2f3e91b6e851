"""Puts a test's client into the state a real sign-in leaves behind."""

import time

from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
    AUTHENTICATION_METHODS_SESSION_KEY,
)
from django.test import Client

from frontrow.accounts.models import User


def sign_in_recently(client: Client, user: User, *, seconds_ago: float = 0) -> None:
    """Signed in with a password, that long ago."""
    client.force_login(user)
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        {"method": "password", "at": time.time() - seconds_ago}
    ]
    session[_AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(user.pk)
    session.save()
