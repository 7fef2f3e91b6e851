"""Grant, move and cancel private hours as the purchase behind them changes."""

from collections.abc import Collection, Mapping

from django.db import transaction

from frontrow.coaching.emails import Change, emails_of_change
from frontrow.coaching.hours import hour_of
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core import clock
from frontrow.messaging.outbox import write_messages


def grant_sessions(
    *, purchase_id: int, user_id: int | None, enrollments: Mapping[int, int]
) -> None:
    """Grant one hour per coached enrollment, by bootcamp, in the caller's transaction.
    Idempotent."""
    if not enrollments:
        return
    CoachingSession.objects.bulk_create(
        [
            CoachingSession(
                purchase_id=purchase_id,
                enrollment_id=enrollment_id,
                user_id=user_id,
                bootcamp_id=bootcamp_id,
            )
            for bootcamp_id, enrollment_id in enrollments.items()
        ],
        ignore_conflicts=True,
    )


@transaction.atomic(savepoint=False)
def cancel_sessions(**theirs: int) -> None:
    """Cancel the upcoming hours of a purchase, of one seat, or of a deleted student.

    The coach and the student are notified, in the caller's transaction.
    """
    sessions = (
        CoachingSession.objects.select_for_update(of=("self",))
        .filter(status__in=[CoachingStatus.PENDING, CoachingStatus.SCHEDULED], **theirs)
        .select_related("user", "bootcamp", "coach__user")
        .order_by("pk")
    )
    for session in sessions:
        lies_ahead = session.ends_at is not None and session.ends_at > clock.now()
        was_booked = session.status == CoachingStatus.SCHEDULED and lies_ahead
        session.status = CoachingStatus.CANCELED
        session.schedule_version += 1
        session.save(update_fields=["status", "schedule_version", "updated_at"])
        if was_booked:
            write_messages(emails_of_change(hour=hour_of(session), change=Change.CANCELED))


def release_time(session: CoachingSession) -> None:
    """Release the session's time, so that another can be booked."""
    session.schedule_version += 1
    session.status = CoachingStatus.PENDING
    session.coach = session.scheduled_at = session.ends_at = session.busy_until = None
    session.session_url = ""
    session.save()


def restore_sessions(*, enrollment_ids: Collection[int]) -> None:
    """Restore the hours of reinstated seats. They can be booked again."""
    gone = CoachingSession.objects.filter(
        enrollment_id__in=enrollment_ids, status=CoachingStatus.CANCELED
    )
    gone.update(
        status=CoachingStatus.PENDING, coach=None, scheduled_at=None, ends_at=None, busy_until=None
    )


def forget_student(*, user_id: int) -> None:
    """Delete the hours of an account that is being deleted."""
    CoachingSession.objects.filter(user_id=user_id).delete()
