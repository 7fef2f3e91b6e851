"""What people type stays out of logs, job arguments and the audit log."""

import json
import logging
from io import StringIO

import pytest
from procrastinate.contrib.django.models import ProcrastinateJob

from frontrow.accounts.models import AuditEntry, LetterRequest
from tests.accounts.people import (
    browser,
    key_in,
    letters,
    log_in,
    patch,
    post,
    register,
)

pytestmark = pytest.mark.django_db

NAME = "canary.username"
ADDRESS = "canary.address@example.test"
PASSWORD = "canary-password-1"
WRONG_PASSWORD = "canary-password-2"
FIRST_NAME = "Canaryfirst"
PHONE = "+15550100177"


def live_through_everything() -> list[str]:
    """Register, verify, fail, sign in, forget, reset and change; the keys that were mailed."""
    client = browser()
    register(client, NAME, email=ADDRESS, password=PASSWORD, firstName=FIRST_NAME)
    register(browser(), NAME, email=ADDRESS, password=PASSWORD)
    post(client, "/api/auth/verify-email", key=key_in(letters()[0]))
    log_in(browser(), NAME, WRONG_PASSWORD)
    log_in(browser(), ADDRESS, WRONG_PASSWORD)
    log_in(browser(), ADDRESS, PASSWORD)
    patch(client, "/api/user/profile", firstName=FIRST_NAME, lastName="X", phone=PHONE)
    post(client, "/api/auth/change-password", currentPassword=WRONG_PASSWORD, newPassword="x")
    post(client, "/api/auth/confirm-password", password=WRONG_PASSWORD)
    post(browser(), "/api/auth/forgot-password", email=ADDRESS)
    keys = [key_in(letter) for letter in letters()]
    post(browser(), "/api/auth/reset-password", key=keys[-1], password=PASSWORD)
    post(browser(), "/api/auth/reset-password", key=keys[-1], password=PASSWORD)
    for _ in range(8):
        log_in(browser(), ADDRESS, WRONG_PASSWORD)
    return keys


def test_no_name_address_password_or_key_is_written_down(log_lines: StringIO) -> None:
    keys = live_through_everything()
    assert len(keys) == 2
    lines = log_lines.getvalue()
    assert lines.count('"event": "request"') >= 15
    arguments = json.dumps(list(ProcrastinateJob.objects.values_list("args", flat=True)))
    audit = json.dumps(list(AuditEntry.objects.values_list("action", "subject_id", "details")))
    assert "request_id" in arguments
    assert "signed in" in audit
    canaries = [NAME, ADDRESS, PASSWORD, WRONG_PASSWORD, FIRST_NAME, PHONE, *keys]
    found = [
        (where, canary)
        for where, text in (("log", lines), ("jobs", arguments), ("audit", audit))
        for canary in canaries
        if canary.lower() in text.lower()
    ]
    assert found == []


def test_control_the_search_finds_what_is_there(log_lines: StringIO) -> None:
    logging.getLogger("frontrow").warning("the name is %s", NAME)
    assert NAME in log_lines.getvalue()


def test_an_address_asked_about_is_forgotten_once_looked_at() -> None:
    post(browser(), "/api/auth/forgot-password", email=ADDRESS)
    assert LetterRequest.objects.get().email == ADDRESS
    letters()
    assert not LetterRequest.objects.exists()
