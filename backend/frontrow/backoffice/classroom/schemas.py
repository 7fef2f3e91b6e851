"""The room of a class as the desk and its coach see it, and a message to those who aren't there."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.sales.attending.presence import Whereabouts

LONGEST_WORDS = 2000
MOST_UNDO_SECONDS = 60


class RoomState(StrEnum):
    AHEAD = "ahead"
    ON = "on"
    OVER = "over"
    CANCELED = "canceled"


class RoomMark(StrEnum):
    """What an admin said of somebody; what we saw ourselves is no mark."""

    PRESENT = "present"
    ABSENT = "absent"


class RoomPersonOut(AnswerModel):
    enrollment_id: int
    purchase_id: int
    name: str
    status: Whereabouts
    # Since when they are in, or gone; nothing for those who haven't come yet.
    since: datetime | None
    # Within the class's hours; nothing where the meeting doesn't report to us.
    minutes: int | None
    attendance: RoomMark | None


# Its field is called `in` in the answer, which is no name in Python.
class RoomCountsOut(AnswerModel):
    here: Annotated[int, Field(serialization_alias="in")]
    not_yet: int
    left: int


class RoomOut(AnswerModel):
    as_of: datetime
    name: str
    timezone: str
    starts_at: datetime
    ends_at: datetime
    state: RoomState
    counts: RoomCountsOut
    people: list[RoomPersonOut]


class RoomReachOut(AnswerModel):
    """How many a message to those who aren't there would reach if it were sent now."""

    not_here: int
    email: int
    text: int


class RoomMessageIn(RequestModel):
    channel: Literal["email", "text"]
    to: Literal["not_here"]
    words: Annotated[str, Field(min_length=1, max_length=LONGEST_WORDS)]
    # A second tap carries the same one, and sends nothing.
    idempotency_key: UUID
    undo_seconds: int = Field(0, ge=0, le=MOST_UNDO_SECONDS, strict=True)


class RoomMessageOut(AnswerModel):
    reaches: int
    batch_id: UUID
