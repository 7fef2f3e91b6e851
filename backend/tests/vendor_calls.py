"""Notices every call to a vendor that is made while a transaction is open.

Such a call keeps locks for as long as the vendor takes to answer, and a transaction that is rolled
back afterwards forgets what the vendor did.
"""

import smtplib
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from botocore.httpsession import URLLib3Session
from django.core.mail.backends.locmem import EmailBackend
from django.db import connections
from requests.adapters import HTTPAdapter

# The places at which calls leave: Stripe, Twilio and mail providers' APIs, Zoom, S3, SMTP, and the
# outbox that most tests have in place of SMTP.
EXITS: tuple[tuple[type[Any], str], ...] = (
    (HTTPAdapter, "send"),
    (httpx.Client, "send"),
    (URLLib3Session, "send"),
    (smtplib.SMTP, "sendmail"),
    (EmailBackend, "send_messages"),
)


def is_inside_transaction() -> bool:
    """Whether this thread has one open, beside those of the test framework and `rolled_back`."""
    return any(
        not block._from_testcase  # type: ignore[attr-defined]
        for one in connections.all(initialized_only=True)
        for block in one.atomic_blocks
    )


@contextmanager
def noticed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Where in the product each such call came from."""
    calls: list[str] = []

    def watch(owner: type[Any], name: str) -> None:
        really_send = getattr(owner, name)

        def send(*arguments: Any, **options: Any) -> Any:
            if is_inside_transaction():
                calls.append(f"{owner.__name__}.{name} from {_place()}")
            return really_send(*arguments, **options)

        monkeypatch.setattr(owner, name, send)

    for owner, name in EXITS:
        watch(owner, name)
    yield calls


def _place() -> str:
    parts = [frame.filename.partition("/backend/frontrow/") for frame in traceback.extract_stack()]
    return " < ".join(file for _, _, file in reversed(parts) if file)
