"""The contact inbox as an admin sees and answers it, and the notices they choose."""

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
    # Only what is assigned to whoever asks.
    mine: bool = False
    page: int = Field(1, ge=1, le=LAST_PAGE)


class AnswerState(StrEnum):
    # Held back for the moment in which it can be undone, or on its way.
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
    # Of the latest answer that was not taken back.
    answer_state: AnswerState | None


class ContactPageOut(AnswerModel):
    rows: list[ContactMessageOut]
    total: int
    unread: int


class ContactAnswerOut(AnswerModel):
    id: int
    # Empty once the author's account is gone.
    author: str
    text: str
    state: AnswerState
    # Why it failed or came back, in the mail server's words.
    error_message: str
    created_at: datetime
    send_at: datetime
    sent_at: datetime | None


class ConversationOut(ContactMessageOut):
    """One message with everything that was answered, oldest first."""

    answers: list[ContactAnswerOut]
    # An earlier email to this address bounced, so another one may not arrive either.
    bounces: bool
    # Whom it can be assigned to.
    operators: list[OperatorOut]


class ContactChangeIn(RequestModel):
    """Only what is sent changes; assigned to null is assigned to nobody."""

    is_read: bool = Field(default_factory=left_out)
    is_closed: bool = Field(default_factory=left_out)
    assigned_to: Annotated[int, Field(ge=1, le=LARGEST_ID)] | None = None


class ContactAnswerIn(RequestModel):
    text: str = Field(min_length=1, max_length=5000)
    idempotency_key: UUID
    # Closes the conversation with it.
    closes: bool = False


class NoticeChoiceOut(AnswerModel):
    kind: NoticeKind
    name: str
    explains: str
    pace: NoticePace


class NoticesOut(AnswerModel):
    """What whoever asks has chosen, and when and where a digest comes."""

    choices: list[NoticeChoiceOut]
    email: str
    digest_hour: int
    timezone: str


class NoticeChoiceIn(RequestModel):
    kind: NoticeKind
    pace: NoticePace
