"""Dates read in mail as they read on the site: the examples are those of the frontend's tests."""

from datetime import datetime

import pytest

from frontrow.core.dates import (
    format_date,
    format_moment,
    format_range,
    moment_words,
    own_range,
    schedule_lines,
    weekday,
)

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


SESSION = ("2025-10-09T22:00Z", "2025-10-10T01:00Z", NEW_YORK)


@pytest.mark.parametrize(
    ("session", "own_zone", "text"),
    [
        (SESSION, "America/Los_Angeles", "3:00 - 6:00 PM / America/Los Angeles"),
        (SESSION, "Asia/Kolkata", "Fri, Oct 10 at 3:30 - 6:30 AM / Asia/Kolkata"),
        (SESSION, "Europe/London", "11:00 PM - 2:00 AM +1 day / Europe/London"),
        (SESSION, "UTC", "10:00 PM - 1:00 AM +1 day / UTC"),
        (
            ("2025-10-10T22:00Z", "2025-10-12T01:00Z", NEW_YORK),
            "UTC",
            "10:00 PM - 1:00 AM +2 days / UTC",
        ),
        # New York's clocks change in these hours, and London's do not.
        (
            ("2026-03-08T06:00Z", "2026-03-08T09:00Z", NEW_YORK),
            "Europe/London",
            "6:00 - 9:00 AM / Europe/London",
        ),
        # The reader's own change: one hour is skipped, and in autumn one comes twice.
        (
            ("2026-03-08T09:00Z", "2026-03-08T12:00Z", "UTC"),
            "America/Los_Angeles",
            "1:00 - 5:00 AM / America/Los Angeles",
        ),
        (
            ("2026-11-01T08:00Z", "2026-11-01T11:00Z", "UTC"),
            "America/Los_Angeles",
            "1:00 - 3:00 AM / America/Los Angeles",
        ),
        # Only one end differs: Lima's clocks never change.
        (
            ("2026-11-01T05:30Z", "2026-11-01T08:30Z", NEW_YORK),
            "America/Lima",
            "12:30 - 3:30 AM / America/Lima",
        ),
        (("2026-11-01T06:30Z", "2026-11-01T08:30Z", NEW_YORK), "America/Lima", None),
        (SESSION, NEW_YORK, None),
        (SESSION, "America/Toronto", None),
        (SESSION, "", None),
    ],
)
def test_the_hours_where_the_reader_lives(
    session: tuple[str, str, str], own_zone: str, text: str | None
) -> None:
    start, end, zone = session
    told = own_range(datetime.fromisoformat(start), datetime.fromisoformat(end), zone, own_zone)
    if text is not None:
        hours, _, place = text.replace(" - ", " \N{EN DASH} ").partition(" / ")
        text = f"{hours} your time ({place})"
    assert told == text


def test_an_email_says_both_and_the_day_again_only_where_it_is_another() -> None:
    start, end = (datetime.fromisoformat(at) for at in SESSION[:2])
    assert schedule_lines(start, end, NEW_YORK, "Asia/Kolkata") == [
        "Thu, Oct 9 at 6:00 PM \N{EN DASH} 9:00 PM EDT",
        "Fri, Oct 10 at 3:30 \N{EN DASH} 6:30 AM your time (Asia/Kolkata)",
    ]
    assert schedule_lines(start, end, NEW_YORK, "America/Los_Angeles")[1:] == [
        "3:00 \N{EN DASH} 6:00 PM your time (America/Los Angeles)"
    ]
    assert len(schedule_lines(start, end, NEW_YORK, "")) == 1


@pytest.mark.parametrize(
    ("own_zone", "own"),
    [
        ("America/Los_Angeles", " (3:00 PM your time)"),
        ("Asia/Kolkata", " (Fri, Oct 10 at 3:30 AM your time)"),
        ("America/Toronto", ""),
        ("", ""),
    ],
)
def test_a_moment_names_the_readers_day_only_where_it_is_another(own_zone: str, own: str) -> None:
    at = datetime.fromisoformat(SESSION[0])
    assert moment_words(at, NEW_YORK, own_zone) == f"Thu, Oct 9 at 6:00 PM EDT{own}"


def test_the_weekday_is_the_zones_own() -> None:
    at = datetime.fromisoformat("2025-10-09T22:00Z")
    zones = (NEW_YORK, "Asia/Kolkata", "Pacific/Auckland")
    assert [weekday(at, zone) for zone in zones] == ["Thu", "Fri", "Fri"]
