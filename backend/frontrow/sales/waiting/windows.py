"""How long an offered seat is held: shorter the nearer the class, and never running out by night.

A pure function of the moment, the start and the reader's clock.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta

from frontrow.core import zones

# From how long before the start, how long the offer stands; the first that fits.
WINDOWS = (
    (timedelta(days=14), timedelta(hours=24)),
    (timedelta(days=3), timedelta(hours=12)),
    (timedelta(hours=6), timedelta(hours=2)),
)
# Nearer than this nobody is waited for: everybody is told at once, and the first to pay has it.
FIRST_COME = timedelta(hours=6)
# Only an offer that stood longer than this announces its last hour.
REMINDED_ABOVE = timedelta(hours=6)
LAST_HOUR = timedelta(hours=1)
NIGHT_BEGINS = time(22)
NIGHT_ENDS = time(8)


def is_first_come(*, at: datetime, starts_at: datetime) -> bool:
    return starts_at - at < FIRST_COME


def expiry(
    *, at: datetime, starts_at: datetime, zone: str, closes_at: Sequence[datetime] = ()
) -> datetime | None:
    """Until when an offer made now is held; nothing where it is first come, first served.

    For several classes `starts_at` is the first one's. Never later than that, nor than their sales
    close.
    """
    left = starts_at - at
    length = next((held for ahead, held in WINDOWS if _fits(left, ahead)), None)
    if length is None:
        return None
    return min(_after_the_night(at + length, zone), starts_at, *closes_at)


def _fits(left: timedelta, ahead: timedelta) -> bool:
    """At exactly fourteen days it is not more than fourteen; at exactly three and six it fits."""
    return left > ahead if ahead == WINDOWS[0][0] else left >= ahead


def _after_the_night(at: datetime, zone: str) -> datetime:
    """`at` itself by day, else the eight o'clock after it on the reader's clock."""
    local = at.astimezone(zones.zone(zone))
    if NIGHT_ENDS <= local.time() < NIGHT_BEGINS:
        return at
    day = local.date() if local.time() < NIGHT_ENDS else local.date() + timedelta(days=1)
    return datetime.combine(day, NIGHT_ENDS, tzinfo=local.tzinfo).astimezone(UTC)
