"""A message is delivered once, and never lost."""

import re
import smtplib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from procrastinate.contrib.django.models import ProcrastinateJob

from frontrow.integrations.mailer import MailDelayed
from frontrow.messaging.models import Message
from frontrow.messaging.outbox import Letter, deliver_message, write_letters
from tests.factories import make_purchase

pytestmark = pytest.mark.django_db


def letter(event: str = "welcome:7", **more: Any) -> Letter:
    fields = {"category": "WELCOME", "to": "ada@example.test", "subject": "Welcome"}
    return Letter(event=event, **{**fields, "text": "Hello Ada", **more})


def write(event: str = "welcome:7", **more: Any) -> None:
    write_letters([letter(event, **more)])


def queued() -> list[Any]:
    return list(ProcrastinateJob.objects.order_by("id").values_list("queue_name", "args"))


def refuse_with(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def send_messages(self: EmailBackend, messages: Any) -> int:
        raise error

    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)


def test_an_event_is_written_once_and_queued_once() -> None:
    write()
    write()
    assert queued() == [("mail", {"message_id": Message.objects.get().pk})]


def test_any_number_of_letters_takes_two_statements() -> None:
    counts = []
    for first in (0, 100):
        letters = [letter(f"welcome:{first + n}", link="https://x.test/#k") for n in range(50)]
        with transaction.atomic(), CaptureQueriesContext(connection) as captured:
            write_letters(letters)
        counts.append(len(captured))
    assert counts == [2, 2]
    ids = list(Message.objects.order_by("id").values_list("id", flat=True))
    assert len(ids) == 100
    assert queued() == [("mail", {"message_id": message_id}) for message_id in ids]


def test_no_letters_take_no_statement() -> None:
    with CaptureQueriesContext(connection) as captured:
        write_letters([])
    assert len(captured) == 0


def test_of_several_letters_only_the_new_ones_are_written_and_queued() -> None:
    write("welcome:1", subject="The first")
    write_letters([letter("welcome:1"), letter("welcome:2"), letter("welcome:2", text="Twin")])
    written = list(Message.objects.order_by("id").values_list("dedupe_key", "subject", "content"))
    assert written == [
        ("welcome:1", "The first", "Hello Ada"),
        ("welcome:2", "Welcome", "Hello Ada"),
    ]
    assert len(queued()) == 2


def test_a_letter_keeps_everything_it_was_given() -> None:
    purchase = make_purchase()
    attachment = {"name": "class.ics", "media_type": "text/calendar", "text": "BEGIN\r\nEND"}
    write(
        html='<p>Grüße \\ "Ada"</p>',
        reply_to="help@example.test",
        attachments=[attachment],
        user_id=purchase.user_id,
        bootcamp_id=purchase.bootcamp_id,
        purchase_id=purchase.pk,
    )
    message = Message.objects.get()
    assert message.message_id is not None
    assert re.fullmatch(r"<[0-9a-f-]{36}@testserver>", message.message_id)
    assert {
        name: value
        for name, value in vars(message).items()
        if name not in {"_state", "id", "message_id", "created_at"}
    } == {
        "user_id": purchase.user_id,
        "bootcamp_id": purchase.bootcamp_id,
        "purchase_id": purchase.pk,
        "type": "EMAIL",
        "category": "WELCOME",
        "recipient": "ada@example.test",
        "subject": "Welcome",
        "content": "Hello Ada",
        "html": '<p>Grüße \\ "Ada"</p>',
        "reply_to": "help@example.test",
        "attachments": [attachment],
        "sealed_link": "",
        "dedupe_key": "welcome:7",
        "status": "PENDING",
        "attempts": 0,
        "send_after": None,
        "sending_since": None,
        "provider_id": "",
        "error_message": "",
        "sent_at": None,
        "delivered_at": None,
        "is_optional": False,
    }


def test_a_rolled_back_event_is_told_to_nobody() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        write()
        raise RuntimeError
    assert not Message.objects.exists()
    assert not ProcrastinateJob.objects.exists()


