"""What people type stays out of logs, job arguments and the audit log."""

import json
import logging
import re
from datetime import UTC, datetime
from io import StringIO
from urllib.parse import unquote

import pytest
import time_machine
from django.core import mail
from django.db import connection
from procrastinate.contrib.django.models import ProcrastinateJob

from frontrow.accounts.models import AuditEntry, EmailRequest
from frontrow.core.zones import zone
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Message
from tests.accounts.codes import asked, use, wrong_for
from tests.accounts.people import (
    browser,
    emails,
    key_in,
    log_in,
    patch,
    person,
    post,
    register,
)
from tests.catalogue.desk import Desk
from tests.factories import make_bootcamp
from tests.fakes.stripe import StripeServer
from tests.fakes.twilio import TwilioServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

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
    post(client, "/api/auth/verify-email", key=key_in(emails()[0]))
    log_in(browser(), NAME, WRONG_PASSWORD)
    log_in(browser(), ADDRESS, WRONG_PASSWORD)
    log_in(browser(), ADDRESS, PASSWORD)
    patch(client, "/api/user/profile", firstName=FIRST_NAME, lastName="X", phone=PHONE)
    post(client, "/api/auth/change-password", currentPassword=WRONG_PASSWORD, newPassword="x")
    post(client, "/api/auth/confirm-password", password=WRONG_PASSWORD)
    post(browser(), "/api/auth/forgot-password", email=ADDRESS)
    keys = [key_in(email) for email in emails()]
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


def test_a_sign_in_code_is_read_in_its_email_and_nowhere_else(log_lines: StringIO) -> None:
    person(NAME, email=ADDRESS, first_name=FIRST_NAME)
    client, code = asked(ADDRESS)
    use(client, wrong_for(code))
    before = stored_about_codes()
    deliver_waiting(channel="EMAIL")
    [sent] = mail.outbox
    assert code in str(sent.body)
    assert code not in sent.subject
    assert use(client, code).status_code == 200
    after = stored_about_codes()
    assert '"event": "request"' in log_lines.getvalue()
    assert "sign-in code refused" in log_lines.getvalue()
    assert ADDRESS in after
    # A row's numbers may hold the six digits by chance, so they are looked for as a word.
    for text in (before, after, log_lines.getvalue()):
        assert not re.search(rf"(?<![0-9A-Za-z.]){code}(?![0-9A-Za-z])", text)
    assert ADDRESS not in log_lines.getvalue()
    assert not Message.objects.exclude(sealed_link="").exists()


def stored_about_codes() -> str:
    """Whole rows, whatever columns they have."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t::text FROM communication_logs t"
            " UNION ALL SELECT t::text FROM sign_in_codes t"
            " UNION ALL SELECT t::text FROM audit_log t"
            " UNION ALL SELECT t::text FROM sessions t"
            " UNION ALL SELECT t::text FROM procrastinate_jobs t"
        )
        return "\n".join(row for (row,) in cursor.fetchall())


@pytest.mark.django_db(transaction=True)
def test_nothing_of_a_purchase_or_a_message_is_written_down(
    log_lines: StringIO, stripe_server: StripeServer, twilio_server: TwilioServer
) -> None:
    """Buying, being written to by mail and by text, texting back, leaving the list, asking us."""
    canaries = buy_and_be_written_to(stripe_server, twilio_server)
    assert len(canaries) == len(set(canaries)) == 12
    assert all(len(canary) > 8 for canary in canaries)
    lines = log_lines.getvalue()
    assert lines.count('"event": "request"') >= 10
    arguments = json.dumps(list(ProcrastinateJob.objects.values_list("args", flat=True)))
    audit = json.dumps(list(AuditEntry.objects.values_list("action", "subject_id", "details")))
    assert "channel" in arguments
    assert "sent message to attendees" in audit
    found = [
        (where, canary)
        for where, text in (("log", lines), ("jobs", arguments), ("audit", audit))
        for canary in canaries
        if canary.lower() in text.lower()
    ]
    assert found == []


def buy_and_be_written_to(stripe: StripeServer, twilio_server: TwilioServer) -> list[str]:
    """What was typed, mailed and handed out on the way, none of which is anybody else's."""
    desk, bootcamp = Desk(), make_bootcamp()
    shopper = Shopper(stripe, email=ADDRESS, full_name=f"{FIRST_NAME} Canarylast")
    session = shopper.ask_session(bootcamp=bootcamp.pk).json()
    intent, secret = session["paymentIntentId"], session["clientSecret"]
    shopper.hold(intent, phone=PHONE, smsConsent=True)
    shopper.confirm(intent)
    assert shopper.complete(intent, clientSecret=secret).json()["status"] == "completed"
    words = {"subject": "Canarysubject", "content": "Canarycontent {firstName} {zoomLink}"}
    for channel in ("EMAIL", "SMS"):
        body = {"type": channel, **words, "content": words["content"]}
        desk.done("POST", f"bootcamps/{bootcamp.pk}/send-message", body)
        desk.done("POST", "message-preview", body | {"bootcampId": bootcamp.pk})
    noon = datetime.now(UTC).astimezone(zone(bootcamp.timezone)).replace(hour=12)
    with time_machine.travel(noon):
        run_jobs()
    assert [to for to, _ in twilio_server.sent] == [PHONE]
    confirmation = next(one for one in mail.outbox if one.subject.startswith("Confirmed"))
    written = next(one for one in mail.outbox if one.subject == "Canarysubject")
    [invitation] = re.findall(r"invite=([^&\s]+)", str(confirmation.body))
    [join] = re.findall(r"/join/(\S+)", str(written.body))
    [leave] = re.findall(r"/unsubscribe#key=(\S+)", str(written.body))
    post(shopper.client, "/api/unsubscribe", key=unquote(leave))
    shopper.client.get(f"/api/join/{join}")
    question = {"name": "Canaryvisitor", "email": ADDRESS, "subject": "Canaryquestion"}
    post(shopper.client, "/api/contact", **question, message="Canarymessage, as they say.")
    run_jobs()
    [row] = desk.get("suppressions")["rows"]
    desk.done("POST", f"suppressions/{row['id']}/lift", {"reason": "They wrote to us"})
    return [
        *(ADDRESS, FIRST_NAME, PHONE, secret, "Canarylast", "Canarysubject", "Canarycontent"),
        *(invitation, join, leave, "Canaryquestion", "Canarymessage"),
    ]


def test_control_the_search_finds_what_is_there(log_lines: StringIO) -> None:
    logging.getLogger("frontrow").warning("the name is %s", NAME)
    assert NAME in log_lines.getvalue()


def test_an_address_asked_about_is_forgotten_once_looked_at() -> None:
    post(browser(), "/api/auth/forgot-password", email=ADDRESS)
    assert EmailRequest.objects.get().email == ADDRESS
    emails()
    assert not EmailRequest.objects.exists()
