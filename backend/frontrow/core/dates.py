"""Dates as people read them, on the clocks of a given zone: as in the frontend's dates."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from frontrow.core.zones import abbreviation, zone, zone_words

# Not the machine's own names for them: those depend on its locale.
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def format_date(at: datetime, zone_name: str) -> str:
    """Oct 9, 2026: as on a receipt."""
    there = at.astimezone(zone(zone_name))
    return f"{short_day(there)}, {there.year}"


def format_time(at: datetime, zone_name: str) -> str:
    """6:00 PM EDT"""
    return f"{_time(at.astimezone(zone(zone_name)))} {abbreviation(zone_name, at)}"


def format_moment(at: datetime, zone_name: str) -> str:
    """Oct 9 at 6:00 PM EDT"""
    there = at.astimezone(zone(zone_name))
    return f"{short_day(there)} at {_time(there)} {abbreviation(zone_name, at)}"


def format_range(starts_at: datetime, ends_at: datetime, zone_name: str) -> str:
    """From six to nine of one day; both days are named where it is not one day there."""
    start, end = (at.astimezone(zone(zone_name)) for at in (starts_at, ends_at))
    until = _time(end) if start.date() == end.date() else f"{short_day(end)} at {_time(end)}"
    letters, end_letters = (abbreviation(zone_name, at) for at in (starts_at, ends_at))
    # The clocks may change between start and end; then each has letters of its own.
    between = "" if letters == end_letters else f" {letters}"
    return f"{short_day(start)} at {_time(start)}{between} \N{EN DASH} {until} {end_letters}"


def weekday(at: datetime, zone_name: str) -> str:
    """Tue: stands in front of a date, whose own form is fixed."""
    return _WEEKDAYS[at.astimezone(zone(zone_name)).weekday()]


def schedule_lines(
    starts_at: datetime, ends_at: datetime, zone_name: str, own_zone_name: str
) -> list[str]:
    """When it is, in an email: on the session's clocks and, if they differ, the reader's."""
    there = f"{weekday(starts_at, zone_name)}, {format_range(starts_at, ends_at, zone_name)}"
    own = own_range(starts_at, ends_at, zone_name, own_zone_name)
    return [there, own] if own else [there]


def own_range(
    starts_at: datetime, ends_at: datetime, zone_name: str, own_zone_name: str
) -> str | None:
    """The same hours where the reader lives, weekday first and with the zone's name.

    Nothing when their zone is not known, or its clocks show the same as the session's.
    """
    if not own_zone_name or _show_the_same([starts_at, ends_at], zone_name, own_zone_name):
        return None
    start, end = (at.astimezone(zone(own_zone_name)) for at in (starts_at, ends_at))
    days = (end.date() - start.date()).days
    until = _time(end)
    if days:
        until += f" +{days} {'day' if days == 1 else 'days'}"
    when = f"{_WEEKDAYS[start.weekday()]}, {short_day(start)} at {_time(start)}"
    return f"{when} \N{EN DASH} {until} your time ({zone_words(own_zone_name)})"


def entry_words(starts_at: datetime, zone_name: str, own_zone_name: str) -> str:
    """You'll get in on Thu 6:00 PM EST, midnight your time.

    The reader's day is named where it is another; midnight is said where it ends the class's day.
    """
    there = starts_at.astimezone(zone(zone_name))
    letters = abbreviation(zone_name, starts_at)
    words = f"You'll get in on {_WEEKDAYS[there.weekday()]} {_time(there)} {letters}"
    if not own_zone_name or _show_the_same([starts_at], zone_name, own_zone_name):
        return f"{words}."
    own = starts_at.astimezone(zone(own_zone_name))
    is_midnight = (own.hour, own.minute) == (0, 0)
    if is_midnight and own.date() == there.date() + timedelta(days=1):
        return f"{words}, midnight your time."
    day = "" if own.date() == there.date() else f"{_WEEKDAYS[own.weekday()]} "
    return f"{words}, {day}{_time(own)} your time."


def short_day(day: date) -> str:
    """Nov 1"""
    return f"{_MONTHS[day.month - 1]} {day.day}"


def _show_the_same(moments: Sequence[datetime], one: str, other: str) -> bool:
    return all(
        at.astimezone(zone(one)).utcoffset() == at.astimezone(zone(other)).utcoffset()
        for at in moments
    )


def _time(there: datetime) -> str:
    half = "AM" if there.hour < 12 else "PM"  # noqa: PLR2004
    return f"{there.hour % 12 or 12}:{there.minute:02} {half}"
