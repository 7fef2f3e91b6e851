"""Book and rebook a student's private hour.

Locks are taken in one order: the session, then one coach. The coach's lock serializes bookings. A
request that finds it held polls until the hour is taken or the lock is free. The database's
exclusion constraint guarantees correctness even without the lock, but rows that wait for each other
in it can deadlock.
"""

import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import psycopg
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from frontrow.accounts.models import User
from frontrow.accounts.reader_zone import note_browser_zone
from frontrow.coaching.admin_schemas import CoachedSlotOut, DeskSlotsOut
from frontrow.coaching.availability import SESSION_LENGTH, free_slots
from frontrow.coaching.calendar_file import calendar_file, students_door
from frontrow.coaching.emails import Change, emails_of_change, emails_to_coach
from frontrow.coaching.ending import book_by, refuse_ended
from frontrow.coaching.hours import hour_of
from frontrow.coaching.models import Coach, CoachingSession, CoachingStatus
from frontrow.coaching.sessions import release_time
from frontrow.coaching.slots import (
    bookable_coaches,
    coaches_free_at,
    is_taken,
    offered_slots,
    read_calendars,
    was_open_at,
)
from frontrow.core import clock
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound, Unavailable
from frontrow.messaging.outbox import write_messages

# Coaches plan their week around these hours, so a student may move a session only twice.
MOST_RESCHEDULES = 2
# And not so late that no other student could book the hour.
RESCHEDULE_UNTIL = timedelta(hours=24)

# How long to wait for a concurrent booking with the same coach, which takes milliseconds.
LOOK_AGAIN_SECONDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8)


class SlotTaken(Conflict):
    code = ErrorCode.SLOT_TAKEN
    message = "That time has just been taken. Please pick another."


class SlotClosed(Conflict):
    code = ErrorCode.SLOT_CLOSED
    message = "That time can no longer be booked. Please pick another."


@dataclass(frozen=True, kw_only=True)
class MovingRights:
    """How many moves a session has left and, if it can't be moved now, why."""

    left: int
    refusal: str | None


