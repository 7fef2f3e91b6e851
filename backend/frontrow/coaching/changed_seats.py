"""What happens to the private hour when its seat moves or is handed over."""

from collections.abc import Collection
from typing import Any

from django.db import connection

from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.emails import Change, emails_to_coach
from frontrow.coaching.hours import hour_of
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.coaching.sessions import grant_sessions
from frontrow.core import clock
from frontrow.messaging.outbox import write_messages

# One statement that finds and updates, because most seats have no hour.
_MOVE = """
UPDATE coaching_sessions
SET enrollment_id = %(to)s, bootcamp_id = %(bootcamp)s, updated_at = %(at)s
WHERE enrollment_id = %(from)s
RETURNING status = %(booked)s AND ends_at IS NOT NULL AND ends_at > %(at)s
"""


def move_hour(
    *,
    purchase_id: int,
    from_enrollment: int,
    to_enrollment: int,
    bootcamp: Bootcamp,
    user_id: int | None,
) -> bool:
    """Move the hour with its seat, in the caller's transaction. Returns whether it is booked.

    A booked hour stays booked: it is about the student's idea, not about the date. If the seat had
    no hour and the new class includes coaching, one is granted.
    """
    asked: dict[str, Any] = {
        "from": from_enrollment,
        "to": to_enrollment,
        "bootcamp": bootcamp.pk,
        "booked": CoachingStatus.SCHEDULED.value,
        "at": clock.now(),
    }
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, asked)
        moved = cursor.fetchone()
    if moved is None and bootcamp.includes_coaching:
        grant_sessions(
            purchase_id=purchase_id, user_id=user_id, enrollments={bootcamp.pk: to_enrollment}
        )
    return moved is not None and bool(moved[0])


def hand_over_hour(*, from_enrollment: int, to_enrollment: int, user_id: int | None) -> None:
    """The recipient can book the hour. The coach of the previous holder's booking is notified."""
    session = (
        CoachingSession.objects.select_for_update(of=("self",))
        .filter(enrollment_id=from_enrollment)
        .select_related("user", "bootcamp", "coach__user")
        .first()
    )
    if session is None:
        return
    lies_ahead = session.ends_at is not None and session.ends_at > clock.now()
    if session.status == CoachingStatus.SCHEDULED and lies_ahead:
        session.schedule_version += 1
        hour = hour_of(session)
        if hour is not None:
            write_messages(emails_to_coach(hour=hour, change=Change.CALLED_OFF))
        session.status, session.coach = CoachingStatus.PENDING, None
        session.scheduled_at = session.ends_at = session.busy_until = None
        session.session_url = ""
    session.enrollment_id, session.user_id = to_enrollment, user_id
    session.save()


def give_hours_to(*, enrollment_ids: Collection[int], user_id: int) -> None:
    """A guest who holds a seat now has an account, which gets the waiting hours."""
    CoachingSession.objects.filter(enrollment_id__in=enrollment_ids, user=None).update(
        user_id=user_id
    )
