"""Schemas of the contact inbox and of an operator's notification settings."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.messaging.models import NoticeKind, NoticePace
from frontrow.messaging.template_schemas import LARGEST_ID, LAST_PAGE, left_out


class InboxState(StrEnum):
    OPEN = "open"
    CLOSED = "closed"


class InboxQuery(RequestModel):
    unread: bool = False
    state: InboxState | None = None
    # Only messages that are assigned to the caller.
    mine: bool = False
    page: int = Field(1, ge=1, le=LAST_PAGE)


class AnswerState(StrEnum):
    # In its undo period, or being sent.
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    BOUNCED = "bounced"
    CANCELED = "canceled"


class OperatorOut(AnswerModel):
    id: int
    name: str


class ContactMessageOut(AnswerModel):
    id: int
    name: str
    email: str
    subject: str
    message: str
    created_at: datetime
    is_read: bool
    is_closed: bool
    assigned_to: OperatorOut | None
    # Of the latest answer that wasn't taken back.
    answer_state: AnswerState | None


class ContactPageOut(AnswerModel):
    rows: list[ContactMessageOut]
    total: int
    unread: int


class ContactAnswerOut(AnswerModel):
    id: int
    # Empty if the author's account was deleted.
    author: str
    text: str
    state: AnswerState
    # Why it failed or bounced, in the mail server's words.
    error_message: str
    created_at: datetime
    send_at: datetime
    sent_at: datetime | None


class ConversationOut(ContactMessageOut):
    """One message with all its answers, oldest first."""

    answers: list[ContactAnswerOut]
    # An earlier email to this address bounced, so this answer may not arrive either.
    bounces: bool
    # The operators that it can be assigned to.
    operators: list[OperatorOut]


class ContactChangeIn(RequestModel):
    """Changes only the fields that were sent. Null for `assignedTo` removes the assignment."""

    is_read: bool = Field(default_factory=left_out)
    is_closed: bool = Field(default_factory=left_out)
    assigned_to: Annotated[int, Field(ge=1, le=LARGEST_ID)] | None = None


class ContactAnswerIn(RequestModel):
    text: str = Field(min_length=1, max_length=5000)
    idempotency_key: UUID
    # Also closes the conversation.
    closes: bool = False


class NoticeChoiceOut(AnswerModel):
    kind: NoticeKind
    name: str
    explains: str
    pace: NoticePace


class NoticesOut(AnswerModel):
    """The caller's notification settings, with the time and address of the digest."""

    choices: list[NoticeChoiceOut]
    email: str
    digest_hour: int
    timezone: str


class NoticeChoiceIn(RequestModel):
    kind: NoticeKind
    pace: NoticePace