@dataclass(frozen=True, kw_only=True)
class Offer:
    """The times at which a session can begin, and its bootcamp's zone."""

    slots: list[datetime]
    timezone: str
    length_minutes: int = int(SESSION_LENGTH.total_seconds() // 60)


def list_sessions(*, user: User) -> list[CoachingSession]:
    """A student's sessions: booked ones first, then unbooked ones, then the rest.

    A canceled session that never had a time is left out.
    """
    order = {CoachingStatus.SCHEDULED: 0, CoachingStatus.PENDING: 1}
    sessions = (
        CoachingSession.objects.filter(user=user)
        .exclude(status=CoachingStatus.CANCELED, scheduled_at=None)
        .select_related("bootcamp", "coach__user")
    )
    far = datetime.max.replace(tzinfo=UTC)
    return sorted(
        sessions,
        key=lambda each: (
            order.get(CoachingStatus(each.status), 2),
            each.scheduled_at or far,
            each.pk,
        ),
    )


def find_session(*, user: User, session_id: int) -> CoachingSession:
    session = (
        CoachingSession.objects.filter(pk=session_id, user=user)
        .select_related("bootcamp", "coach__user", "user")
        .first()
    )
    if session is None:
        raise NotFound("Coaching session not found")
    return session


def list_slots(*, user: User, session_id: int) -> Offer:
    session = find_session(user=user, session_id=session_id)
    _refuse_unless_open_to_change(session)
    end = book_by(session)
    slots = [slot for slot in offered_slots(session=session, now=clock.now()) if slot < end]
    return Offer(slots=slots, timezone=session.bootcamp.timezone)


def write_calendar(*, user: User, session_id: int) -> str:
    """The calendar file of a booked session, for its student."""
    session = find_session(user=user, session_id=session_id)
    hour = hour_of(session)
    if session.status != CoachingStatus.SCHEDULED or hour is None:
        raise NotFound("This session has no time yet.")
    return calendar_file(
        hour=hour,
        with_whom=hour.coach.user.display_name,
        link=students_door(),
        written_at=clock.now(),
    )


@transaction.atomic
def book_session(
    *, user: User, session_id: int, starts_at: datetime, timezone: str = ""
) -> CoachingSession:
    """Book a waiting session with the free coach who has the fewest upcoming hours."""
    session = _lock_session(user=user, session_id=session_id)
    _refuse_unless_open_to_change(session)
    if session.status == CoachingStatus.SCHEDULED:
        raise Conflict("This session already has a time. Reschedule it instead.")
    _refuse_after_end(session, starts_at)
    _take_time(session, starts_at)
    _note_zone(session, timezone)
    write_messages(emails_of_change(hour=hour_of(session), change=Change.BOOKED))
    return session


@transaction.atomic
def reschedule_session(
    *, user: User, session_id: int, starts_at: datetime, timezone: str = ""
) -> CoachingSession:
    """Move a booked session, within the limits. It keeps its coach if possible."""
    session = _lock_session(user=user, session_id=session_id)
    _refuse_unless_open_to_change(session)
    former = hour_of(session)
    if former is None or session.status != CoachingStatus.SCHEDULED:
        raise Conflict("This session has no time yet. Schedule it first.")
    if starts_at == former.starts_at:
        raise Conflict("You already have that time.")
    _refuse_after_end(session, starts_at)
    session.reschedules += 1
    _take_time(session, starts_at)
    _note_zone(session, timezone)
    emails = emails_of_change(hour=hour_of(session), change=Change.MOVED)
    if session.coach_id != former.coach.pk:
        # The previous coach must be told that the old time is canceled.
        told = replace(former, version=session.schedule_version)
        emails += emails_to_coach(hour=told, change=Change.CALLED_OFF)
    write_messages(emails)
    return session


@transaction.atomic
def cancel_time(*, user: User, session_id: int) -> CoachingSession:
    """The student releases the time and picks another later. Counts as one of their moves."""
    session = _lock_session(user=user, session_id=session_id)
    _refuse_unless_open_to_change(session)
    hour = hour_of(session)
    if hour is None or session.status != CoachingStatus.SCHEDULED:
        raise Conflict("This session has no time yet.")
    session.reschedules += 1
    release_time(session)
    told = replace(hour, version=session.schedule_version)
    write_messages(emails_of_change(hour=told, change=Change.GIVEN_UP))
    return session


def _refuse_after_end(session: CoachingSession, starts_at: datetime) -> None:
    if starts_at >= book_by(session):
        raise SlotClosed


def list_slots_for(*, session_id: int) -> DeskSlotsOut:
    """The times an admin can give a student's session: the student's own, on any date."""
    session = CoachingSession.objects.filter(pk=session_id).select_related("bootcamp", "user")
    found = session.first()
    if found is None:
        raise NotFound("Coaching session not found")
    _refuse_unless_given_by_us(found)
    now = clock.now()
    coaches = {
        coach.pk: coach.user.display_name for coach in bookable_coaches().select_related("user")
    }
    return DeskSlotsOut(
        slots=[
            CoachedSlotOut(starts_at=slot, coach_name=coaches[coach_id])
            for slot, coach_id in offered_slots(session=found, now=now).items()
        ],
        timezone=found.bootcamp.timezone,
        student_timezone=found.user.own_zone if found.user else "",
    )


@transaction.atomic
def book_for_student(
    *, session_id: int, starts_at: datetime, reason: str = ""
) -> tuple[CoachingSession, Change]:
    """Book or move a student's session for them. Doesn't count as one of the student's moves."""
    session = _lock(CoachingSession.objects.filter(pk=session_id))
    _refuse_unless_given_by_us(session)
    former = hour_of(session) if session.status == CoachingStatus.SCHEDULED else None
    if former is not None and starts_at == former.starts_at:
        raise Conflict("The session already has that time.")
    _take_time(session, starts_at)
    change = Change.MOVED_FOR_THEM if former else Change.BOOKED_FOR_THEM
    emails = emails_of_change(hour=hour_of(session), change=change, reason=reason)
    if former is not None and session.coach_id != former.coach.pk:
        told = replace(former, version=session.schedule_version)
        emails += emails_to_coach(hour=told, change=Change.CALLED_OFF)
    write_messages(emails)
    return session, change


def _refuse_unless_given_by_us(session: CoachingSession) -> None:
    if session.user is None:
        raise Conflict("This student has no account yet. Send the invitation: it opens one.")
    _refuse_what_is_over(session)
    if session.status == CoachingStatus.SCHEDULED and (
        session.scheduled_at is None or session.scheduled_at <= clock.now()
    ):
        raise Conflict("This session has already started.")


def _note_zone(session: CoachingSession, timezone: str) -> None:
    """Store the zone that the browser sent, so that the email can show the student's local time."""
    if session.user is not None:
        note_browser_zone(user=session.user, timezone=timezone)


def moving_rights(*, session: CoachingSession, now: datetime) -> MovingRights:
    left = max(0, MOST_RESCHEDULES - session.reschedules)
    return MovingRights(left=left, refusal=_why_not_moved(session, left, now))


def _why_not_moved(session: CoachingSession, left: int, now: datetime) -> str | None:
    if session.status != CoachingStatus.SCHEDULED or session.scheduled_at is None:
        return None
    if session.scheduled_at <= now:
        return "This session has already started."
    if left == 0:
        return "You've already moved this session twice. If you can't make it, contact us."
    if session.scheduled_at - now < RESCHEDULE_UNTIL:
        return "A session can be moved until 24 hours before it starts."
    return None


def _refuse_what_is_over(session: CoachingSession) -> None:
    if session.status == CoachingStatus.CANCELED:
        raise Conflict("This session has been canceled.")
    if session.status in {CoachingStatus.COMPLETED, CoachingStatus.NO_SHOW}:
        raise Conflict("This session is over.")


def _refuse_unless_open_to_change(session: CoachingSession) -> None:
    _refuse_what_is_over(session)
    refuse_ended(session, at=clock.now())
    refusal = moving_rights(session=session, now=clock.now()).refusal
    if refusal:
        raise Conflict(refusal)


def _lock_session(*, user: User, session_id: int) -> CoachingSession:
    return _lock(CoachingSession.objects.filter(pk=session_id, user=user))


def _lock(wanted: "QuerySet[CoachingSession]") -> CoachingSession:
    session = (
        wanted.select_for_update(of=("self",))
        .select_related("user", "bootcamp", "coach__user")
        .first()
    )
    if session is None:
        raise NotFound("Coaching session not found")
    return session


def _take_time(session: CoachingSession, starts_at: datetime) -> None:
    now = clock.now()
    for coach_id in coaches_free_at(session=session, starts_at=starts_at, now=now):
        if _take_time_of(coach_id, session, starts_at, now):
            return
    if was_open_at(session=session, starts_at=starts_at, now=now):
        raise SlotTaken
    raise SlotClosed


def _take_time_of(
    coach_id: int, session: CoachingSession, starts_at: datetime, now: datetime
) -> bool:
    """Try to book the time with this coach. Returns whether it succeeded.

    During a concurrent booking with the coach, poll whether the hour is taken instead of waiting
    for the lock: in a queue of a hundred, the last request would wait for all others.
    """
    before = {name: getattr(session, name) for name in _TIME_FIELDS}
    for pause in LOOK_AGAIN_SECONDS:
        if is_taken(coach_id=coach_id, starts_at=starts_at, but_by=session):
            return False
        try:
            with transaction.atomic():
                coach = _lock_free_coach(coach_id, session, starts_at, now)
                _write_time(coach, session, starts_at)
        except _LockHeld:
            time.sleep(pause)
        except _NotFree:
            return False
        except IntegrityError as error:
            if not isinstance(error.__cause__, psycopg.errors.ExclusionViolation):
                raise
            for name, value in before.items():
                setattr(session, name, value)
            return False
        else:
            return True
    raise Unavailable


class _NotFree(Exception):
    """Rolls back the coach's lock, so that no request holds one coach and waits for another."""


class _LockHeld(Exception):
    """A concurrent booking holds this coach's lock."""


def _lock_free_coach(
    coach_id: int, session: CoachingSession, starts_at: datetime, now: datetime
) -> Coach:
    only = bookable_coaches().filter(pk=coach_id)
    coach = (
        only.select_for_update(of=("self",), no_key=True, skip_locked=True)
        .select_related("user")
        .first()
    )
    if coach is None:
        # Locked by a concurrent booking, or no longer bookable.
        raise _LockHeld if only.exists() else _NotFree
    calendar = read_calendars(coaches=only, session=session, now=now)[coach_id]
    if starts_at not in free_slots(calendar=calendar, now=now):
        raise _NotFree
    return coach


_TIME_FIELDS = (
    "status",
    "coach",
    "scheduled_at",
    "ends_at",
    "busy_until",
    "session_url",
    "schedule_version",
)


def _write_time(coach: Coach, session: CoachingSession, starts_at: datetime) -> None:
    session.status = CoachingStatus.SCHEDULED
    session.coach = coach
    session.scheduled_at = starts_at
    session.ends_at = starts_at + SESSION_LENGTH
    session.busy_until = session.ends_at + timedelta(minutes=coach.buffer_minutes)
    session.session_url = coach.meeting_url
    session.schedule_version += 1
    session.save(update_fields=[*_TIME_FIELDS, "reschedules", "updated_at"])
