"""The outbox: a message is written in the transaction of its event and delivered afterwards.

The row's key names the event, so no event is announced twice. `delivery.py` sends the messages.
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
    """An email or text message as its author submits it.

    `event` names the event and must hold nothing secret. `link` is an address that only the reader
    may have. In the text and HTML, LINK_PLACE is the placeholder for it, and `link_place(n)` is the
    placeholder for the n-th of `more_links`.
    """

    event: str
    category: str
    to: str
    subject: str
    text: str
    html: str = ""
    reply_to: str = ""
    # Message-IDs of the thread that it continues, oldest first.
    thread: Sequence[str] = ()
    # File name, media type and text of each attachment.
    attachments: Sequence[Mapping[str, str]] = ()
    link: str = ""
    more_links: Sequence[str] = ()
    channel: Channel = Channel.EMAIL
    # Optional mail carries an unsubscribe link.
    is_optional: bool = False
    user_id: int | None = None
    bootcamp_id: int | None = None
    purchase_id: int | None = None
    # Don't send before this time. Until then it can be withdrawn.
    send_after: datetime | None = None


# Raw SQL, because Django's bulk insert can't both skip existing rows and return the inserted ones.
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


# Without a savepoint, which saves two round trips in every completed purchase.
@transaction.atomic(savepoint=False)
def write_messages(messages: Sequence[NewMessage]) -> None:
    """Put messages in the outbox once per event, in the caller's transaction.

    One statement writes them all and one wakes the delivery, however many there are.
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
    """Mark emails written in this block as sent.

    Used after a restore: the emails reached their readers before our record of them was lost.
    """
    token = _told_before.set(True)
    try:
        yield
    finally:
        _told_before.reset(token)


def write_mail(
    *, event: str, category: str, to: str, subject: str, text: str, reply_to: str = ""
) -> None:
    """Write one plain email that belongs to no user, bootcamp or purchase."""
    write_messages(
        [
            NewMessage(
                event=event, category=category, to=to, subject=subject, text=text, reply_to=reply_to
            )
        ]
    )


def withdraw_waiting(*, event: str) -> None:
    """Delete a scheduled email, because a newer one replaces it.

    An email that was due at once, or is being sent, is kept.
    """
    Message.objects.filter(
        dedupe_key=event,
        status=MessageStatus.PENDING,
        sending_since=None,
        send_after__isnull=False,
        attempts=0,
    ).delete()


def forget_reader(*, user_id: int) -> None:
    """Delete a user's messages when their account is deleted.

    Messages about a purchase are kept with the purchase. Messages that weren't sent yet are
    dropped.
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
