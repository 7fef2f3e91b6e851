"""Which coach is free when, read from the database."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import JSONObject

from frontrow.accounts.models import UserStatus
from frontrow.accounts.rights import Right, roles_with
from frontrow.coaching.availability import (
    HORIZON,
    SESSION_LENGTH,
    CoachCalendar,
    Opening,
    Span,
    free_slots,
)
from frontrow.coaching.models import (
    AvailabilityException,
    Coach,
    CoachingSession,
    CoachingStatus,
    WeeklyHours,
)


def bookable_coaches() -> "QuerySet[Coach]":
    """Coaches who accept bookings, have the coach's right and have a meeting link.

    Without a link there would be nowhere to meet.
    """
    return Coach.objects.filter(
        is_active=True,
        user__status=UserStatus.ACTIVE,
        user__role__in=roles_with(Right.OWN_COACHING),
    ).exclude(meeting_url="")


def coaches_for(session: CoachingSession) -> "QuerySet[Coach]":
    """The coaches for this session: its current coach only, if that one still accepts bookings."""
    anyone = bookable_coaches()
    if session.coach_id is None:
        return anyone
    own = anyone.filter(pk=session.coach_id)
    return own if own.exists() else anyone


def offered_slots(*, session: CoachingSession, now: datetime) -> dict[datetime, int]:
    """The times at which a coach and the student are both free, soonest first.

    Each time maps to its coach: the one with the fewest upcoming hours.
    """
    calendars = read_calendars(coaches=coaches_for(session), session=session, now=now)
    slots: dict[datetime, int] = {}
    for _, coach_id in sorted((len(calendar.taken), pk) for pk, calendar in calendars.items()):
        for slot in free_slots(calendar=calendars[coach_id], now=now):
            slots.setdefault(slot, coach_id)
    return dict(sorted(slots.items()))


def coaches_free_at(*, session: CoachingSession, starts_at: datetime, now: datetime) -> list[int]:
    """The coaches who are free then, those with the fewest upcoming hours first."""
    calendars = read_calendars(coaches=coaches_for(session), session=session, now=now)
    free = [
        (len(calendar.taken), coach_id)
        for coach_id, calendar in calendars.items()
        if starts_at in free_slots(calendar=calendar, now=now)
    ]
    return [coach_id for _, coach_id in sorted(free)]


def was_open_at(*, session: CoachingSession, starts_at: datetime, now: datetime) -> bool:
    """Whether the time would be offered if nothing were booked."""
    calendars = read_calendars(coaches=coaches_for(session), session=session, now=now)
    return any(
        starts_at in free_slots(calendar=replace(calendar, taken=()), now=now)
        for calendar in calendars.values()
    )


def is_taken(*, coach_id: int, starts_at: datetime, but_by: CoachingSession) -> bool:
    """Whether the coach has another session then. One cheap query, for callers that poll."""
    return (
        CoachingSession.objects.filter(
            coach=coach_id,
            status=CoachingStatus.SCHEDULED,
            scheduled_at__lt=starts_at + SESSION_LENGTH,
            ends_at__gt=starts_at,
        )
        .exclude(pk=but_by.pk)
        .exists()
    )


def hours_to_book(*, now: datetime) -> int:
    """How many more hours can be booked with all coaches together, in one statement."""
    taken = CoachingSession.objects.filter(
        status=CoachingStatus.SCHEDULED, ends_at__gt=now - timedelta(days=1)
    )
    coaches = bookable_coaches().annotate(
        hours=_rows_of(WeeklyHours.objects.all(), "weekday", "opens", "closes"),
        changes=_rows_of(
            AvailabilityException.objects.filter(
                ends_at__gt=now, starts_at__lt=now + HORIZON + timedelta(days=1)
            ),
            *("starts_at", "ends_at", "is_available"),
        ),
        booked=_rows_of(taken, "scheduled_at", "ends_at", "busy_until"),
    )
    return sum(_hours_of(coach, now) for coach in coaches)


def _rows_of(rows: "QuerySet[Any]", *names: str) -> ArraySubquery:
    columns = JSONObject(**{name: name for name in names})
    return ArraySubquery(rows.filter(coach=OuterRef("pk")).order_by("pk").values(row=columns))


def _hours_of(coach: Any, now: datetime) -> int:
    """The number of hours that fit, each with its buffer. Overlapping half-hour slots count
    once."""
    buffer = timedelta(minutes=coach.buffer_minutes)
    at = datetime.fromisoformat
    calendar = CoachCalendar(
        timezone=coach.timezone,
        weekly=[
            Opening(
                row["weekday"], time.fromisoformat(row["opens"]), time.fromisoformat(row["closes"])
            )
            for row in coach.hours
        ],
        extra=[_span(row) for row in coach.changes if row["is_available"]],
        off=[_span(row) for row in coach.changes if not row["is_available"]],
        taken=[
            Span(
                at(row["scheduled_at"]),
                max(at(row["busy_until"] or row["ends_at"]), at(row["ends_at"]) + buffer),
            )
            for row in coach.booked
        ],
        buffer=buffer,
        notice=timedelta(hours=coach.notice_hours),
    )
    count, free_from = 0, now
    for slot in free_slots(calendar=calendar, now=now):
        if slot >= free_from:
            count, free_from = count + 1, slot + SESSION_LENGTH + buffer
    return count


def _span(row: Mapping[str, str]) -> Span:
    return Span(datetime.fromisoformat(row["starts_at"]), datetime.fromisoformat(row["ends_at"]))


def read_calendars(
    *, coaches: "QuerySet[Coach]", session: CoachingSession, now: datetime
) -> dict[int, CoachCalendar]:
    """The calendars by coach. The session's own current time doesn't block itself."""
    exceptions = AvailabilityException.objects.filter(
        ends_at__gt=now, starts_at__lt=now + HORIZON + timedelta(days=1)
    )
    found = list(
        coaches.order_by("pk").prefetch_related(
            "weekly_hours", Prefetch("exceptions", queryset=exceptions)
        )
    )
    taken = _taken(found, session, now)
    return {coach.pk: _calendar(coach, taken[coach.pk] + taken[None]) for coach in found}


def _taken(
    coaches: Sequence[Coach], session: CoachingSession, now: datetime
) -> dict[int | None, list[Span]]:
    """Booked hours by coach, each including its buffer. The key None has the student's own hours.

    The buffer is the longer of the one at booking and the current one, so a longer buffer applies
    at once.
    """
    buffers = {coach.pk: timedelta(minutes=coach.buffer_minutes) for coach in coaches}
    booked = (
        CoachingSession.objects.filter(status=CoachingStatus.SCHEDULED)
        .filter(Q(coach__in=buffers) | Q(user=session.user_id))
        .exclude(pk=session.pk)
        .values_list("coach_id", "user_id", "scheduled_at", "ends_at", "busy_until")
        .filter(ends_at__gt=now - timedelta(days=1))
    )
    spans: dict[int | None, list[Span]] = defaultdict(list)
    for coach_id, user_id, start, end, busy_until in booked:
        if start is None or end is None:
            continue
        if coach_id in buffers:
            spans[coach_id].append(Span(start, max(busy_until or end, end + buffers[coach_id])))
        if user_id == session.user_id:
            spans[None].append(Span(start, end))
    return spans


def _calendar(coach: Coach, taken: Sequence[Span]) -> CoachCalendar:
    exceptions = list(coach.exceptions.all())
    return CoachCalendar(
        timezone=coach.timezone,
        weekly=[
            Opening(hours.weekday, hours.opens, hours.closes) for hours in coach.weekly_hours.all()
        ],
        extra=[Span(each.starts_at, each.ends_at) for each in exceptions if each.is_available],
        off=[Span(each.starts_at, each.ends_at) for each in exceptions if not each.is_available],
        taken=taken,
        buffer=timedelta(minutes=coach.buffer_minutes),
        notice=timedelta(hours=coach.notice_hours),
    )
