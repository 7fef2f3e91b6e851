"""Format dates and times in a given zone, like the frontend's dates."""

from collections.abc import Sequence
from datetime import date, datetime

from frontrow.core.zones import abbreviation, zone, zone_words

# Not strftime's names: those depend on the machine's locale.
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def format_date(at: datetime, zone_name: str) -> str:
    """Oct 9, 2026, as on a receipt."""
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
    """A time range. Both days are named if it crosses midnight."""
    start, end = (at.astimezone(zone(zone_name)) for at in (starts_at, ends_at))
    until = _time(end) if start.date() == end.date() else f"{short_day(end)} at {_time(end)}"
    letters, end_letters = (abbreviation(zone_name, at) for at in (starts_at, ends_at))
    # If the clocks change between start and end, each time has its own abbreviation.
    between = "" if letters == end_letters else f" {letters}"
    return f"{short_day(start)} at {_time(start)}{between} \N{EN DASH} {until} {end_letters}"


def weekday(at: datetime, zone_name: str) -> str:
    """Tue, to precede a date in its fixed format."""
    return _WEEKDAYS[at.astimezone(zone(zone_name)).weekday()]


def schedule_lines(
    starts_at: datetime, ends_at: datetime, zone_name: str, own_zone_name: str
) -> list[str]:
    """When a session is, for an email: in its zone and, if different, in the reader's."""
    there = f"{weekday(starts_at, zone_name)}, {format_range(starts_at, ends_at, zone_name)}"
    own = own_range(starts_at, ends_at, zone_name, own_zone_name)
    return [there, own] if own else [there]


def own_range(
    starts_at: datetime, ends_at: datetime, zone_name: str, own_zone_name: str
) -> str | None:
    """The range in the reader's zone, with the zone's name, to follow the range in the session's.

    The day is named if it differs. Empty if the reader's zone is unknown or shows the same time.
    """
    if not own_zone_name or _show_the_same([starts_at, ends_at], zone_name, own_zone_name):
        return None
    start, end = (at.astimezone(zone(own_zone_name)) for at in (starts_at, ends_at))
    days = (end.date() - start.date()).days
    since, until = _time(start), _time(end)
    if days:
        until += f" +{days} {'day' if days == 1 else 'days'}"
    elif since[-2:] == until[-2:]:
        since = since[:-3]
    when = f"{_another_day(starts_at, zone_name, own_zone_name)}{since}"
    return f"{when} \N{EN DASH} {until} your time ({zone_words(own_zone_name)})"


def entry_words(opens_at: datetime, zone_name: str, own_zone_name: str) -> str:
    """You can join Thu, Dec 3 from 5:30 PM EST (2:30 PM your time)."""
    there = opens_at.astimezone(zone(zone_name))
    words = (
        f"You can join {_WEEKDAYS[there.weekday()]}, {short_day(there)} from {_time(there)}"
        f" {abbreviation(zone_name, opens_at)}"
    )
    return f"{words}{_own_time(opens_at, zone_name, own_zone_name)}."


def moment_words(at: datetime, zone_name: str, own_zone_name: str) -> str:
    """Thu, Dec 3 at 5:30 PM EST (2:30 PM your time)"""
    words = f"{weekday(at, zone_name)}, {format_moment(at, zone_name)}"
    return f"{words}{_own_time(at, zone_name, own_zone_name)}"


def _own_time(at: datetime, zone_name: str, own_zone_name: str) -> str:
    """The reader's time in parentheses. Empty if their zone is unknown or shows the same time."""
    if not own_zone_name or _show_the_same([at], zone_name, own_zone_name):
        return ""
    own = _time(at.astimezone(zone(own_zone_name)))
    return f" ({_another_day(at, zone_name, own_zone_name)}{own} your time)"


def _another_day(at: datetime, zone_name: str, own_zone_name: str) -> str:
    """The reader's day, if it differs from the session's, to precede a time."""
    own = at.astimezone(zone(own_zone_name))
    if own.date() == at.astimezone(zone(zone_name)).date():
        return ""
    return f"{_WEEKDAYS[own.weekday()]}, {short_day(own)} at "


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
