"""How long an offered seat is held: shorter near the class, and never expiring at night.

A pure function of the moment, the start and the reader's time zone.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta

from frontrow.core import zones

# Time before the start, and how long an offer lasts. The first match counts.
WINDOWS = (
    (timedelta(days=14), timedelta(hours=24)),
    (timedelta(days=3), timedelta(hours=12)),
    (timedelta(hours=6), timedelta(hours=2)),
)
# Closer to the start there are no exclusive offers: all are told, and the first to pay gets it.
FIRST_COME = timedelta(hours=6)
# Only offers that last longer than this get a reminder in their last hour.
REMINDED_ABOVE = timedelta(hours=6)
LAST_HOUR = timedelta(hours=1)
NIGHT_BEGINS = time(22)
NIGHT_ENDS = time(8)


def is_first_come(*, at: datetime, starts_at: datetime) -> bool:
    return starts_at - at < FIRST_COME


def expiry(
    *, at: datetime, starts_at: datetime, zone: str, closes_at: Sequence[datetime] = ()
) -> datetime | None:
    """Until when an offer made now is held. None if it is first come, first served.

    For several classes, `starts_at` is the first one's. Never later than that start, or than the
    end of their sales.
    """
    left = starts_at - at
    length = next((held for ahead, held in WINDOWS if _fits(left, ahead)), None)
    if length is None:
        return None
    return min(_after_the_night(at + length, zone), starts_at, *closes_at)


def _fits(left: timedelta, ahead: timedelta) -> bool:
    """At exactly fourteen days it isn't more than fourteen. At exactly three and six it fits."""
    return left > ahead if ahead == WINDOWS[0][0] else left >= ahead


def _after_the_night(at: datetime, zone: str) -> datetime:
    """Return `at` if it is by day, else the next 8 a.m. in the reader's time zone."""
    local = at.astimezone(zones.zone(zone))
    if NIGHT_ENDS <= local.time() < NIGHT_BEGINS:
        return at
    day = local.date() if local.time() < NIGHT_ENDS else local.date() + timedelta(days=1)
    return datetime.combine(day, NIGHT_ENDS, tzinfo=local.tzinfo).astimezone(UTC)
