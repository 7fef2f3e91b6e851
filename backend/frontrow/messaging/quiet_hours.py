"""Quiet hours for text messages: none before 8 a.m. or after 9 p.m. in the reader's time zone."""

from datetime import UTC, datetime, time, timedelta

from frontrow.core import zones

OPENS = time(8)
CLOSES = time(21)


def earliest_allowed(*, at: datetime, zone: str) -> datetime:
    """Return `at` if it is by day, else the next 8 a.m. in that zone."""
    local = at.astimezone(zones.zone(zone))
    if OPENS <= local.time() < CLOSES:
        return at
    day = local.date() if local.time() < OPENS else local.date() + timedelta(days=1)
    return datetime.combine(day, OPENS, tzinfo=local.tzinfo).astimezone(UTC)
