"""A booked hour with all the data that emails and calendars need."""

from dataclasses import dataclass
from datetime import datetime

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.models import Coach, CoachingSession


@dataclass(frozen=True, kw_only=True)
class Hour:
    session_id: int
    # The SEQUENCE of its calendar event.
    version: int
    purchase_id: int | None
    student: User
    coach: Coach
    bootcamp: Bootcamp
    starts_at: datetime
    ends_at: datetime
    link: str


def hour_of(session: CoachingSession) -> Hour | None:
    """None for a session without a time or without a student account.

    Load the session with its user, its bootcamp and its coach's user.
    """
    start, end = session.scheduled_at, session.ends_at
    if session.user is None or session.coach is None or start is None or end is None:
        return None
    return Hour(
        session_id=session.pk,
        version=session.schedule_version,
        purchase_id=session.purchase_id,
        student=session.user,
        coach=session.coach,
        bootcamp=session.bootcamp,
        starts_at=start,
        ends_at=end,
        link=session.session_url,
    )
