"""The private hour as its student sends and sees it. What the coach notes is not theirs to read."""

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
    # It has to begin before this.
    book_by: datetime
    # Whether that has passed without a time.
    has_ended: bool
    # None until there is a time.
    join: JoinStandingOut | None
    # Only while the hour is booked and its door is open, as with a bootcamp: before and afterwards
    # the coach's room is none of the student's.
    session_url: str | None
    reschedules_left: int
    can_reschedule: bool
    # Why not, in a sentence to show.
    reschedule_refusal: str | None


class CoachingSlotsOut(AnswerModel):
    # Moments at which the hour can begin, in order.
    slots: list[datetime]
    length_minutes: int
    # The bootcamp's zone, for those who would rather read times there.
    timezone: str


class CoachingTimeIn(RequestModel):
    starts_at: Instant
    timezone: BrowserZone = ""
