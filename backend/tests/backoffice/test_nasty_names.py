"""A stored name that looks like an order is told in no kind of message, to one reader each."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from frontrow.backoffice.messages.reminders import write_due_reminders, write_due_texts
from frontrow.core.zones import zone
from frontrow.messaging.models import Message
from frontrow.sales.models import Purchase
from tests.catalogue.desk import Desk
from tests.factories import SmsConsentFactory, make_bootcamp, make_purchase, make_template
from tests.fakes.twilio import TwilioServer
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db

PHONE = "+15550100199"
READER = "gale@example.test"
NAMES = [
    "{zoomLink} {loginUrl}",
    "<img src=x onerror=alert(1)>",
    "Ada\r\nBcc: eve@evil.test",
    "{x.__class__} %s {0}",
]
# At noon, where its reader is: neither too early nor too late for anything.
NOON = datetime.now(UTC).astimezone(zone("America/New_York")).replace(hour=12, minute=0)


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def buyer(name: str) -> Purchase:
    """As if it had come past every form: the forms refuse line breaks."""
    starts_at = NOON.astimezone(UTC) + timedelta(minutes=50)
    purchase = make_purchase(
        bootcamp=make_bootcamp(starts_at=starts_at, ends_at=starts_at + timedelta(hours=1)),
        user=None,
        guest_email=READER,
        guest_full_name=name,
        guest_phone=PHONE,
        completed_at=starts_at - timedelta(days=9),
    )
    SmsConsentFactory.create(phone=PHONE, user=None, purchase_id=purchase.pk)
    return purchase


def tells_nothing_of(name: str, *texts: str) -> None:
    """A name that could stand in a passport may be told; nothing else of it is."""
    assert texts
    orders = [word for word in name.split() if word != "Ada"]
    assert [word for word in orders for text in texts if word in text] == []


def arrives_without(name: str) -> None:
    """One email, to one reader, with nothing that the name would order."""
    [sent] = mail.outbox
    headers = [(key.lower(), value) for key, value in sent.message().items()]
    assert [value for key, value in headers if key in {"to", "cc", "bcc"}] == [READER]
    assert sent.recipients() == [READER]
    assert "\n" not in sent.subject
    assert isinstance(sent, EmailMultiAlternatives)
    tells_nothing_of(name, str(sent.subject), str(sent.body), str(sent.alternatives[0][0]))
    assert "/join/" not in sent.subject


def test_in_the_confirmation(desk: Desk, buyer: Purchase, name: str) -> None:
    make_template(
        category="REGISTRATION_CONFIRM", subject="For {firstName}", content="{firstName} {lastName}"
    )
    desk.done("POST", f"purchases/{buyer.pk}/resend-confirmation")
    run_jobs()
    arrives_without(name)


def test_in_a_reminder(buyer: Purchase, name: str) -> None:
    make_template(
        category="REMINDER_1HOUR", subject="For {firstName}", content="{firstName} {lastName}"
    )
    with time_machine.travel(NOON):
        write_due_reminders(now=NOON)
        run_jobs()
    arrives_without(name)


def test_in_a_message_to_attendees(desk: Desk, buyer: Purchase, name: str) -> None:
    body = {"type": "EMAIL", "subject": "For {firstName}", "content": "Dear {firstName} {lastName}"}
    desk.done("POST", f"bootcamps/{buyer.bootcamp_id}/send-message", body)
    run_jobs()
    arrives_without(name)


def test_in_text_messages(
    desk: Desk, buyer: Purchase, name: str, twilio_server: TwilioServer
) -> None:
    make_template(type="SMS", category="REMINDER_1HOUR", subject="", content="Soon, {firstName}")
    body = {"type": "SMS", "content": "Dear {firstName} {lastName}"}
    desk.done("POST", f"bootcamps/{buyer.bootcamp_id}/send-message", body)
    with time_machine.travel(NOON):
        write_due_texts(now=NOON)
        run_jobs()
    assert [(phone, text.split()[0]) for phone, text in twilio_server.sent] == [
        (PHONE, "Dear"),
        (PHONE, "Soon,"),
    ]
    tells_nothing_of(name, *[text for _, text in twilio_server.sent])
    assert set(Message.objects.values_list("status", flat=True)) == {"SENT"}
