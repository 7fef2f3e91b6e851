"""Schemas of a class's room, for admins and its coach."""

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
    """Attendance marked by an admin, as opposed to detected attendance."""

    PRESENT = "present"
    ABSENT = "absent"


class RoomPersonOut(AnswerModel):
    enrollment_id: int
    purchase_id: int
    name: str
    status: Whereabouts
    # Since when they are present, or gone. Null if they haven't come yet.
    since: datetime | None
    # Counted within the class's hours. Null if the meeting doesn't report attendance.
    minutes: int | None
    attendance: RoomMark | None


# Serialized as `in`, which is a keyword in Python.
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
    """How many absent attendees a message would reach now."""

    not_here: int
    email: int
    text: int


class RoomMessageIn(RequestModel):
    channel: Literal["email", "text"]
    to: Literal["not_here"]
    words: Annotated[str, Field(min_length=1, max_length=LONGEST_WORDS)]
    # Idempotency key: a second tap sends the same one, and sends no message.
    idempotency_key: UUID
    undo_seconds: int = Field(0, ge=0, le=MOST_UNDO_SECONDS, strict=True)


class RoomMessageOut(AnswerModel):
    reaches: int
    batch_id: UUID
