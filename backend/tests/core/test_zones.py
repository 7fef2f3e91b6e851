"""All 22 zones compute, and show the letters in force."""

from datetime import UTC, datetime

import pytest

from frontrow.core.zones import ALLOWED_ZONES, abbreviation, zone

JANUARY = datetime(2026, 1, 15, 12, tzinfo=UTC)
JULY = datetime(2026, 7, 15, 12, tzinfo=UTC)


def test_there_are_22_and_each_computes() -> None:
    assert len(ALLOWED_ZONES) == 22
    for name in ALLOWED_ZONES:
        assert JULY.astimezone(zone(name)).utcoffset() is not None


def test_mumbai_is_computed_as_kolkata() -> None:
    assert JULY.astimezone(zone("Asia/Mumbai")).isoformat() == "2026-07-15T17:30:00+05:30"


@pytest.mark.parametrize(
    ("name", "january", "july"),
    [
        ("America/New_York", "EST", "EDT"),
        ("America/Denver", "MST", "MDT"),
        ("America/Mexico_City", "CST", "CST"),
        ("America/Sao_Paulo", "BRT", "BRT"),
        ("Europe/London", "GMT", "BST"),
        ("Australia/Sydney", "AEDT", "AEST"),
        ("Pacific/Auckland", "NZDT", "NZST"),
        ("Asia/Mumbai", "IST", "IST"),
        ("Africa/Lagos", "WAT", "WAT"),
        ("UTC", "UTC", "UTC"),
        ("America/Argentina/Ushuaia", "Ushuaia", "Ushuaia"),
    ],
)
def test_the_abbreviation_in_force(name: str, january: str, july: str) -> None:
    assert (abbreviation(name, JANUARY), abbreviation(name, JULY)) == (january, july)
