"""The last day for a private hour: 180 days after its class, or longer if we canceled its time."""

from datetime import UTC, datetime, timedelta

from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core.dates import format_date, weekday
from frontrow.core.errors import Conflict

KEPT_AFTER_CLASS = timedelta(days=180)
# After we cancel a time, the student has this long to pick another.
KEPT_AFTER_CANCELING = timedelta(days=30)
WARNED_BEFORE = timedelta(days=14)


def book_by(session: CoachingSession) -> datetime:
    """Sessions must begin before this. Load the session with its bootcamp."""
    ordinary = session.bootcamp.ends_at + KEPT_AFTER_CLASS
    return max(ordinary, session.kept_until or ordinary).astimezone(UTC)


def has_ended(session: CoachingSession, *, at: datetime) -> bool:
    return session.status == CoachingStatus.PENDING and at >= book_by(session)


def refuse_ended(session: CoachingSession, *, at: datetime) -> None:
    if has_ended(session, at=at):
        raise Conflict(
            f"This session had to be booked by {day_of(session, session.bootcamp.timezone)}."
            " Contact us if you couldn't."
        )


def day_of(session: CoachingSession, zone_name: str) -> str:
    """Wed, May 19, 2027: the last day on which it can take place."""
    last = book_by(session) - timedelta(seconds=1)
    return f"{weekday(last, zone_name)}, {format_date(last, zone_name)}"
