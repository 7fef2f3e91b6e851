"""Signing in with a second factor, and the codes of a generator."""

import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client

from tests.accounts.people import browser, log_in, post, told

START, FINISH = "/api/user/second-factor/start", "/api/user/second-factor/finish"


def code(secret: str, *, periods: int = 0) -> str:
    """What the generator shows now, or so many half minutes later."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + periods)))


def not_the_code(secret: str) -> str:
    near = {code(secret, periods=n) for n in range(-3, 4)}
    return next(f"{n:06}" for n in range(10) if f"{n:06}" not in near)


def give(client: Client, text: str) -> tuple[int, object]:
    return told(post(client, "/api/auth/second-factor", code=text))


def halfway() -> Client:
    """The password was right, the code is still to come."""
    client = browser()
    assert told(log_in(client)) == (200, {"next": "second_factor"})
    return client
