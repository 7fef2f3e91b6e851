"""The outbox: a message is first a row, written with what it tells of, and then delivered.

The row's key names the event, so no event is told twice. A worker that dies between the mail
server's yes and our note of it leaves one window for a twin, with the same Message-ID.
"""

import contextlib
import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.html import escape

from frontrow.core import clock
from frontrow.core.jobs import enqueue, enqueue_many, job
from frontrow.core.sealing import SealBroken, seal, unseal
from frontrow.integrations import mailer, sms
from frontrow.messaging.models import Channel, Message, MessageStatus
from frontrow.messaging.texts import allowed_from, deliver_text
from frontrow.messaging.unsubscribe import UNSUBSCRIBE_PLACE, one_click_link, page_link

# A hand-over that has not ended by then was cut off by a dying worker.
HAND_OVER_ABANDONED_AFTER = timedelta(minutes=10)
GIVE_UP_AFTER_ATTEMPTS = 10

# Where a letter's private link goes; it is also what the log shows in its place for ever after.
LINK_PLACE = "[private link]"
LINK_PURPOSE = "mailed link"

_told_before: ContextVar[bool] = ContextVar("told before", default=False)


def link_place(number: int) -> str:
    """Where one more private link goes, counted from 1."""
    return f"[private link {number + 1}]"


@dataclass(frozen=True, kw_only=True)
class Letter:
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


# Raw, because Django's bulk insert cannot both skip what is there and tell what it wrote.
_INSERT_NEW = """
    INSERT INTO communication_logs (
        type, category, recipient, subject, content, html, reply_to, attachments, sealed_link,
        dedupe_key, message_id, status, sent_at, provider_id, error_message,
        user_id, bootcamp_id, purchase_id, is_optional
    )
    SELECT
        type, category, recipient, subject, content, html, reply_to, attachments, sealed_link,
        dedupe_key, message_id, status, sent_at, '', '',
        user_id, bootcamp_id, purchase_id, is_optional
    FROM jsonb_populate_recordset(NULL::communication_logs, %s::jsonb)
    ON CONFLICT (dedupe_key) DO NOTHING
    RETURNING id
"""


# Without a savepoint: two round trips saved in every completed purchase.
@transaction.atomic(savepoint=False)
def write_letters(letters: Sequence[Letter]) -> None:
    """Put letters in the outbox, in the caller's transaction; once for each event.

    One statement writes them all and one queues the new ones, however many there are.
    """
    if not letters:
        return
    with connection.cursor() as cursor:
        cursor.execute(_INSERT_NEW, [json.dumps([_row(letter) for letter in letters])])
        new = [message_id for (message_id,) in cursor.fetchall()]
    if _told_before.get():
        return
    enqueue_many(deliver_message, [{"message_id": message_id} for message_id in new])


