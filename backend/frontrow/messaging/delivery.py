"""Delivery of the outbox: each message is claimed, sent and recorded separately.

The rows are the queue, in the order in which they were written. Jobs only wake the workers. If a
worker dies, at most one message is left claimed. It is retried once its claim counts as abandoned.
If the mail server had accepted it before the worker could record that, the reader gets a duplicate
with the same Message-ID.
"""

import contextlib
import json
import random
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils.html import escape

from frontrow.core import clock
from frontrow.core.advisory_locks import AdvisoryLock
from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import enqueue, enqueue_many, job
from frontrow.core.sealing import SealBroken
from frontrow.integrations import mailer, sms
from frontrow.messaging.models import Channel, Message, MessageStatus
from frontrow.messaging.private_links import (
    mark_of,
    may_keep_links,
    open_links,
    put_in,
    put_in_calendar,
    with_unsubscribe,
)
from frontrow.messaging.reminder_expiry import why_outdated
from frontrow.messaging.texts import allowed_from, deliver_text
from frontrow.messaging.unsubscribe import one_click_link, page_link

# A claim that is older than this was left by a worker that died.
HAND_OVER_ABANDONED_AFTER = timedelta(minutes=10)
# With the waits below, about ten hours.
GIVE_UP_AFTER_ATTEMPTS = 16
FIRST_WAIT_SECONDS = 2.0
LONGEST_WAIT_SECONDS = 3600.0
LONGEST_WAIT_FOR_SERVER_SECONDS = 60.0
# The periodic job picks up messages that are due later than this.
CLOCK_SECONDS = 60.0
# After this long a lane requeues itself, so that other jobs get the thread.
LANE_SECONDS = 10.0
# For this many waiting messages another connection is opened.
MESSAGES_PER_LANE = 25
# Advisory locks, keyed by the lane's number.
_LANE_LOCKS = {Channel.EMAIL: AdvisoryLock.EMAIL_LANE, Channel.SMS: AdvisoryLock.SMS_LANE}

# Records one message as sent and claims the next in one statement. Each message takes one commit,
# and a worker never has more than one claimed. Prepared, because planning takes longer than
# running.
_PREPARE = """
    PREPARE next_message (bigint, text, text, interval, bigint, int) AS
    WITH noted AS (
        UPDATE communication_logs
        SET status = 'SENT', sent_at = now(), sending_since = NULL, error_message = '',
            sealed_link = '', provider_id = $2
        -- A receipt of failure may have come first: that word is the later one.
        WHERE id = $1 AND status = 'PENDING'
    ), next AS (
        SELECT id FROM communication_logs
        WHERE status = 'PENDING' AND type = $3 AND id > $5
            AND (send_after IS NULL OR send_after <= now())
            AND (sending_since IS NULL OR sending_since < now() - $4)
        ORDER BY id
        LIMIT $6
        FOR UPDATE SKIP LOCKED
    )
    UPDATE communication_logs m
    SET sending_since = now(), attempts = attempts + 1
    FROM next WHERE m.id = next.id
    RETURNING m.id, type, recipient, subject, content, html, reply_to, thread,
        attachments::text, sealed_link, message_id, dedupe_key, attempts, is_optional, user_id,
        bootcamp_id, purchase_id, created_at
"""


