"""Granting, moving and cancelling the private hour as the purchase behind it changes."""

from collections.abc import Collection, Mapping

from django.db import transaction

from frontrow.coaching.emails import Change, emails_of_change
from frontrow.coaching.hours import hour_of
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core import clock
from frontrow.messaging.outbox import write_messages


def grant_sessions(*, purchase_id: int, user_id: int | None, enrolments: Mapping[int, int]) -> None:
    """One hour for each coached enrolment, by bootcamp, in the caller's transaction; never two."""
    if not enrolments:
        return
    CoachingSession.objects.bulk_create(
        [
            CoachingSession(
                purchase_id=purchase_id,
                enrolment_id=enrolment_id,
                user_id=user_id,
                bootcamp_id=bootcamp_id,
            )
            for bootcamp_id, enrolment_id in enrolments.items()
        ],
        ignore_conflicts=True,
    )


@transaction.atomic(savepoint=False)
def cancel_sessions(*, purchase_id: int, enrolment_id: int | None = None) -> None:
    """The purchase, or one seat of it, is gone; what has taken place stays as it was.

    Whoever was to meet is told, in the caller's transaction.
    """
    sessions = (
        CoachingSession.objects.select_for_update(of=("self",))
        .filter(
            purchase_id=purchase_id,
            status__in=[CoachingStatus.PENDING, CoachingStatus.SCHEDULED],
        )
        .select_related("user", "bootcamp", "coach__user")
        .order_by("pk")
    )
    if enrolment_id is not None:
        sessions = sessions.filter(enrolment_id=enrolment_id)
    for session in sessions:
        lies_ahead = session.ends_at is not None and session.ends_at > clock.now()
        was_booked = session.status == CoachingStatus.SCHEDULED and lies_ahead
        session.status = CoachingStatus.CANCELLED
        session.schedule_version += 1
        session.save(update_fields=["status", "schedule_version", "updated_at"])
        if was_booked:
            write_messages(emails_of_change(hour=hour_of(session), change=Change.CANCELLED))


def restore_sessions(*, purchase_id: int) -> None:
    """The purchase stands again: each hour that went with it waits to be booked."""
    CoachingSession.objects.filter(purchase_id=purchase_id, status=CoachingStatus.CANCELLED).update(
        status=CoachingStatus.PENDING, coach=None, scheduled_at=None, ends_at=None, busy_until=None
    )


def give_sessions_to(*, purchase_ids: Collection[int], user_id: int) -> None:
    """A guest has an account now: the hours that waited are this person's."""
    CoachingSession.objects.filter(purchase_id__in=purchase_ids, user=None).update(user_id=user_id)


def forget_student(*, user_id: int) -> None:
    """The student's account goes, and the hours with it."""
    CoachingSession.objects.filter(user_id=user_id).delete()
