"""Attendance: who joined and who was present in class, as recorded by us or marked by an admin.

A student who comes before the start has joined but not attended. Only presence during the session
counts as attendance. An admin's mark takes precedence.
"""

from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.db.models import F, Q, QuerySet

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.attending.certificates import follow_attendance, missing_minutes
from frontrow.sales.attending.presence import EARLY, first_moment, session_of, spans_of
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.enrollment.enrollments import live
from frontrow.sales.models import Enrollment, Purchase


class Presence(StrEnum):
    """Whether a student was present. Before the end: whether they have joined or are expected."""

    EXPECTED = "expected"
    JOINED = "joined"
    ATTENDED = "attended"
    ABSENT = "absent"


def presence_of(enrollment: Enrollment, *, at: datetime) -> Presence:
    """Decide it in one place. An admin's mark takes precedence over what we recorded."""
    if enrollment.attendance_marked_at is not None or enrollment.bootcamp.ends_at <= at:
        return Presence.ABSENT if enrollment.attended_at is None else Presence.ATTENDED
    # If the session has moved since, they joined the earlier one.
    has_joined = (
        enrollment.joined_at is not None
        and enrollment.joined_at >= enrollment.bootcamp.starts_at - EARLY
    )
    has_come = has_joined or enrollment.attended_at is not None
    return Presence.JOINED if has_come else Presence.EXPECTED


def record_joining(*, enrollment_id: int, at: datetime) -> None:
    """Record when they first joined, and their attendance if that was during the session."""
    # If the session has moved since, the recorded joining was for the earlier date.
    is_first = Q(joined_at=None) | Q(joined_at__lt=F("bootcamp__starts_at") - EARLY)
    near = _live(enrollment_id).filter(is_first, bootcamp__starts_at__lte=at + EARLY)
    near.update(joined_at=at)
    record_attendance(enrollment_id=enrollment_id, at=at)


def record_presence_until(*, enrollment_id: int, until: datetime) -> None:
    """Record that a student left now. If they joined before the start, they attended its beginning.

    Requires a recorded joining, because leaving alone doesn't tell when they came.
    """
    seat = _live(enrollment_id).select_related("bootcamp")
    enrollment = seat.filter(
        attended_at=None, joined_at__lte=until, bootcamp__starts_at__lt=until
    ).first()
    if enrollment is None or enrollment.joined_at is None:
        return
    present_from = max(enrollment.joined_at, enrollment.bootcamp.starts_at)
    record_attendance(enrollment_id=enrollment_id, at=present_from)


def record_attendance(*, enrollment_id: int, at: datetime) -> bool:
    """Record when they were first present. Returns whether that is new.

    Only a paid seat can be attended, and only during the session. One statement contains the
    conditions, so that the join click and the provider's report can arrive at the same time without
    overwriting each other.
    """
    here = _live(enrollment_id).filter(bootcamp__starts_at__lte=at, bootcamp__ends_at__gte=at)
    # Checked on the row and not in the subquery, because a concurrent transaction may have written
    # the row since. A late report doesn't overwrite an admin's mark.
    return (
        Enrollment.objects.filter(
            pk__in=here.values("pk"), attended_at=None, attendance_marked_at=None
        ).update(attended_at=at)
        > 0
    )


def _live(enrollment_id: int) -> QuerySet[Enrollment]:
    return Enrollment.objects.filter(live(), pk=enrollment_id)


@transaction.atomic
def mark_attendance(
    *, by: Actor, bootcamp_id: int, purchase_id: int, attended: bool | None
) -> Enrollment:
    """Record an admin's mark, or remove it, after which our own records count again.

    Completion and the certificate are updated. Raises NotFound without a paid seat in this
    bootcamp, and Conflict before the start.
    """
    # Locked first, in the same order as when a certificate is issued or revoked.
    Purchase.objects.select_for_update().filter(pk=purchase_id).first()
    enrollment = (
        live_enrollments()
        .filter(purchase_id=purchase_id, bootcamp_id=bootcamp_id)
        .select_related("bootcamp", "purchase__user", "holder")
        .first()
    )
    if enrollment is None:
        raise NotFound("This person has no seat in this bootcamp.")
    at = database_now()
    if enrollment.bootcamp.starts_at > at:
        raise Conflict("You can mark attendance once the class has started.")
    was = presence_of(enrollment, at=at)
    is_marked = enrollment.attendance_marked_at is not None
    marked = enrollment.attended_at is not None if is_marked else None
    if attended == marked:
        return enrollment
    enrollment.attended_at = _attended_at(enrollment, attended=attended, at=at)
    enrollment.attendance_marked_at = None if attended is None else at
    enrollment.save(update_fields=["attended_at", "attendance_marked_at"])
    has_earned_it = enrollment.attended_at is not None and missing_minutes(enrollment) is None
    follow_attendance(enrollment_id=enrollment.pk, attended=has_earned_it)
    audit.record(
        by=by,
        action="unmarked attendance" if attended is None else "marked attendance",
        subject_type="purchase",
        subject_id=purchase_id,
        bootcamp=bootcamp_id,
        was=was,
        now=presence_of(enrollment, at=at),
    )
    return enrollment


def _attended_at(enrollment: Enrollment, *, attended: bool | None, at: datetime) -> datetime | None:
    """Keep a recorded time if marked as attended. Restore one when the mark is removed."""
    if attended is None:
        return _seen_at(enrollment, at=at)
    if not attended:
        return None
    return enrollment.attended_at or _seen_at(enrollment, at=at) or _within(enrollment.bootcamp, at)


def _seen_at(enrollment: Enrollment, *, at: datetime) -> datetime | None:
    """When they attended: at joining if during the session, at the start if they came early."""
    joined, bootcamp = enrollment.joined_at, enrollment.bootcamp
    if joined is not None and bootcamp.starts_at <= joined <= bootcamp.ends_at:
        return joined
    spans = spans_of([enrollment.pk])[enrollment.pk]
    return first_moment(spans, session=session_of(bootcamp), at=at)


def _within(bootcamp: Bootcamp, at: datetime) -> datetime:
    """The moment within the class: this one, or the start if the class is over."""
    return at if at < bootcamp.ends_at else bootcamp.starts_at
