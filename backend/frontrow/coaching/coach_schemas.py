"""The coach's own desk on the wire. Nothing of what a student paid is in it."""

from datetime import datetime

from pydantic import Field

from frontrow.catalogue.admin_schemas import CohortOut, Link, Zone
from frontrow.catalogue.session_door import JoinStandingOut
from frontrow.coaching.admin_schemas import AdminCoachOut, Buffer, Notice
from frontrow.coaching.models import CoachingStatus
from frontrow.core.schemas import AnswerModel, RequestModel


class CoachDeskOut(AnswerModel):
    # Nothing until they have set it up.
    calendar: AdminCoachOut | None
    # Secret: whoever has it reads the names and times of their sessions.
    feed_url: str | None
    is_bookable: bool


class OwnCalendarIn(RequestModel):
    """All of it at once. Whether they take bookings at all is the desk's to say."""

    timezone: Zone = "America/New_York"
    meeting_url: Link = Field(min_length=1, max_length=512)
    buffer_minutes: Buffer = 15
    notice_hours: Notice = 24


class OwnSessionOut(AnswerModel):
    id: int
    status: CoachingStatus
    bootcamp_name: str
    cohort: CohortOut
    student_name: str
    student_email: str
    timezone: str
    scheduled_date: datetime | None
    end_date: datetime | None
    join: JoinStandingOut | None
    # While the door is open.
    session_url: str | None
    notes: str
    reschedules: int
    has_started: bool
    # Given up, it can be booked again until then.
    book_by: datetime


class OwnSessionPageOut(AnswerModel):
    rows: list[OwnSessionOut]
    total: int


class FeedOut(AnswerModel):
    feed_url: str
