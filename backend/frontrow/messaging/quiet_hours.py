"""When a phone may buzz: between eight in the morning and nine in the evening of its owner."""

from datetime import UTC, datetime, time, timedelta

from frontrow.core import zones

OPENS = time(8)
CLOSES = time(21)


def earliest_allowed(*, at: datetime, zone: str) -> datetime:
    """`at` itself by day, else the next eight o'clock in that zone."""
    local = at.astimezone(zones.zone(zone))
    if OPENS <= local.time() < CLOSES:
        return at
    day = local.date() if local.time() < OPENS else local.date() + timedelta(days=1)
    return datetime.combine(day, OPENS, tzinfo=local.tzinfo).astimezone(UTC)
