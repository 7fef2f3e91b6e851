"""What is to be told is written once, with what it tells of."""

import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from procrastinate.contrib.django.models import ProcrastinateJob

from frontrow.messaging.models import Channel, Message
from frontrow.messaging.outbox import NewMessage, write_messages
from tests.factories import make_purchase

pytestmark = pytest.mark.django_db


def email(event: str = "welcome:7", **more: Any) -> NewMessage:
    fields = {"category": "WELCOME", "to": "ada@example.test", "subject": "Welcome"}
    return NewMessage(event=event, **{**fields, "text": "Hello Ada", **more})


def write(event: str = "welcome:7", **more: Any) -> None:
    write_messages([email(event, **more)])


def queued() -> list[Any]:
    return list(ProcrastinateJob.objects.order_by("id").values_list("queue_name", "args"))


def test_an_event_is_written_once_and_queued_once() -> None:
    write()
    write()
    assert Message.objects.count() == 1
    assert queued() == [("mail", {"channel": "EMAIL"})]


def test_any_number_of_emails_takes_two_statements() -> None:
    counts = []
    for first in (0, 100):
        emails = [email(f"welcome:{first + n}", link="https://x.test/#k") for n in range(50)]
        with transaction.atomic(), CaptureQueriesContext(connection) as captured:
            write_messages(emails)
        counts.append(len(captured))
    assert counts == [2, 2]
    assert Message.objects.count() == 100
    # Two connections are worth their while for each fifty.
    assert queued() == [("mail", {"channel": "EMAIL"})] * 4


def test_no_emails_take_no_statement() -> None:
    with CaptureQueriesContext(connection) as captured:
        write_messages([])
    assert len(captured) == 0


def test_of_several_emails_only_the_new_ones_are_written_and_queued() -> None:
    write("welcome:1", subject="The first")
    write_messages([email("welcome:1"), email("welcome:2"), email("welcome:2", text="Twin")])
    written = list(Message.objects.order_by("id").values_list("dedupe_key", "subject", "content"))
    assert written == [
        ("welcome:1", "The first", "Hello Ada"),
        ("welcome:2", "Welcome", "Hello Ada"),
    ]
    assert len(queued()) == 2


def test_a_thousand_emails_take_no_more_connections_than_the_mail_server_allows() -> None:
    write_messages([email(f"welcome:{number}") for number in range(1000)])
    write_messages([email("text:1", channel=Channel.SMS, to="+15005550006")])
    assert queued() == [*[("mail", {"channel": "EMAIL"})] * 4, ("mail", {"channel": "SMS"})]


def test_an_email_keeps_everything_it_was_given() -> None:
    purchase = make_purchase()
    attachment = {"name": "class.ics", "media_type": "text/calendar", "text": "BEGIN\r\nEND"}
    write(
        html='<p>Grüße \\ "Ada"</p>',
        reply_to="help@example.test",
        thread=["<1@x.test>", "<2@x.test>"],
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
        "thread": "<1@x.test> <2@x.test>",
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
        "fate": "",
        "fate_at": None,
    }


def test_a_rolled_back_event_is_told_to_nobody() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        write()
        raise RuntimeError
    assert not Message.objects.exists()
    assert not ProcrastinateJob.objects.exists()
