"""Schemas of messages to attendees: the request, the audience and the progress."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, Field
from pydantic_core import PydanticCustomError

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import OneLine
from frontrow.messaging.models import Channel, MessageStatus
from frontrow.messaging.text_length import Encoding

LONGEST_SUBJECT, LONGEST_CONTENT = 200, 5000
MOST_RECIPIENTS = 5000
MOST_UNDO_SECONDS = 60


def _between(least: int, most: int, name: str) -> Any:
    def check(text: str) -> str:
        if len(text) < least:
            raise PydanticCustomError("needed", f"{name} is required")
        if len(text) > most:
            raise PydanticCustomError(
                "needed",
                f"{name} must be less than {most} characters",
            )
        return text

    return AfterValidator(check)


Subject = Annotated[OneLine, _between(1, LONGEST_SUBJECT, "Subject")]
Content = Annotated[str, _between(1, LONGEST_CONTENT, "Content")]
Id = Annotated[int, Field(ge=1, le=2**63 - 1)]


class MessageRecipientIn(RequestModel):
    address: str = Field(max_length=255)
    first_name: str = Field("", max_length=255)
    last_name: str = Field("", max_length=255)


class SendMessageIn(RequestModel):
    """`recipients` can only narrow down the audience that the server determines."""

    type: Channel
    template_id: Id | None = None
    subject: Subject | None = None
    content: Content
    use_template: bool = False
    recipients: Annotated[list[MessageRecipientIn], Field(max_length=MOST_RECIPIENTS)] | None = None
    idempotency_key: UUID | None = None
    send_at: AwareDatetime | None = None
    # Delays sending so that it can be canceled, like a scheduled message. Not with a time of its
    # own.
    undo_seconds: int = Field(0, ge=0, le=MOST_UNDO_SECONDS, strict=True)


class LeftOutOut(AnswerModel):
    name: str
    address: str
    reason: str


class MessageRecipientOut(AnswerModel):
    address: str
    first_name: str
    last_name: str


class AudienceOut(AnswerModel):
    recipients: list[MessageRecipientOut]
    left_out: list[LeftOutOut]


class AudiencesOut(AnswerModel):
    email: AudienceOut
    sms: AudienceOut


class MessageSentOut(AnswerModel):
    # Messages created for recipients. Each is then delivered separately.
    success_count: int
    batch_id: UUID
    left_out: list[LeftOutOut]


class BatchState(StrEnum):
    SCHEDULED = "scheduled"
    SENDING = "sending"
    DONE = "done"
    CANCELED = "canceled"


class BatchSummaryOut(AnswerModel):
    id: UUID
    type: Channel
    # The subject that is sent. If none was given, the bootcamp's name and date.
    subject: str
    # The beginning of the message.
    opening: str
    state: BatchState
    total: int
    sent: int
    failed: int
    left: int
    send_at: datetime | None
    created_at: datetime


class BatchRecipientOut(AnswerModel):
    message_id: int
    address: str
    status: MessageStatus
    error_message: str
    sent_at: datetime | None


class BatchOut(BatchSummaryOut):
    recipients: list[BatchRecipientOut]
    left_out: list[LeftOutOut]


class PreviewIn(RequestModel):
    """Preview the text as one recipient would see it. Without a purchase, with sample values."""

    type: Channel
    subject: OneLine = Field("", max_length=200)
    content: str = Field(max_length=5000)
    purchase_id: Id | None = None
    bootcamp_id: Id | None = None


class PreviewOut(AnswerModel):
    reader: str
    subject: str
    text: str
    html: str
    unknown_variables: list[str]
    # The length of the text with values filled in, and the segments that carriers count.
    characters: int
    encoding: Encoding
    units: int
    segments: int
    # Only for text messages.
    is_too_long: bool
    # Recipients for whom the text with their values is too long.
    too_long_for: list[str]
