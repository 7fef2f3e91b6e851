"""Dates read in mail as they read on the site: the examples are those of the frontend's tests."""

from datetime import datetime

import pytest

from frontrow.core.dates import format_date, format_moment, format_range

NEW_YORK = "America/New_York"


@pytest.mark.parametrize(
    ("at", "zone", "text"),
    [
        ("2025-10-09T22:00:00Z", NEW_YORK, "Oct 9 at 6:00 PM EDT"),
        ("2025-12-05T14:00:00Z", NEW_YORK, "Dec 5 at 9:00 AM EST"),
        ("2026-03-08T06:30:00Z", NEW_YORK, "Mar 8 at 1:30 AM EST"),
        ("2026-03-08T07:30:00Z", NEW_YORK, "Mar 8 at 3:30 AM EDT"),
        ("2026-11-01T05:30:00Z", NEW_YORK, "Nov 1 at 1:30 AM EDT"),
        ("2026-11-01T06:30:00Z", NEW_YORK, "Nov 1 at 1:30 AM EST"),
        ("2026-01-15T22:05:00Z", "Australia/Sydney", "Jan 16 at 9:05 AM AEDT"),
        ("2026-06-15T23:30:00Z", "Africa/Lagos", "Jun 16 at 12:30 AM WAT"),
        ("2026-06-15T12:00:00Z", "UTC", "Jun 15 at 12:00 PM UTC"),
        ("2026-06-15T00:00:00Z", "UTC", "Jun 15 at 12:00 AM UTC"),
        ("2026-06-15T04:30:00Z", "Asia/Mumbai", "Jun 15 at 10:00 AM IST"),
        ("2026-07-15T21:00:00Z", "America/Mexico_City", "Jul 15 at 3:00 PM CST"),
        ("2026-09-01T00:00:00+09:00", "Asia/Tokyo", "Sep 1 at 12:00 AM JST"),
    ],
)
def test_a_moment(at: str, zone: str, text: str) -> None:
    assert format_moment(datetime.fromisoformat(at), zone) == text


@pytest.mark.parametrize(
    ("start", "end", "zone", "text"),
    [
        (
            "2025-10-09T22:00Z",
            "2025-10-10T01:00Z",
            NEW_YORK,
            "Oct 9 at 6:00 PM \N{EN DASH} 9:00 PM EDT",
        ),
        (
            "2025-10-09T22:00Z",
            "2025-10-10T01:00Z",
            "UTC",
            "Oct 9 at 10:00 PM \N{EN DASH} Oct 10 at 1:00 AM UTC",
        ),
        (
            "2025-10-09T22:00Z",
            "2026-10-09T23:00Z",
            "UTC",
            "Oct 9 at 10:00 PM \N{EN DASH} Oct 9 at 11:00 PM UTC",
        ),
        (
            "2026-11-01T04:30Z",
            "2026-11-01T07:30Z",
            NEW_YORK,
            "Nov 1 at 12:30 AM EDT \N{EN DASH} 2:30 AM EST",
        ),
    ],
)
def test_a_range(start: str, end: str, zone: str, text: str) -> None:
    shown = format_range(datetime.fromisoformat(start), datetime.fromisoformat(end), zone)
    assert shown == text


def test_the_date_of_a_receipt_is_that_of_the_zone() -> None:
    at = datetime.fromisoformat("2027-01-01T03:00:00Z")
    assert format_date(at, NEW_YORK) == "Dec 31, 2026"
    assert format_date(at, "Asia/Mumbai") == "Jan 1, 2027"
