"""When a coach can be booked: a pure function of their calendar and the current time.

All arithmetic uses UTC. Local time appears only where weekly hours are converted, so days of 23 or
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from frontrow.core.zones import zone

SESSION_LENGTH = timedelta(minutes=60)
# Hours begin on the half hour. The UTC offset of every zone we offer is a multiple of it, so the
# half hours of all zones coincide.
STEP = timedelta(minutes=30)
HORIZON = timedelta(weeks=6)


class Span(NamedTuple):
    """A half-open interval of time: the end is excluded."""

    starts_at: datetime
    ends_at: datetime


class Opening(NamedTuple):
    """A weekly interval in the coach's local time. 0 is Monday."""

    weekday: int
    opens: time
    closes: time


@dataclass(frozen=True, kw_only=True)
class CoachCalendar:
    timezone: str
    weekly: Sequence[Opening] = ()
    # Extra hours in addition to the weekly hours.
    extra: Sequence[Span] = ()
    # Days off take precedence over weekly hours and extra hours.
    off: Sequence[Span] = ()
    # Booked hours, each including its buffer.
    taken: Sequence[Span] = ()
    buffer: timedelta = timedelta()
    notice: timedelta = timedelta()


def free_slots(*, calendar: CoachCalendar, now: datetime) -> list[datetime]:
    """The times at which an hour with this coach can begin, in order, in UTC.

    A whole hour must fit within the opening, and the buffer before the next booked hour. The buffer
    may extend past the end of the opening.
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
                # Hours that a DST change skips are empty.
                if span.starts_at < span.ends_at:
                    yield span


def _moment(day: date, at: time, tz: ZoneInfo) -> datetime:
    """Convert local time to UTC: the first of two in an overlap, the moment of the jump in a
    gap."""
    local = datetime.combine(day, at, tzinfo=tz)
    there = local.astimezone(UTC)
    if there.astimezone(tz).replace(tzinfo=None) == local.replace(tzinfo=None):
        return there
    # In a DST gap, fold=0 lands after the jump and fold=1 before it, so search for the jump itself.
    moment, after_jump = local.replace(fold=1).astimezone(UTC), there.astimezone(tz).utcoffset()
    while moment.astimezone(tz).utcoffset() != after_jump:
        moment += timedelta(minutes=1)
    return moment


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Sort the intervals and merge those that overlap or touch."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.starts_at <= joined[-1].ends_at:
            joined[-1] = Span(joined[-1].starts_at, max(joined[-1].ends_at, span.ends_at))
        else:
            joined.append(span)
    return joined


def _without(spans: Iterable[Span], removed: Sequence[Span]) -> list[Span]:
    """The intervals minus the others. Both lists are sorted and free of overlaps."""
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
