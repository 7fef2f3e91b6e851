"""Schemas of the private hour for its student. They exclude the coach's notes."""

from datetime import datetime

from frontrow.catalogue.admin_schemas import Instant
from frontrow.catalogue.session_door import JoinStandingOut
from frontrow.coaching.models import CoachingStatus
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import BrowserZone


class CoachedBootcampOut(AnswerModel):
    id: int
    name: str
    timezone: str


class CoachingSessionOut(AnswerModel):
    id: int
    status: CoachingStatus
    bootcamp: CoachedBootcampOut
    coach_name: str | None
    scheduled_date: datetime | None
    end_date: datetime | None
    # It must begin before this.
    book_by: datetime
    # Whether that date has passed without a booking.
    has_ended: bool
    # Null until a time is booked.
    join: JoinStandingOut | None
    # Only while the hour is booked and within its join window, as for a bootcamp. At other times
    # the student doesn't see the coach's meeting link.
    session_url: str | None
    reschedules_left: int
    can_reschedule: bool
    # The reason as a sentence, if it can't.
    reschedule_refusal: str | None


class CoachingSlotsOut(AnswerModel):
    # The times at which the hour can begin, in order.
    slots: list[datetime]
    length_minutes: int
    # The bootcamp's zone, as an alternative for display.
    timezone: str


class CoachingTimeIn(RequestModel):
    starts_at: Instant
    timezone: BrowserZone = ""
