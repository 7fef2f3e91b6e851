"""When a coach can be booked: a pure function of their calendar and the moment it is asked.

All reckoning is done in real time. A wall clock is read only where the weekly hours are turned
into moments, so a day of 23 or 25 hours needs no care anywhere else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from frontrow.core.zones import zone

SESSION_LENGTH = timedelta(minutes=60)
# Hours begin on the half hour. Every zone we offer is a multiple of it away from UTC, so the
# half hours of all clocks are the same moments.
STEP = timedelta(minutes=30)
HORIZON = timedelta(weeks=6)


class Span(NamedTuple):
    """A stretch of real time, the last moment not included."""

    starts_at: datetime
    ends_at: datetime


class Opening(NamedTuple):
    """A stretch of every week on the coach's wall clock; 0 is Monday."""

    weekday: int
    opens: time
    closes: time


@dataclass(frozen=True, kw_only=True)
class CoachCalendar:
    timezone: str
    weekly: Sequence[Opening] = ()
    # Openings beyond the weekly hours.
    extra: Sequence[Span] = ()
    # Off is off: neither the weekly hours nor an extra opening overrule it.
    off: Sequence[Span] = ()
    # Booked hours, each to the end of its buffer.
    taken: Sequence[Span] = ()
    buffer: timedelta = timedelta()
    notice: timedelta = timedelta()


def free_slots(*, calendar: CoachCalendar, now: datetime) -> list[datetime]:
    """The moments at which an hour with this coach can begin, in order, in UTC.

    Each leaves room for a whole hour within the opening, and for the buffer before the next
    booked hour; a buffer may run past the opening's end.
    """
    earliest, latest = now + calendar.notice, now + HORIZON
    needed = SESSION_LENGTH + calendar.buffer
    slots: list[datetime] = []
    for opening in _openings(calendar, now):
        start = _next_step(max(opening.starts_at, earliest))
        while start + SESSION_LENGTH <= opening.ends_at and start < latest:
            if not _collides(Span(start, start + needed), calendar.taken):
                slots.append(start)
            start += STEP
    return slots


def _openings(calendar: CoachCalendar, now: datetime) -> list[Span]:
    open_spans = [*_weekly_spans(calendar, now), *calendar.extra]
    return _without(_joined(open_spans), _joined(calendar.off))


def _weekly_spans(calendar: CoachCalendar, now: datetime) -> Iterable[Span]:
    tz = zone(calendar.timezone)
    first = now.astimezone(tz).date()
    last = (now + HORIZON).astimezone(tz).date()
    for ahead in range((last - first).days + 1):
        day = first + timedelta(days=ahead)
        for opening in calendar.weekly:
            if opening.weekday == day.weekday():
                span = Span(_moment(day, opening.opens, tz), _moment(day, opening.closes, tz))
                # Hours that the clocks skip leave nothing.
                if span.starts_at < span.ends_at:
                    yield span


def _moment(day: date, at: time, tz: ZoneInfo) -> datetime:
    """When a wall clock shows this. Shown twice, it is the first; skipped, when it was skipped."""
    local = datetime.combine(day, at, tzinfo=tz)
    there = local.astimezone(UTC)
    if there.astimezone(tz).replace(tzinfo=None) == local.replace(tzinfo=None):
        return there
    # Reckoned by the clock after the jump it lies before it, by the clock before the jump behind.
    moment, after_jump = local.replace(fold=1).astimezone(UTC), there.astimezone(tz).utcoffset()
    while moment.astimezone(tz).utcoffset() != after_jump:
        moment += timedelta(minutes=1)
    return moment


def _joined(spans: Iterable[Span]) -> list[Span]:
    """In order, with what overlaps or touches made one."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.starts_at <= joined[-1].ends_at:
            joined[-1] = Span(joined[-1].starts_at, max(joined[-1].ends_at, span.ends_at))
        else:
            joined.append(span)
    return joined


def _without(spans: Iterable[Span], removed: Sequence[Span]) -> list[Span]:
    """What is left of the spans; both lists in order and without overlaps."""
    left: list[Span] = []
    for span in spans:
        start = span.starts_at
        for gap in removed:
            if gap.ends_at <= start or gap.starts_at >= span.ends_at:
                continue
            if gap.starts_at > start:
                left.append(Span(start, gap.starts_at))
            start = gap.ends_at
        if start < span.ends_at:
            left.append(Span(start, span.ends_at))
    return left


def _next_step(moment: datetime) -> datetime:
    into = (moment - datetime(2000, 1, 1, tzinfo=UTC)) % STEP
    return (moment + (STEP - into if into else timedelta())).astimezone(UTC)


def _collides(wanted: Span, taken: Iterable[Span]) -> bool:
    return any(
        span.starts_at < wanted.ends_at and wanted.starts_at < span.ends_at for span in taken
    )
