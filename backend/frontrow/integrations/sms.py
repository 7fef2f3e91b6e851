"""Send text messages by Twilio, and verify the signatures of its webhooks.

Twilio has no idempotency keys. If an earlier attempt may have succeeded, the list of sent messages
is checked first.
"""

import contextlib
import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from twilio.rest import Client

ANSWER_SECONDS = 10.0
# The recipient has opted out at Twilio, which refuses every further message.
OPTED_OUT = 21610
_TRY_AGAIN = {408, 429}
_SERVER_FAULT = 500
# Longer than the time between any attempt and its retry.
_LOOKED_THROUGH = 20


class SmsRefused(Exception):
    """Permanent: Twilio will never accept this message."""

    def __init__(self, words: str, *, opted_out: bool = False) -> None:
        super().__init__(words)
        self.opted_out = opted_out


class SmsDelayed(Exception):
    """Temporary: Twilio can't accept it now, or its response was lost."""


@dataclass(frozen=True, kw_only=True)
class Sent:
    id: str


def is_configured() -> bool:
    env = settings.ENV
    return bool(
        env.TWILIO_ACCOUNT_SID and env.TWILIO_AUTH_TOKEN.get_secret_value() and env.TWILIO_FROM
    )


def send(*, to: str, text: str, receipts_to: str) -> Sent:
    """Send one message. Raises SmsRefused (permanent) or SmsDelayed (temporary)."""
    with _answering():
        message = _client().messages.create(
            to=to, from_=settings.ENV.TWILIO_FROM, body=text, status_callback=receipts_to
        )
    return Sent(id=message.sid or "")


def find_sent(*, to: str, text: str, since: datetime) -> Sent | None:
    """A message with the same text and number, sent after `since` by an earlier attempt."""
    with _answering():
        listed = _client().messages.list(
            to=to, from_=settings.ENV.TWILIO_FROM, date_sent_after=since, limit=_LOOKED_THROUGH
        )
    return next((Sent(id=each.sid or "") for each in listed if each.body == text), None)


def is_signed(*, path: str, fields: Mapping[str, str], signature: str) -> bool:
    """Whether Twilio signed these fields for this path."""
    token = settings.ENV.TWILIO_AUTH_TOKEN.get_secret_value()
    if not token:
        return False
    from twilio.request_validator import RequestValidator

    return bool(
        RequestValidator(token).validate(f"{settings.SITE_URL}{path}", dict(fields), signature)
    )


def _client() -> "Client":
    env = settings.ENV
    return _made_client(
        env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN.get_secret_value(), env.TWILIO_STAND_IN_URL
    )


@functools.lru_cache(maxsize=4)
def _made_client(account: str, token: str, address: str) -> "Client":
    from twilio.http.http_client import TwilioHttpClient
    from twilio.rest import Client

    client = Client(account, token, http_client=TwilioHttpClient(timeout=ANSWER_SECONDS))
    if address:
        client.api.base_url = address
    return client


@contextlib.contextmanager
def _answering() -> Iterator[None]:
    from twilio.base.exceptions import TwilioException

    try:
        yield
    except (TwilioException, OSError) as error:
        # An OSError: its connection broke.
        raise _in_our_words(error) from error


def _in_our_words(error: Exception) -> SmsRefused | SmsDelayed:
    from twilio.base.exceptions import TwilioRestException

    if not isinstance(error, TwilioRestException):
        return SmsDelayed(type(error).__name__)
    words = f"Twilio {error.status}: {error.msg}"
    if error.status in _TRY_AGAIN or error.status >= _SERVER_FAULT:
        return SmsDelayed(words)
    return SmsRefused(words, opted_out=error.code == OPTED_OUT)
