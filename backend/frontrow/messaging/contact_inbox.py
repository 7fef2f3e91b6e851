"""The inbox of contact messages: list, read, assign, close and reopen."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User, UserStatus
from frontrow.accounts.rights import Right, roles_with
from frontrow.core.addresses import address_key
from frontrow.core.errors import Invalid, NotFound
from frontrow.messaging.inbox_schemas import (
    AnswerState,
    ContactAnswerOut,
    ContactChangeIn,
    ContactMessageOut,
    ContactPageOut,
    ConversationOut,
    InboxQuery,
    InboxState,
    OperatorOut,
)
from frontrow.messaging.mail_events import BOUNCED
from frontrow.messaging.models import (
    Channel,
    ContactAnswer,
    ContactMessage,
    Message,
    MessageFate,
    MessageStatus,
    Suppression,
)

PAGE_SIZE = 20


def read_inbox(*, by: Actor, asked: InboxQuery) -> ContactPageOut:
    """A page of messages, newest first. The number of statements is constant."""
    messages = ContactMessage.objects.select_related("assigned_to").order_by("-created_at", "-id")
    unread = ContactMessage.objects.filter(read_at=None).count()
    if asked.unread:
        messages = messages.filter(read_at=None)
    if asked.state is not None:
        messages = messages.filter(closed_at__isnull=asked.state == InboxState.OPEN)
    if asked.mine:
        messages = messages.filter(assigned_to=by.user)
    first = (asked.page - 1) * PAGE_SIZE
    rows = list(messages[first : first + PAGE_SIZE])
    latest = _latest_states(rows)
    return ContactPageOut(
        rows=[ContactMessageOut(**_facts(row, latest.get(row.pk))) for row in rows],
        total=messages.count(),
        unread=unread,
    )


def read_conversation(*, message_id: int) -> ConversationOut:
    message = _found(message_id)
    answers = list(message.answers.select_related("author").order_by("pk"))
    mails = _mails_of(answers)
    told = [answer_out(answer, mails.get(answer.event)) for answer in answers]
    states = [one.state for one in told if one.state != AnswerState.CANCELED]
    return ConversationOut(
        **_facts(message, states[-1] if states else None),
        answers=told,
        bounces=Suppression.objects.filter(
            channel=Channel.EMAIL, address=address_key(message.email), reason=BOUNCED
        ).exists(),
        operators=[_operator(user) for user in _operators()],
    )


@transaction.atomic
def change_contact_message(
    *, by: Actor, message_id: int, wanted: ContactChangeIn
) -> ConversationOut:
    """Mark, assign, close or reopen a message. Idempotent: a repeat records nothing."""
    message = ContactMessage.objects.select_for_update().filter(pk=message_id).first()
    if message is None:
        raise NotFound("Message not found")
    sent = wanted.model_fields_set
    same = ContactMessage.objects.filter(pk=message_id)
    if "is_read" in sent and wanted.is_read != (message.read_at is not None):
        same.update(read_at=Now() if wanted.is_read else None)
    if "is_closed" in sent and wanted.is_closed != (message.closed_at is not None):
        same.update(closed_at=Now() if wanted.is_closed else None)
        _note(
            by,
            "closed contact message" if wanted.is_closed else "reopened contact message",
            message_id,
        )
    if "assigned_to" in sent and wanted.assigned_to != message.assigned_to_id:
        if wanted.assigned_to and not _operators().filter(pk=wanted.assigned_to).exists():
            raise Invalid(fields={"assignedTo": "Choose someone who runs the desk."})
        same.update(assigned_to=wanted.assigned_to)
        _note(by, "assigned contact message", message_id, user_id=wanted.assigned_to)
    return read_conversation(message_id=message_id)


def answer_out(answer: ContactAnswer, mail: Message | None) -> ContactAnswerOut:
    author = answer.author
    return ContactAnswerOut(
        id=answer.pk,
        author=(author.full_name or author.email) if author else "",
        text=answer.text,
        state=_state(answer, mail),
        error_message=mail.error_message if mail and mail.status == MessageStatus.FAILED else "",
        created_at=answer.created_at,
        send_at=answer.send_at,
        sent_at=mail.sent_at if mail else None,
    )


def _state(answer: ContactAnswer, mail: Message | None) -> AnswerState:
    if answer.canceled_at:
        return AnswerState.CANCELED
    if mail is None or mail.status == MessageStatus.PENDING:
        return AnswerState.SENDING
    if mail.fate == MessageFate.BOUNCED:
        return AnswerState.BOUNCED
    return AnswerState.FAILED if mail.status == MessageStatus.FAILED else AnswerState.SENT


def _latest_states(messages: Sequence[ContactMessage]) -> dict[int, AnswerState]:
    answers = ContactAnswer.objects.filter(contact__in=messages, canceled_at=None).order_by("pk")
    latest = {answer.contact_id: answer for answer in answers}
    mails = _mails_of(latest.values())
    return {pk: _state(answer, mails.get(answer.event)) for pk, answer in latest.items()}


def _mails_of(answers: Iterable[ContactAnswer]) -> dict[str, Message]:
    events = [answer.event for answer in answers]
    found = Message.objects.filter(dedupe_key__in=events).only(
        "dedupe_key", "status", "fate", "error_message", "sent_at"
    )
    return {mail.dedupe_key: mail for mail in found}


def _operators() -> QuerySet[User]:
    return User.objects.filter(
        role__in=roles_with(Right.MESSAGES), status=UserStatus.ACTIVE
    ).order_by("first_name", "pk")


def _operator(user: User) -> OperatorOut:
    return OperatorOut(id=user.pk, name=user.full_name or user.email)


def _found(message_id: int) -> ContactMessage:
    message = ContactMessage.objects.select_related("assigned_to").filter(pk=message_id).first()
    if message is None:
        raise NotFound("Message not found")
    return message


def _note(by: Actor, action: str, message_id: int, **details: int | None) -> None:
    audit.record(by=by, action=action, subject_type="contact", subject_id=message_id, **details)


def _facts(message: ContactMessage, latest: AnswerState | None) -> dict[str, Any]:
    return {
        "id": message.pk,
        "name": message.name,
        "email": message.email,
        "subject": message.subject,
        "message": message.message,
        "created_at": message.created_at,
        "is_read": message.read_at is not None,
        "is_closed": message.closed_at is not None,
        "assigned_to": _operator(message.assigned_to) if message.assigned_to else None,
        "answer_state": latest,
    }
