"""A coach's list of sessions, with outcomes and notes."""

from dataclasses import replace
from datetime import datetime

import psycopg
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.admin_schemas import cohort_of
from frontrow.coaching.admin_schemas import (
    AdminCoachingSessionOut,
    CoachingOutcome,
    CoachingSessionPageOut,
    SessionsShown,
)
from frontrow.coaching.booking import book_for_student
from frontrow.coaching.emails import Change, emails_of_change
from frontrow.coaching.ending import KEPT_AFTER_CANCELING, book_by
from frontrow.coaching.hours import hour_of
from frontrow.coaching.models import Coach, CoachingSession, CoachingStatus
from frontrow.coaching.sessions import release_time
from frontrow.core import clock
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.messaging.outbox import write_messages

PAGE_SIZE = 20
OVER = (CoachingStatus.COMPLETED, CoachingStatus.NO_SHOW)
_ACTIONS = {
    CoachingOutcome.COMPLETED: "completed coaching session",
    CoachingOutcome.NO_SHOW: "marked coaching session as missed",
    CoachingOutcome.SCHEDULED: "reopened coaching session",
    CoachingOutcome.PENDING: "called coaching session off",
}


def list_coaching(
    *, shown: SessionsShown, coach_id: int | None, page: int, found: Q | None = None
) -> CoachingSessionPageOut:
    now = clock.now()
    sessions = _shown(shown, now)
    if found is not None:
        sessions = sessions.filter(found)
    if coach_id is not None:
        sessions = sessions.filter(coach=coach_id)
    first = (page - 1) * PAGE_SIZE
    rows = sessions.select_related("user", "bootcamp", "coach__user")[first : first + PAGE_SIZE]
    return CoachingSessionPageOut(
        rows=[show_session(session, now) for session in rows], total=sessions.count()
    )


@transaction.atomic
def write_notes(
    *, by: Actor, session_id: int, notes: str, coach: Coach | None = None
) -> AdminCoachingSessionOut:
    """Save notes. A coach can do so only for their own sessions."""
    session = _locked(session_id, coach)
    if session.notes != notes:
        session.notes = notes
        session.save(update_fields=["notes", "updated_at"])
        _note(by, "wrote coaching notes", session)
    return show_session(session, clock.now())


@transaction.atomic
def mark_session(
    *,
    by: Actor,
    session_id: int,
    outcome: CoachingOutcome,
    reason: str = "",
    coach: Coach | None = None,
) -> AdminCoachingSessionOut:
    """Set or reset a session's outcome, or release its time.

    A coach can do so only for their own sessions. The student gets the reason and picks another
    time.
    """
    session = _locked(session_id, coach)
    if session.status == CoachingStatus(outcome):
        return show_session(session, clock.now())
    match outcome:
        case CoachingOutcome.COMPLETED | CoachingOutcome.NO_SHOW:
            _close(session, CoachingStatus(outcome))
        case CoachingOutcome.SCHEDULED:
            _reopen(session)
        case CoachingOutcome.PENDING:
            _release_time(session, reason)
    _note(by, _ACTIONS[outcome], session)
    return show_session(session, clock.now())


@transaction.atomic
def give_time(
    *, by: Actor, session_id: int, starts_at: datetime, reason: str
) -> AdminCoachingSessionOut:
    """Book or move a session on behalf of its student."""
    session, change = book_for_student(session_id=session_id, starts_at=starts_at, reason=reason)
    is_new = change is Change.BOOKED_FOR_THEM
    _note(by, "booked coaching session" if is_new else "moved coaching session", session)
    return show_session(session, clock.now())


def _close(session: CoachingSession, status: CoachingStatus) -> None:
    if session.status not in {CoachingStatus.SCHEDULED, *OVER}:
        raise Conflict("Only a session with a time can be completed or missed.")
    if session.scheduled_at is None or session.scheduled_at > clock.now():
        raise Conflict("This session hasn't started yet.")
    session.status = status
    session.save(update_fields=["status", "updated_at"])


def _reopen(session: CoachingSession) -> None:
    if session.status not in OVER:
        raise Conflict("Only a completed or missed session can be reopened.")
    session.status = CoachingStatus.SCHEDULED
    try:
        with transaction.atomic():
            session.save(update_fields=["status", "updated_at"])
    except IntegrityError as error:
        if not isinstance(error.__cause__, psycopg.errors.ExclusionViolation):
            raise
        raise Conflict(
            "Another student has booked that hour since. Pick another time.",
            code=ErrorCode.SLOT_TAKEN,
        ) from error


def _release_time(session: CoachingSession, reason: str) -> None:
    """Release the time, so that the student can book again. Doesn't count as the student's move."""
    if session.status not in {CoachingStatus.SCHEDULED, CoachingStatus.NO_SHOW}:
        raise Conflict("Only a booked or missed session can get a new time.")
    was_booked, hour = session.status == CoachingStatus.SCHEDULED, hour_of(session)
    session.kept_until = clock.now() + KEPT_AFTER_CANCELING
    release_time(session)
    if was_booked and hour is not None:
        told = replace(hour, version=session.schedule_version)
        write_messages(emails_of_change(hour=told, change=Change.CALLED_OFF, reason=reason))


def _shown(shown: SessionsShown, now: datetime) -> "QuerySet[CoachingSession]":
    sessions = CoachingSession.objects.exclude(user__is_demo=True)
    match shown:
        case SessionsShown.UPCOMING:
            ahead = sessions.filter(status=CoachingStatus.SCHEDULED, ends_at__gt=now)
            return ahead.order_by("scheduled_at", "pk")
        case SessionsShown.WAITING:
            return sessions.filter(status=CoachingStatus.PENDING).order_by("created_at", "pk")
        case SessionsShown.PAST:
            # Sessions without an outcome count as past too.
            unmarked = Q(status=CoachingStatus.SCHEDULED, ends_at__lte=now)
            return sessions.filter(unmarked | Q(status__in=OVER)).order_by("-scheduled_at", "-pk")


def _locked(session_id: int, coach: Coach | None) -> CoachingSession:
    sessions = CoachingSession.objects.filter(pk=session_id)
    if coach is not None:
        sessions = sessions.filter(coach=coach)
    session = (
        sessions.select_for_update(of=("self",))
        .select_related("user", "bootcamp", "coach__user")
        .first()
    )
    if session is None:
        raise NotFound("Coaching session not found")
    return session


def _note(by: Actor, action: str, session: CoachingSession) -> None:
    audit.record(by=by, action=action, subject_type="coaching session", subject_id=session.pk)


def show_session(session: CoachingSession, now: datetime) -> AdminCoachingSessionOut:
    coach, user = session.coach, session.user
    return AdminCoachingSessionOut(
        id=session.pk,
        status=CoachingStatus(session.status),
        bootcamp_name=session.bootcamp.name,
        cohort=cohort_of(session.bootcamp),
        purchase_id=session.purchase_id,
        is_guest=user is None,
        student_name=user.display_name if user else "",
        student_email=user.email if user else "",
        coach_id=session.coach_id,
        coach_name=coach.user.display_name if coach else None,
        timezone=coach.timezone if coach else session.bootcamp.timezone,
        scheduled_date=session.scheduled_at,
        end_date=session.ends_at,
        session_url=session.session_url,
        notes=session.notes,
        reschedules=session.reschedules,
        has_started=session.scheduled_at is not None and session.scheduled_at <= now,
        book_by=book_by(session),
        reminded_at=session.reminded_at,
        created_at=session.created_at,
    )
