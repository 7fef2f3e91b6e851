"""The log of sent messages and their delivery state, and the retry of failed ones."""

from collections.abc import Iterator
from datetime import UTC, datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.admin_schemas import cohort_of
from frontrow.core.csv_files import csv_lines
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.replica import stream_from_replica
from frontrow.messaging.delivery import wake_up
from frontrow.messaging.models import Channel, Message, MessageFate, MessageStatus
from frontrow.messaging.private_links import has_link_places, mark_of, shown
from frontrow.messaging.template_schemas import (
    LoggedMessageOut,
    MessageLogQuery,
    MessagePageOut,
    MessageWordsOut,
)

PAGE_SIZE = 20
ROWS_AT_ONCE = 1_000
COLUMNS = [
    *("Date (UTC)", "Channel", "Category", "Recipient", "Subject", "Status"),
    *("Sent (UTC)", "Delivered (UTC)", "Error", "Class"),
]


def read_message_log(*, asked: MessageLogQuery) -> MessagePageOut:
    """A page of messages, newest first."""
    messages = _find(asked)
    first = (asked.page - 1) * PAGE_SIZE
    rows = _without_words(messages)[first : first + PAGE_SIZE]
    return MessagePageOut(rows=[_as_answer(message) for message in rows], total=messages.count())


def export_messages(*, by: Actor, asked: MessageLogQuery) -> Iterator[str]:
    """Stream the log as CSV without the messages' text. Recorded in the audit log."""
    audit.record(
        by=by,
        action="exported messages",
        subject_type="messages",
        # Not the search text itself, which is usually someone's address.
        searched=bool(asked.search.strip()),
        status=asked.status.value if asked.status else "",
        bootcamp_id=asked.bootcamp_id,
        user_id=asked.user_id,
    )
    return csv_lines(COLUMNS, _cells(_find(asked)))


def _cells(messages: QuerySet[Message]) -> Iterator[list[str]]:
    rows = messages.values_list(
        "created_at",
        *("type", "category", "recipient", "subject", "status"),
        *("sent_at", "delivered_at", "error_message", "bootcamp__name"),
    )
    for created_at, *words, sent_at, delivered_at, error, bootcamp in stream_from_replica(
        rows, at_once=ROWS_AT_ONCE
    ):
        yield [_utc(created_at), *words, _utc(sent_at), _utc(delivered_at), error, bootcamp or ""]


def _utc(at: datetime | None) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S") if at else ""


def _find(asked: MessageLogQuery) -> QuerySet[Message]:
    """Messages, newest first. The search matches the address, the subject and the category."""
    messages = Message.objects.select_related("bootcamp").order_by("-created_at", "-id")
    if asked.bootcamp_id is not None:
        messages = messages.filter(bootcamp_id=asked.bootcamp_id)
    if asked.user_id is not None:
        messages = messages.filter(user_id=asked.user_id)
    if asked.status is not None:
        messages = messages.filter(status=asked.status)
    for word in asked.search.split():
        messages = messages.filter(
            Q(recipient__icontains=word) | Q(subject__icontains=word) | Q(category__iexact=word)
        )
    return messages


def read_message(*, message_id: int) -> MessageWordsOut:
    message = Message.objects.filter(pk=message_id).first()
    if message is None:
        raise NotFound("Message not found")
    mark = mark_of(message.message_id or "")
    return MessageWordsOut(
        id=message.pk,
        subject=message.subject,
        content=shown(message.content, mark),
        html=shown(message.html, mark),
    )


@transaction.atomic
def retry_message(*, by: Actor, message_id: int) -> LoggedMessageOut:
    """Send a failed message again, with the same content and Message-ID."""
    message = Message.objects.select_for_update(of=("self",)).filter(pk=message_id).first()
    if message is None:
        raise NotFound("Message not found")
    if message.status != MessageStatus.FAILED:
        raise Conflict("Only a message that failed can be sent again.")
    if not message.content:
        raise Conflict("Its text is no longer stored. Write a new message instead.")
    if _has_lost_its_link(message):
        raise Conflict("Its private link is no longer stored. Send a new invitation instead.")
    message.status = MessageStatus.PENDING
    message.attempts = 0
    message.send_after = None
    message.error_message = ""
    message.fate = ""
    message.fate_at = None
    message.save(
        update_fields=["status", "attempts", "send_after", "error_message", "fate", "fate_at"]
    )
    wake_up({Channel(message.type): 1})
    audit.record(by=by, action="sent message again", subject_type="message", subject_id=message.pk)
    return _as_answer(message)


def _without_words(messages: QuerySet[Message]) -> QuerySet[Message]:
    # Only the text is needed to see whether a private link is missing.
    return messages.defer("html", "attachments")


def _has_lost_its_link(message: Message) -> bool:
    mark = mark_of(message.message_id or "")
    return has_link_places(message.content, mark) and not message.sealed_link


def _as_answer(message: Message) -> LoggedMessageOut:
    return LoggedMessageOut(
        id=message.pk,
        type=Channel(message.type),
        category=message.category,
        recipient=message.recipient,
        subject=message.subject,
        status=MessageStatus(message.status),
        error_message=message.error_message,
        attempts=message.attempts,
        user_id=message.user_id,
        bootcamp_id=message.bootcamp_id,
        bootcamp_name=message.bootcamp.name if message.bootcamp else "",
        cohort=cohort_of(message.bootcamp) if message.bootcamp else None,
        can_retry=message.status == MessageStatus.FAILED
        and bool(message.content)
        and not _has_lost_its_link(message),
        created_at=message.created_at,
        sent_at=message.sent_at,
        delivered_at=message.delivered_at,
        fate=MessageFate(message.fate) if message.fate else None,
    )


def newest_messages(found: QuerySet[Message], *, most: int) -> list[LoggedMessageOut]:
    """The latest of these messages, as shown in the log."""
    newest = found.select_related("bootcamp").order_by("-created_at", "-id")
    return [_as_answer(message) for message in _without_words(newest)[:most]]