@contextlib.contextmanager
def told_before() -> Iterator[None]:
    """Letters written in this block reached their readers before our record of them was lost.

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
    write_letters(
        [
            Letter(
                event=event, category=category, to=to, subject=subject, text=text, reply_to=reply_to
            )
        ]
    )


def forget_reader(*, user_id: int) -> None:
    """The reader's account goes: only what was written about a purchase stays, with the purchase.

    What still waited to be sent is not sent any more.
    """
    Message.objects.filter(user_id=user_id, purchase_id=None).delete()


def _row(letter: Letter) -> dict[str, Any]:
    is_sent = _told_before.get()
    return {
        "type": letter.channel,
        "category": letter.category,
        "recipient": letter.to,
        "subject": letter.subject,
        "content": letter.text,
        "html": letter.html,
        "reply_to": letter.reply_to,
        "attachments": [dict(each) for each in letter.attachments],
        "sealed_link": "" if is_sent else _seal_links(letter),
        "status": MessageStatus.SENT if is_sent else MessageStatus.PENDING,
        "sent_at": clock.now().isoformat() if is_sent else None,
        "dedupe_key": letter.event,
        "message_id": f"<{uuid.uuid4()}@{urlsplit(settings.SITE_URL).hostname}>",
        "user_id": letter.user_id,
        "bootcamp_id": letter.bootcamp_id,
        "purchase_id": letter.purchase_id,
        "is_optional": letter.is_optional,
    }


def _seal_links(letter: Letter) -> str:
    links = [letter.link, *letter.more_links]
    return seal("\n".join(links), purpose=LINK_PURPOSE) if any(links) else ""


@job(queue="mail", attempts=GIVE_UP_AFTER_ATTEMPTS)
def deliver_message(message_id: int) -> None:
    message = _claim(message_id)
    if message is None:
        _come_back_if_abandoned(message_id)
        return
    if message.type == Channel.SMS and _waits_for_morning(message):
        return
    try:
        provider_id = _hand_over(message)
    except (mailer.MailRefused, sms.SmsRefused) as error:
        _note_failure(message, str(error), final=True)
    except SealBroken:
        _note_failure(message, "Its private link can no longer be opened.", final=True)
    except (mailer.MailDelayed, sms.SmsDelayed) as error:
        _note_failure(message, str(error), final=message.attempts >= GIVE_UP_AFTER_ATTEMPTS)
        raise
    else:
        # A receipt of failure may have come first: that word is the later one.
        Message.objects.filter(pk=message.pk, status=MessageStatus.PENDING).update(
            status=MessageStatus.SENT,
            sent_at=Now(),
            sending_since=None,
            error_message="",
            sealed_link="",
            provider_id=provider_id,
        )


def _hand_over(message: Message) -> str:
    """Give it to whoever delivers it; what it is called there."""
    if message.type == Channel.SMS:
        return deliver_text(message)
    mailer.send(_as_mail(message))
    return ""


def _waits_for_morning(message: Message) -> bool:
    """Nobody's phone buzzes at night: put a text back until its reader's morning."""
    morning = allowed_from(message)
    if morning <= clock.now():
        return False
    Message.objects.filter(pk=message.pk).update(sending_since=None, attempts=F("attempts") - 1)
    enqueue(deliver_message, once=f"deliver:{message.pk}", run_at=morning, message_id=message.pk)
    return True


def _as_mail(message: Message) -> mailer.Mail:
    text, html = message.content, message.html
    if message.sealed_link:
        links = unseal(message.sealed_link, purpose=LINK_PURPOSE).split("\n")
        for number, link in enumerate(links):
            place = link_place(number) if number else LINK_PLACE
            text, html = text.replace(place, link), html.replace(place, escape(link))
    if message.is_optional:
        page = page_link(message.recipient)
        text = text.replace(UNSUBSCRIBE_PLACE, page)
        html = html.replace(UNSUBSCRIBE_PLACE, escape(page))
    return mailer.Mail(
        to=message.recipient,
        subject=message.subject,
        text=text,
        html=html,
        message_id=message.message_id or "",
        reply_to=message.reply_to,
        attachments=[mailer.Attachment(**item) for item in message.attachments],
        unsubscribe=one_click_link(message.recipient) if message.is_optional else "",
    )


def _claim(message_id: int) -> Message | None:
    """Take the message for delivery, unless it is done or in another worker's hands."""
    claimed = (
        Message.objects.filter(pk=message_id, status=MessageStatus.PENDING)
        .filter(
            Q(sending_since__isnull=True) | Q(sending_since__lt=Now() - HAND_OVER_ABANDONED_AFTER)
        )
        .update(sending_since=Now(), attempts=F("attempts") + 1)
    )
    return Message.objects.get(pk=message_id) if claimed else None


def _come_back_if_abandoned(message_id: int) -> None:
    """A dead worker's job runs again within seconds, long before its hand-over counts as abandoned.

    Were that the end of it, nobody would ever send the mail.
    """
    message = Message.objects.filter(pk=message_id, status=MessageStatus.PENDING).first()
    if message is None or message.sending_since is None:
        return
    enqueue(
        deliver_message,
        once=f"deliver:{message_id}",
        run_at=message.sending_since + HAND_OVER_ABANDONED_AFTER + timedelta(seconds=1),
        message_id=message_id,
    )


def _note_failure(message: Message, error: str, *, final: bool) -> None:
    failed = Message.objects.filter(pk=message.pk)
    if final:
        # Nobody will be sent this link any more, so nobody needs to be able to read it.
        failed.update(
            status=MessageStatus.FAILED, error_message=error, sending_since=None, sealed_link=""
        )
    else:
        failed.update(error_message=error, sending_since=None)
