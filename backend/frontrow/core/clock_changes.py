"""Daylight saving time: on which days clocks change between now and a session."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from frontrow.core.dates import short_day
from frontrow.core.enumerating import in_words
from frontrow.core.zones import zone

# Clocks never change twice within this interval.
_STEP = timedelta(days=1)
_PRECISION = timedelta(seconds=1)


def clock_changes(*, after: datetime, until: datetime, zones: Iterable[str]) -> list[date]:
    """The days on which clocks change in one of the zones, each in its own zone, soonest first."""
    days = {day for name in set(zones) if name for day in _changes_in(name, after, until)}
    return sorted(days)


def clock_change_note(*, after: datetime, until: datetime, zones: Iterable[str]) -> str:
    """Clocks change on Nov 1, before this class. Empty if they don't change."""
    days = clock_changes(after=after, until=until, zones=zones)
    if not days:
        return ""
    return f"Clocks change on {in_words([short_day(day) for day in days])}, before this class."


def _changes_in(name: str, after: datetime, until: datetime) -> Iterable[date]:
    at, end = after.astimezone(UTC), until.astimezone(UTC)
    while at < end:
        following = min(at + _STEP, end)
        if _offset(name, at) != _offset(name, following):
            yield _first_after(name, at, following).astimezone(zone(name)).date()
        at = following


def _first_after(name: str, before: datetime, after: datetime) -> datetime:
    """The first second whose UTC offset differs from that of `before`."""
    old = _offset(name, before)
    while after - before > _PRECISION:
        middle = before + (after - before) / 2
        if _offset(name, middle) == old:
            before = middle
        else:
            after = middle
    return after


def _offset(name: str, at: datetime) -> timedelta | None:
    return at.astimezone(zone(name)).utcoffset()
