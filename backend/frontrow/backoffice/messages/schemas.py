"""Messages to attendees on the wire: what an admin sends, who gets it and how far it has come."""

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
    """The recipients can only narrow down whom the server would write to."""

    type: Channel
    template_id: Id | None = None
    subject: Subject | None = None
    content: Content
    use_template: bool = False
    recipients: Annotated[list[MessageRecipientIn], Field(max_length=MOST_RECIPIENTS)] | None = None
    idempotency_key: UUID | None = None
    send_at: AwareDatetime | None = None
    # So long it can still be canceled, as if it had been scheduled; not with a time of its own.
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
    # Messages written for real people; each then goes out by itself.
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
    # The one that is sent; where none was written, the bootcamp's name and date.
    subject: str
    # The first words of the message.
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
    """Words to be looked at as one reader would see them; without a purchase, as a sample."""

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
    # Of the text alone, once filled in; then as the networks count it.
    characters: int
    encoding: Encoding
    units: int
    segments: int
    # For one text message.
    is_too_long: bool
    # Names of the bootcamp's recipients with whose own words it does not fit.
    too_long_for: list[str]