def wake_up(waiting: Mapping[Channel, int]) -> None:
    """Queue the number of lanes that the new messages need, in the caller's transaction."""
    lanes = [
        {"channel": channel.value}
        for channel, count in waiting.items()
        for _ in range(min(-(-count // MESSAGES_PER_LANE), settings.ENV.MAIL_CONNECTIONS))
    ]
    enqueue_many(deliver_waiting, lanes)


@job(queue="mail", every="* * * * *")
def deliver_what_is_due(timestamp: int) -> None:
    """Deliver messages that waited for their time or were left by a worker that died."""
    wake_up({channel: _due(channel).count() for channel in Channel})


@job(queue="mail")
def deliver_waiting(channel: str, away: int = 0) -> None:
    """Deliver due messages one by one. `away` counts how often the server was unreachable."""
    with _lane(Channel(channel)) as is_ours:
        is_unfinished = is_ours and _deliver_in_turn(Channel(channel), away)
    # A job that was woken while every lane was taken has left its messages to the running lanes.
    if is_ours and not is_unfinished and _due(Channel(channel)).exists():
        _come_back(Channel(channel), at=clock.now() + timedelta(seconds=1))


@contextlib.contextmanager
def _lane(channel: Channel) -> Iterator[bool]:
    """Take one of the lanes. The connection holds its lock, which ends with the connection."""
    with connection.cursor() as cursor:
        for number in range(settings.ENV.MAIL_CONNECTIONS):
            keys = [_LANE_LOCKS[channel], number]
            cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", keys)
            if cursor.fetchone()[0]:
                try:
                    cursor.execute(_PREPARE)
                    yield True
                finally:
                    # The next user of this connection must find neither the lock nor the prepared
                    # statements.
                    cursor.execute("DEALLOCATE ALL")
                    cursor.execute("SELECT pg_advisory_unlock(%s, %s)", keys)
                return
    yield False


def _deliver_in_turn(channel: Channel, away: int) -> bool:
    """Deliver until nothing is due. Returns whether it stopped early and queued a job to go on."""
    ends_at = time.monotonic() + LANE_SECONDS
    with mailer.open_line() as line:
        message = _claim(channel)
        while message is not None:
            crash_point("message claimed")
            try:
                name = _try_to_deliver(message, line)
            except mailer.MailServerAway as error:
                _put_back(message, error_message=str(error))
                _wait_for_server(channel, away)
                return True
            more = time.monotonic() < ends_at
            sent = None if name is None else message.pk
            message = _claim(
                channel, sent=sent, provider_id=name or "", after=message.pk, more=more
            )
            if not more:
                enqueue(deliver_waiting, channel=channel.value)
                return True
    return False


def _claim(
    channel: Channel,
    *,
    sent: int | None = None,
    provider_id: str = "",
    after: int = 0,
    more: bool = True,
) -> Message | None:
    """Record the previous message as sent and claim the next one, if there is one.

    The search begins `after` the last claimed message, because the index is full of delivered ones.
    It starts from the beginning only if nothing is found there.
    """
    abandoned_after = HAND_OVER_ABANDONED_AFTER.total_seconds()
    with connection.cursor() as cursor:
        cursor.execute(
            "EXECUTE next_message (%s, %s, %s, make_interval(secs => %s), %s, %s)",
            [sent, provider_id, channel.value, abandoned_after, after, int(more)],
        )
        row = cursor.fetchone()
        if row is None:
            return _claim(channel) if after and more else None
        columns = [column.name for column in cursor.description]
    values = dict(zip(columns, row, strict=True))
    return Message(**{**values, "attachments": json.loads(values["attachments"])})


def _try_to_deliver(message: Message, line: mailer.Line) -> str | None:
    """Try to send. Returns the receiving server's id, or None if it failed and was recorded."""
    if message.attempts > GIVE_UP_AFTER_ATTEMPTS:
        _give_up(message, "Its delivery was cut off too often.")
        return None
    if outdated := why_outdated(message):
        _give_up(message, outdated)
        return None
    if message.type == Channel.SMS and (morning := allowed_from(message)) > clock.now():
        # Texts aren't sent at night.
        _put_back(message, send_after=morning)
        return None
    try:
        name = _hand_over(message, line)
    except (mailer.MailRefused, sms.SmsRefused) as error:
        _give_up(message, str(error))
    except SealBroken:
        _give_up(message, "Its private link can no longer be opened.")
    except (mailer.MailDelayed, sms.SmsDelayed) as error:
        _delay(message, str(error))
    else:
        crash_point("message taken")
        return name
    return None


def _hand_over(message: Message, line: mailer.Line) -> str:
    links, mark = open_links(message.sealed_link), mark_of(message.message_id or "")
    if message.type == Channel.SMS:
        return deliver_text(message, text=put_in(message.content, links, mark))
    return line.send(_mail(message, links, mark))


def _mail(message: Message, links: Mapping[str, str], mark: str) -> mailer.Mail:
    if message.is_optional:
        links = with_unsubscribe(links, page_link(message.recipient))
    escaped = {name: escape(link) for name, link in links.items()}
    return mailer.Mail(
        to=message.recipient,
        subject=message.subject,
        text=put_in(message.content, links, mark),
        html=put_in(message.html, escaped, mark),
        message_id=message.message_id or "",
        reply_to=message.reply_to,
        thread=message.thread,
        attachments=[_attachment(item, links, mark) for item in message.attachments],
        unsubscribe=one_click_link(message.recipient) if message.is_optional else "",
    )


def _attachment(item: Mapping[str, str], links: Mapping[str, str], mark: str) -> mailer.Attachment:
    text = item["text"]
    if item["media_type"] == "text/calendar":
        text = put_in_calendar(text, links, mark)
    return mailer.Attachment(**{**item, "text": text})


def _due(channel: Channel) -> QuerySet[Message]:
    """Messages that the next claim may take."""
    return Message.objects.filter(
        Q(send_after=None) | Q(send_after__lte=Now()),
        Q(sending_since=None) | Q(sending_since__lt=Now() - HAND_OVER_ABANDONED_AFTER),
        status=MessageStatus.PENDING,
        type=channel,
    )


def _put_back(
    message: Message, *, error_message: str = "", send_after: datetime | None = None
) -> None:
    """Undo the claim without counting an attempt, because the message didn't cause the failure."""
    Message.objects.filter(pk=message.pk).update(
        sending_since=None,
        attempts=F("attempts") - 1,
        error_message=error_message,
        send_after=send_after,
    )


def _delay(message: Message, error: str) -> None:
    """Retry later with exponential backoff (2, 8, 32 … seconds, at most an hour), or give up."""
    if message.attempts >= GIVE_UP_AFTER_ATTEMPTS:
        _give_up(message, error)
        return
    wait = min(FIRST_WAIT_SECONDS * 4 ** (message.attempts - 1), LONGEST_WAIT_SECONDS)
    at = clock.now() + timedelta(seconds=wait * random.uniform(0.75, 1.25))  # noqa: S311
    Message.objects.filter(pk=message.pk).update(
        error_message=error, sending_since=None, send_after=at
    )
    if wait < CLOCK_SECONDS:
        _come_back(Channel(message.type), at=at)


def _give_up(message: Message, error: str) -> None:
    Message.objects.filter(pk=message.pk).update(
        status=MessageStatus.FAILED,
        error_message=error,
        sending_since=None,
        sealed_link=message.sealed_link if _may_keep_links(message) else "",
    )


def _may_keep_links(message: Message) -> bool:
    return may_keep_links(message.content, mark_of(message.message_id or ""))


def _wait_for_server(channel: Channel, away: int) -> None:
    wait = min(FIRST_WAIT_SECONDS * 2**away, LONGEST_WAIT_FOR_SERVER_SECONDS)
    enqueue(
        deliver_waiting,
        once=f"no server for {channel}",
        run_at=clock.now() + timedelta(seconds=wait),
        channel=channel.value,
        away=away + 1,
    )


def _come_back(channel: Channel, *, at: datetime) -> None:
    """Queue one delivery job for within a second of `at`, however many messages need it."""
    second = int(at.timestamp()) + 1
    enqueue(
        deliver_waiting,
        once=f"deliver {channel} at {second}",
        run_at=datetime.fromtimestamp(second, UTC),
        channel=channel.value,
    )
