"""Nobody's phone buzzes at night, wherever they are."""

from datetime import UTC, datetime

import pytest

from frontrow.messaging.quiet_hours import earliest_allowed


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "wanted", "allowed"),
    [
        ("UTC", "2026-06-01 08:00", "2026-06-01 08:00"),
        ("UTC", "2026-06-01 07:59", "2026-06-01 08:00"),
        ("UTC", "2026-06-01 20:59", "2026-06-01 20:59"),
        ("UTC", "2026-06-01 21:00", "2026-06-02 08:00"),
        ("America/New_York", "2026-06-01 03:00", "2026-06-01 12:00"),
        # The night in which clocks go forward is an hour shorter, the other an hour longer.
        ("America/New_York", "2026-03-08 04:00", "2026-03-08 12:00"),
        ("America/New_York", "2026-11-01 03:00", "2026-11-01 13:00"),
        ("Australia/Sydney", "2026-10-03 14:00", "2026-10-03 21:00"),
        ("Africa/Lagos", "2026-03-08 06:30", "2026-03-08 07:00"),
        ("Asia/Mumbai", "2026-06-01 16:00", "2026-06-02 02:30"),
    ],
)
def test_a_text_waits_for_the_morning_of_its_reader(zone: str, wanted: str, allowed: str) -> None:
    assert earliest_allowed(at=at(wanted), zone=zone) == at(allowed)
