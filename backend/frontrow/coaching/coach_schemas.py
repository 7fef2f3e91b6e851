"""Schemas of the coach's own pages. They contain nothing about payments."""

from datetime import datetime

from pydantic import Field

from frontrow.catalogue.admin_schemas import CohortOut, Link, Zone
from frontrow.catalogue.session_door import JoinStandingOut
from frontrow.coaching.admin_schemas import AdminCoachOut, Buffer, Notice
from frontrow.coaching.models import CoachingStatus
from frontrow.core.schemas import AnswerModel, RequestModel


class CoachDeskOut(AnswerModel):
    # Null until they have set it up.
    calendar: AdminCoachOut | None
    # Secret: it gives access to the names and times of the coach's sessions.
    feed_url: str | None
    is_bookable: bool


class OwnCalendarIn(RequestModel):
    """The whole calendar. Only an admin sets whether the coach accepts bookings."""

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
    # During the join window.
    session_url: str | None
    notes: str
    reschedules: int
    has_started: bool
    # A released hour can be booked again until then.
    book_by: datetime


class OwnSessionPageOut(AnswerModel):
    rows: list[OwnSessionOut]
    total: int


class FeedOut(AnswerModel):
    feed_url: str
