"""Dates as people read them, on the clocks of a given zone: as in the frontend's dates."""

from datetime import datetime

from frontrow.core.zones import abbreviation, zone

# Not the machine's own names for them: those depend on its locale.
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def format_date(at: datetime, zone_name: str) -> str:
    """Oct 9, 2026: as on a receipt."""
    there = at.astimezone(zone(zone_name))
    return f"{_day(there)}, {there.year}"


def format_time(at: datetime, zone_name: str) -> str:
    """6:00 PM EDT"""
    return f"{_time(at.astimezone(zone(zone_name)))} {abbreviation(zone_name, at)}"


def format_moment(at: datetime, zone_name: str) -> str:
    """Oct 9 at 6:00 PM EDT"""
    there = at.astimezone(zone(zone_name))
    return f"{_day(there)} at {_time(there)} {abbreviation(zone_name, at)}"


def format_range(starts_at: datetime, ends_at: datetime, zone_name: str) -> str:
    """From six to nine of one day; both days are named where it is not one day there."""
    start, end = (at.astimezone(zone(zone_name)) for at in (starts_at, ends_at))
    until = _time(end) if start.date() == end.date() else f"{_day(end)} at {_time(end)}"
    letters, end_letters = (abbreviation(zone_name, at) for at in (starts_at, ends_at))
    # The clocks may change between start and end; then each has letters of its own.
    between = "" if letters == end_letters else f" {letters}"
    return f"{_day(start)} at {_time(start)}{between} \N{EN DASH} {until} {end_letters}"


def _day(there: datetime) -> str:
    return f"{_MONTHS[there.month - 1]} {there.day}"


def _time(there: datetime) -> str:
    half = "AM" if there.hour < 12 else "PM"  # noqa: PLR2004
    return f"{there.hour % 12 or 12}:{there.minute:02} {half}"
