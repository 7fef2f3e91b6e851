"""The outbox: a message is first a row, written with what it tells of, and then delivered.

The row's key names the event, so no event is told twice. `delivery.py` does the rest.
"""

import contextlib
import json
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection, transaction

from frontrow.core import clock
from frontrow.messaging.delivery import wake_up
from frontrow.messaging.models import Channel, Message, MessageStatus
from frontrow.messaging.private_links import (
    mark_of,
    marked,
    marked_calendar,
    seal_links,
)

_told_before: ContextVar[bool] = ContextVar("told before", default=False)


@dataclass(frozen=True, kw_only=True)
class NewMessage:
    """A mail, or a text message, as its author hands it in.

    `event` names what it tells of; it must hold nothing secret. `link` is the address only its
    reader may have: text and html hold LINK_PLACE where it belongs, and `link_place(n)` where the
    n-th of `more_links` does.
    """

    event: str
    category: str
    to: str
    subject: str
    text: str
    html: str = ""
    reply_to: str = ""
    # Message-IDs of the thread it continues, oldest first.
    thread: Sequence[str] = ()
    # File name, media type and text of each.
    attachments: Sequence[Mapping[str, str]] = ()
    link: str = ""
    more_links: Sequence[str] = ()
    channel: Channel = Channel.EMAIL
    # Not owed to its reader: it carries the way off the list.
    is_optional: bool = False
    user_id: int | None = None
    bootcamp_id: int | None = None
    purchase_id: int | None = None
    # Not before then: until it is sent it can be withdrawn.
    send_after: datetime | None = None


# Raw, because Django's bulk insert cannot both skip what is there and tell what it wrote.
_INSERT_NEW = """
    INSERT INTO communication_logs (
        type, category, recipient, subject, content, html, reply_to, thread, attachments,
        sealed_link, dedupe_key, message_id, status, sent_at, provider_id, error_message,
        user_id, bootcamp_id, purchase_id, is_optional, send_after
    )
    SELECT
        type, category, recipient, subject, content, html, reply_to, thread, attachments,
        sealed_link, dedupe_key, message_id, status, sent_at, '', '',
        user_id, bootcamp_id, purchase_id, is_optional, send_after
    FROM jsonb_populate_recordset(NULL::communication_logs, %s::jsonb)
    ON CONFLICT (dedupe_key) DO NOTHING
    RETURNING type
"""


# Without a savepoint: two round trips saved in every completed purchase.
@transaction.atomic(savepoint=False)
def write_messages(messages: Sequence[NewMessage]) -> None:
    """Put messages in the outbox, in the caller's transaction; once for each event.

    One statement writes them all and one wakes those who deliver, however many there are.
    """
    if not messages:
        return
    with connection.cursor() as cursor:
        cursor.execute(_INSERT_NEW, [json.dumps([_row(message) for message in messages])])
        new = Counter(Channel(channel) for (channel,) in cursor.fetchall())
    if not _told_before.get():
        wake_up(new)


@contextlib.contextmanager
def told_before() -> Iterator[None]:
    """Emails written in this block reached their readers before our record of them was lost.

    They are kept as sent, so that nothing sends them again.
    """
    token = _told_before.set(True)
    try:
        yield
    finally:
        _told_before.reset(token)


def write_mail(
    *, event: str, category: str, to: str, subject: str, text: str, reply_to: str = ""
) -> None:
    """One plain mail that belongs to no user, bootcamp or purchase."""
    write_messages(
        [
            NewMessage(
                event=event, category=category, to=to, subject=subject, text=text, reply_to=reply_to
            )
        ]
    )


def withdraw_waiting(*, event: str) -> None:
    """Delete an email that waits for its time, because something newer says the same.

    One that was due at once stays, and so does one that is being sent.
    """
    Message.objects.filter(
        dedupe_key=event,
        status=MessageStatus.PENDING,
        sending_since=None,
        send_after__isnull=False,
        attempts=0,
    ).delete()


def forget_reader(*, user_id: int) -> None:
    """The reader's account goes: only what was written about a purchase stays, with the purchase.

    What still waited to be sent is not sent any more.
    """
    Message.objects.filter(user_id=user_id, purchase_id=None).delete()


def _row(message: NewMessage) -> dict[str, Any]:
    is_sent = _told_before.get()
    message_id = f"<{uuid.uuid4()}@{urlsplit(settings.SITE_URL).hostname}>"
    mark = mark_of(message_id)
    return {
        "type": message.channel,
        "category": message.category,
        "recipient": message.to,
        "subject": message.subject,
        "content": marked(message.text, mark),
        "html": marked(message.html, mark),
        "reply_to": message.reply_to,
        "thread": " ".join(message.thread),
        "attachments": [_attachment(each, mark) for each in message.attachments],
        "sealed_link": "" if is_sent else seal_links([message.link, *message.more_links]),
        "status": MessageStatus.SENT if is_sent else MessageStatus.PENDING,
        "sent_at": clock.now().isoformat() if is_sent else None,
        "dedupe_key": message.event,
        "message_id": message_id,
        "user_id": message.user_id,
        "bootcamp_id": message.bootcamp_id,
        "purchase_id": message.purchase_id,
        "is_optional": message.is_optional,
        "send_after": message.send_after.isoformat() if message.send_after else None,
    }


def _attachment(attachment: Mapping[str, str], mark: str) -> dict[str, str]:
    is_calendar = attachment["media_type"] == "text/calendar"
    text = attachment["text"]
    return {**attachment, "text": marked_calendar(text, mark) if is_calendar else text}
