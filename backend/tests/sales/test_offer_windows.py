"""How long an offer stands: by how near the class is, and never ending in its reader's night."""

from datetime import UTC, datetime, timedelta

import pytest

from frontrow.core import zones
from frontrow.sales.waiting.windows import expiry, is_first_come

NEW_YORK = "America/New_York"
# Ten in the morning in New York, in winter.
MORNING = datetime(2026, 11, 17, 15, tzinfo=UTC)


def held_for(left: timedelta, *, at: datetime = MORNING, zone: str = NEW_YORK) -> timedelta | None:
    until = expiry(at=at, starts_at=at + left, zone=zone)
    return until - at if until else None


@pytest.mark.parametrize(
    ("left", "hours"),
    [
        (timedelta(days=90), 24),
        (timedelta(days=14, seconds=1), 24),
        (timedelta(days=14), 12),
        (timedelta(days=5), 12),
        (timedelta(days=3), 12),
        (timedelta(days=3) - timedelta(seconds=1), 2),
        (timedelta(days=1), 2),
        (timedelta(hours=6), 2),
    ],
)
def test_the_nearer_the_class_the_shorter(left: timedelta, hours: int) -> None:
    # Nine in the morning: twelve hours later it is not night yet.
    at = datetime(2026, 11, 17, 14, tzinfo=UTC)
    assert held_for(left, at=at) == timedelta(hours=hours)


@pytest.mark.parametrize("left", [timedelta(hours=6) - timedelta(seconds=1), timedelta(minutes=1)])
def test_within_six_hours_nobody_is_waited_for(left: timedelta) -> None:
    assert held_for(left) is None
    assert is_first_come(at=MORNING, starts_at=MORNING + left)
    assert not is_first_come(at=MORNING, starts_at=MORNING + timedelta(hours=6))


@pytest.mark.parametrize(
    ("local", "expected"),
    [
        # Made at this time of the reader's clock; two hours later, or eight in the morning.
        ("2026-11-17 19:59", "2026-11-17 21:59"),
        ("2026-11-17 20:00", "2026-11-18 08:00"),
        ("2026-11-17 23:30", "2026-11-18 08:00"),
        ("2026-11-18 03:00", "2026-11-18 08:00"),
        ("2026-11-18 05:59", "2026-11-18 08:00"),
        ("2026-11-18 06:00", "2026-11-18 08:00"),
        ("2026-11-18 06:01", "2026-11-18 08:01"),
    ],
)
@pytest.mark.parametrize("zone", [NEW_YORK, "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland"])
def test_never_by_night(zone: str, local: str, expected: str) -> None:
    own = zones.zone(zone)
    at = datetime.fromisoformat(local).replace(tzinfo=own)
    until = expiry(at=at.astimezone(UTC), starts_at=at + timedelta(days=2), zone=zone)
    assert until == datetime.fromisoformat(expected).replace(tzinfo=own)


def test_the_night_is_moved_past_but_never_past_the_start() -> None:
    own = zones.zone(NEW_YORK)
    at = datetime(2026, 11, 17, 21, tzinfo=own)
    starts_at = datetime(2026, 11, 18, 7, tzinfo=own)
    assert expiry(at=at, starts_at=starts_at, zone=NEW_YORK) == starts_at


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        # The clocks go back on Nov 1, 2026: 24 hours later it is an hour earlier on the wall.
        ("2026-10-31T22:30:00-04:00", "2026-11-01T21:30:00-05:00"),
        ("2026-10-31T08:30:00-04:00", "2026-11-01T08:00:00-05:00"),
        # And forward on Mar 8: an hour later, which here is night.
        ("2026-03-07T21:30:00-05:00", "2026-03-09T08:00:00-04:00"),
        ("2026-03-07T07:30:00-05:00", "2026-03-08T08:30:00-04:00"),
    ],
)
def test_when_the_clocks_change(at: str, expected: str) -> None:
    made = datetime.fromisoformat(at)
    until = expiry(at=made, starts_at=made + timedelta(days=60), zone=NEW_YORK)
    assert until == datetime.fromisoformat(expected)