def test_delivering_twice_sends_once_with_its_own_message_id() -> None:
    write(html="<p>Hello Ada</p>")
    message = Message.objects.get()
    deliver_message(message_id=message.pk)
    deliver_message(message_id=message.pk)
    [sent] = mail.outbox
    assert sent.extra_headers["Message-ID"] == message.message_id
    assert sent.message()["Message-ID"] == message.message_id
    message.refresh_from_db()
    assert (message.status, message.attempts, message.sending_since) == ("SENT", 1, None)
    assert message.sent_at is not None


def test_attachments_go_along() -> None:
    write(
        attachments=[
            {"name": "class.ics", "media_type": "text/calendar", "text": "BEGIN:VCALENDAR"}
        ]
    )
    deliver_message(message_id=Message.objects.get().pk)
    [attachment] = mail.outbox[0].attachments
    assert tuple(attachment) == ("class.ics", "BEGIN:VCALENDAR", "text/calendar")


@pytest.mark.parametrize(
    "error",
    [
        smtplib.SMTPResponseException(451, b"later"),
        smtplib.SMTPRecipientsRefused({"ada@example.test": (450, b"busy")}),
        smtplib.SMTPServerDisconnected("gone"),
        ConnectionRefusedError(),
        TimeoutError(),
    ],
)
def test_a_server_that_says_later_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    write()
    message = Message.objects.get()
    with monkeypatch.context() as patch:
        refuse_with(patch, error)
        with pytest.raises(MailDelayed):
            deliver_message(message_id=message.pk)
    message.refresh_from_db()
    assert (message.status, message.attempts, message.sending_since) == ("PENDING", 1, None)
    assert message.error_message
    deliver_message(message_id=message.pk)
    message.refresh_from_db()
    assert (message.status, message.attempts, message.error_message) == ("SENT", 2, "")


@pytest.mark.parametrize(
    "error",
    [
        smtplib.SMTPResponseException(550, b"no"),
        smtplib.SMTPRecipientsRefused({"ada@example.test": (550, b"no such user")}),
    ],
)
def test_a_server_that_says_never_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    write()
    refuse_with(monkeypatch, error)
    deliver_message(message_id=Message.objects.get().pk)
    message = Message.objects.get()
    assert message.status == "FAILED"
    assert "550" in message.error_message
    assert "ada@" not in message.error_message


def test_after_ten_tries_it_is_shown_as_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    write()
    Message.objects.update(attempts=9)
    refuse_with(monkeypatch, TimeoutError())
    with pytest.raises(MailDelayed):
        deliver_message(message_id=Message.objects.get().pk)
    assert Message.objects.get().status == "FAILED"


def test_a_message_in_another_workers_hands_is_left_alone_until_it_is_abandoned() -> None:
    write()
    message = Message.objects.get()
    Message.objects.update(sending_since=datetime.now(UTC) - timedelta(minutes=9))
    deliver_message(message_id=message.pk)
    assert mail.outbox == []
    Message.objects.update(sending_since=datetime.now(UTC) - timedelta(minutes=11))
    deliver_message(message_id=message.pk)
    assert len(mail.outbox) == 1


def test_a_dead_workers_mail_is_looked_at_again_when_its_hand_over_counts_as_abandoned() -> None:
    write()
    message = Message.objects.get()
    ProcrastinateJob.objects.all().delete()
    since = datetime.now(UTC) - timedelta(seconds=30)
    Message.objects.update(sending_since=since)
    deliver_message(message_id=message.pk)
    deliver_message(message_id=message.pk)
    [later] = ProcrastinateJob.objects.all()
    assert (later.args, later.scheduled_at) == (
        {"message_id": message.pk},
        since + timedelta(minutes=10, seconds=1),
    )


def test_a_sent_mail_is_not_looked_at_again() -> None:
    write()
    message = Message.objects.get()
    deliver_message(message_id=message.pk)
    ProcrastinateJob.objects.all().delete()
    deliver_message(message_id=message.pk)
    assert queued() == []
