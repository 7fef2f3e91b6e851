"""Demo data: a coaching hour for each coached bootcamp sold, in every status."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from frontrow.backoffice.demo.people import COACH_ZONE, People
from frontrow.backoffice.demo.purchases import Sales
from frontrow.backoffice.demo.storing import store
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core.zones import zone
from frontrow.sales.models import PAID_FOR, PurchaseState

AFTER_THE_BOOTCAMP = (
    CoachingStatus.COMPLETED,
    CoachingStatus.COMPLETED,
    CoachingStatus.SCHEDULED,
    CoachingStatus.COMPLETED,
    CoachingStatus.NO_SHOW,
    CoachingStatus.PENDING,
)
BEFORE_THE_BOOTCAMP = (CoachingStatus.PENDING, CoachingStatus.SCHEDULED, CoachingStatus.PENDING)


def make_coaching_sessions(*, now: datetime, people: People, sales: Sales) -> None:
    past, ahead = _hours(now, step=-1), _hours(now, step=1)
    sessions: list[CoachingSession] = []
    for enrollment in sales.enrollments:
        purchase = enrollment.purchase
        if not enrollment.bootcamp.includes_coaching or purchase.state not in PAID_FOR:
            continue
        usual = AFTER_THE_BOOTCAMP if enrollment.ends_at < now else BEFORE_THE_BOOTCAMP
        status = usual[len(sessions) % len(usual)]
        if purchase.state != PurchaseState.COMPLETED:
            status = CoachingStatus.CANCELED
        elif purchase.user is None:
            # Only users with an account can book. A guest's hour waits.
            status = CoachingStatus.PENDING
        session = CoachingSession(
            user=purchase.user,
            bootcamp=enrollment.bootcamp,
            purchase_id=purchase.pk,
            enrollment_id=enrollment.pk,
            status=status,
            created_at=purchase.completed_at or purchase.created_at,
            updated_at=purchase.state_since,
        )
        if status not in {CoachingStatus.PENDING, CoachingStatus.CANCELED}:
            session.scheduled_at = next(ahead if status == CoachingStatus.SCHEDULED else past)
            session.ends_at = session.scheduled_at + timedelta(hours=1)
            session.busy_until = session.ends_at + timedelta(minutes=people.coach.buffer_minutes)
            session.schedule_version = 1
            session.coach = people.coach
            session.session_url = people.coach.meeting_url
        if status == CoachingStatus.COMPLETED:
            session.notes = "Went through the launch list; next: the first ten customers."
        sessions.append(session)
    store(sessions)


def _hours(now: datetime, *, step: int) -> Iterator[datetime]:
    """Working hours of the coach, far enough apart for the buffer, and not today."""
    local = now.astimezone(zone(COACH_ZONE))
    # The day off and the extra evening are ten to twelve days ahead, so those days stay free.
    days = (local.date() + timedelta(days=step * n) for n in range(2, 200) if n not in range(9, 14))
    for day in days:
        if day.weekday() < 5:  # noqa: PLR2004
            for hour in (10, 12, 14):
                yield datetime.combine(day, time(hour), tzinfo=zone(COACH_ZONE))
