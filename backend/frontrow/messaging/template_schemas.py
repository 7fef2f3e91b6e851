"""Admin schemas of templates, the message log and the suppression list."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from frontrow.catalogue.admin_schemas import CohortOut
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import OneLine, one_line
from frontrow.messaging.models import Channel, MessageFate, MessageStatus, TemplateCategory

LARGEST_ID = 2**63 - 1
LAST_PAGE = 100_000

Subject = Annotated[str, Field(max_length=200), AfterValidator(one_line)]


def left_out() -> Any:
    """The default of a field that may be missing. Only fields that were sent are read."""
    return None


class TemplateIn(RequestModel):
    name: OneLine = Field(min_length=1, max_length=100)
    type: Channel
    category: TemplateCategory
    subject: Subject | None = None
    content: str = Field(min_length=1, max_length=5000)
    is_active: bool = True


class TemplateChangeIn(RequestModel):
    """Changes only the fields that were sent."""

    name: OneLine = Field(default_factory=left_out, min_length=1, max_length=100)
    type: Channel = Field(default_factory=left_out)
    category: TemplateCategory = Field(default_factory=left_out)
    subject: Subject | None = None
    content: str = Field(default_factory=left_out, min_length=1, max_length=5000)
    is_active: bool = Field(default_factory=left_out)


class TemplateOut(AnswerModel):
    id: int
    name: str
    type: Channel
    category: TemplateCategory
    subject: str
    content: str
    is_active: bool
    created_at: datetime
    updated_at: datetime


class MessageLogQuery(RequestModel):
    search: OneLine = Field("", max_length=100)
    bootcamp_id: Annotated[int, Field(ge=1, le=LARGEST_ID)] | None = None
    user_id: Annotated[int, Field(ge=1, le=LARGEST_ID)] | None = None
    status: MessageStatus | None = None
    page: int = Field(1, ge=1, le=LAST_PAGE)


class LoggedMessageOut(AnswerModel):
    """One message of the log, without its text."""

    id: int
    type: Channel
    category: str
    recipient: str
    subject: str
    status: MessageStatus
    error_message: str
    attempts: int
    user_id: int | None
    bootcamp_id: int | None
    bootcamp_name: str
    cohort: CohortOut | None
    # A failed message whose text is still complete.
    can_retry: bool
    created_at: datetime
    sent_at: datetime | None
    # When the receiving provider reported the delivery. Not every provider does.
    delivered_at: datetime | None
    # Null unless it bounced or its reader complained.
    fate: MessageFate | None


class MessagePageOut(AnswerModel):
    rows: list[LoggedMessageOut]
    total: int


class MessageWordsOut(AnswerModel):
    """The text of one message. Private links are deleted and only their placeholders are shown."""

    id: int
    subject: str
    content: str
    html: str


class SuppressionQuery(RequestModel):
    search: OneLine = Field("", max_length=100)
    page: int = Field(1, ge=1, le=LAST_PAGE)


class SuppressionOut(AnswerModel):
    """A suppressed address. `reason` is the stored code, `inWords` the text that people read."""

    id: int
    channel: Channel
    address: str
    reason: str
    in_words: str
    # Of the account with this address. Empty if there is none.
    name: str
    user_id: int | None
    can_lift: bool
    created_at: datetime


class SuppressionPageOut(AnswerModel):
    rows: list[SuppressionOut]
    total: int


class LiftSuppressionIn(RequestModel):
    reason: OneLine = Field(min_length=3, max_length=200)
