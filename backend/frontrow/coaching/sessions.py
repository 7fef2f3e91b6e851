"""Granting, moving and cancelling the private hour as the purchase behind it changes."""

from collections.abc import Collection

from frontrow.coaching.models import CoachingSession, CoachingStatus


def grant_sessions(*, purchase_id: int, user_id: int | None, bootcamp_ids: Collection[int]) -> None:
    """One hour for each coached bootcamp, in the caller's transaction; never a second one."""
    if not bootcamp_ids:
        return
    CoachingSession.objects.bulk_create(
        [
            CoachingSession(purchase_id=purchase_id, user_id=user_id, bootcamp_id=bootcamp_id)
            for bootcamp_id in bootcamp_ids
        ],
        ignore_conflicts=True,
    )


def cancel_sessions(*, purchase_id: int) -> None:
    """The purchase is gone; what has taken place stays as it was."""
    CoachingSession.objects.filter(
        purchase_id=purchase_id,
        status__in=[CoachingStatus.PENDING, CoachingStatus.SCHEDULED],
    ).update(status=CoachingStatus.CANCELLED)


def give_sessions_to(*, purchase_ids: Collection[int], user_id: int) -> None:
    """A guest has an account now: the hours that waited are this person's."""
    CoachingSession.objects.filter(purchase_id__in=purchase_ids, user=None).update(user_id=user_id)


def forget_student(*, user_id: int) -> None:
    """The student's account goes: the hours stay in the coach's book, without the person."""
    CoachingSession.objects.filter(user_id=user_id).update(user=None, notes="")
