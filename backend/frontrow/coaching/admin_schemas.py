"""Admin schemas of coaches, their calendars and their sessions."""

import re
from datetime import datetime, time
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema
from pydantic_core import PydanticCustomError

from frontrow.catalogue.admin_schemas import CohortOut, Instant, Link, Zone, left_out
from frontrow.coaching.models import CoachingStatus
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import Address, OneLine

LONGEST_BUFFER_MINUTES = 240
LONGEST_NOTICE_HOURS = 24 * 28
MOST_OPENINGS = 42

_CLOCK = r"([01][0-9]|2[0-3]):[0-5][0-9]"


def _clock_time(value: Any) -> time:
    if not isinstance(value, str) or not re.fullmatch(_CLOCK, value):
        raise PydanticCustomError("needed", "Please provide a time such as 09:30")
    return time.fromisoformat(value)


# Hours and minutes of local time.
ClockTime = Annotated[
    time,
    BeforeValidator(_clock_time),
    WithJsonSchema({"type": "string", "pattern": f"^{_CLOCK}$"}, mode="validation"),
]
ShownTime = Annotated[
    time, PlainSerializer(lambda at: at.isoformat(timespec="minutes"), return_type=str)
]
Buffer = Annotated[int, Field(ge=0, le=LONGEST_BUFFER_MINUTES, strict=True)]
Notice = Annotated[int, Field(ge=0, le=LONGEST_NOTICE_HOURS, strict=True)]


Reason = Annotated[OneLine, Field(max_length=300)]


class CoachIn(RequestModel):
    """A new coach: an existing user, found by address."""

    email: Address
    timezone: Zone = "America/New_York"
    meeting_url: Link = Field(min_length=1, max_length=512)
    buffer_minutes: Buffer = 15
    notice_hours: Notice = 24


class CoachChangeIn(RequestModel):
    """Only the fields that are sent change."""

    timezone: Zone = Field(default_factory=left_out)
    meeting_url: Link = Field(default_factory=left_out, min_length=1, max_length=512)
    buffer_minutes: Buffer = Field(default_factory=left_out)
    notice_hours: Notice = Field(default_factory=left_out)
    is_active: bool = Field(default_factory=left_out)


class OpeningIn(RequestModel):
    # 0 is Monday.
    weekday: int = Field(ge=0, le=6, strict=True)
    opens: ClockTime
    closes: ClockTime


class WeeklyHoursIn(RequestModel):
    """The whole week. It replaces the existing one."""

    hours: list[OpeningIn] = Field(max_length=MOST_OPENINGS)


class CoachExceptionIn(RequestModel):
    starts_at: Instant
    ends_at: Instant
    is_available: bool = False
    note: OneLine = Field("", max_length=200)


class OpeningOut(AnswerModel):
    weekday: int
    opens: ShownTime
    closes: ShownTime


class CoachExceptionOut(AnswerModel):
    id: int
    starts_at: datetime
    ends_at: datetime
    is_available: bool
    note: str
    # Sessions already booked within it. They are not moved.
    booked_inside: int


class AdminCoachOut(AnswerModel):
    id: int
    name: str
    email: str
    timezone: str
    meeting_url: str
    buffer_minutes: int
    notice_hours: int
    is_active: bool
    weekly_hours: list[OpeningOut]
    # Sessions that are not over yet.
    exceptions: list[CoachExceptionOut]
    upcoming_sessions: int


class SessionsShown(StrEnum):
    UPCOMING = "upcoming"
    PAST = "past"
    # Bought, and not booked yet.
    WAITING = "waiting"


class CoachingOutcome(StrEnum):
    COMPLETED = "completed"
    NO_SHOW = "no_show"
    # An outcome that was reset.
    SCHEDULED = "scheduled"
    # The time was released, and the student picks another.
    PENDING = "pending"


class CoachingNotesIn(RequestModel):
    notes: str = Field(max_length=10_000)


class CoachingOutcomeIn(RequestModel):
    outcome: CoachingOutcome
    # Emailed to the student when the time is released.
    reason: Reason = ""


class CoachingReminderIn(RequestModel):
    """One session, or all that wait."""

    session_id: int | None = None


class RemindedOut(AnswerModel):
    reminded: int
    # Already reminded within the last day.
    skipped: int


class CoachingBookingIn(RequestModel):
    """A time for a student's session, and the reason if it replaces another time."""

    starts_at: Instant
    reason: Reason = ""


class AdminCoachingSessionOut(AnswerModel):
    id: int
    status: CoachingStatus
    bootcamp_name: str
    cohort: CohortOut
    purchase_id: int | None
    # Bought without an account. Only the purchase has the name.
    is_guest: bool
    student_name: str
    student_email: str
    coach_id: int | None
    coach_name: str | None
    # The coach's zone, or the bootcamp's if there is no coach yet.
    timezone: str
    scheduled_date: datetime | None
    end_date: datetime | None
    session_url: str
    notes: str
    reschedules: int
    has_started: bool
    # It must begin before this, except when an admin books it.
    book_by: datetime
    # When the student was last reminded to pick a time.
    reminded_at: datetime | None
    created_at: datetime


class CoachedSlotOut(AnswerModel):
    starts_at: datetime
    # The coach it would be with at present.
    coach_name: str


class DeskSlotsOut(AnswerModel):
    # In order.
    slots: list[CoachedSlotOut]
    # The bootcamp's zone.
    timezone: str
    # The student's zone, if known.
    student_timezone: str


class CoachingSessionPageOut(AnswerModel):
    rows: list[AdminCoachingSessionOut]
    total: int
