"""All 22 zones compute, and show the letters in force."""

from datetime import UTC, datetime

import pytest

from frontrow.core.zones import ALIASES, ALLOWED_ZONES, abbreviation, known_zone, zone, zone_words

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


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("America/Los_Angeles", "America/Los_Angeles"),
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("Asia/Mumbai", "Asia/Kolkata"),
        ("Asia/Kathmandu", "Asia/Kathmandu"),
        ("Etc/UTC", "UTC"),
        ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("", ""),
        ("Moon/Tycho", ""),
        ("america/los_angeles", ""),
        ("../../etc/passwd", ""),
        ("America/Los_Angeles\r\nBcc: eve@evil.test", ""),
        ("x" * 10_000, ""),
    ],
)
def test_a_persons_zone_is_kept_by_one_name_and_an_unknown_one_not_at_all(
    told: str, kept: str
) -> None:
    assert known_zone(told) == kept


@pytest.mark.parametrize("alias", ALIASES)
def test_every_alias_leads_to_a_zone_that_computes(alias: str) -> None:
    assert known_zone(alias) == ALIASES[alias]
    assert JULY.astimezone(zone(ALIASES[alias])).utcoffset() is not None
    assert len(ALIASES[alias]) <= 64


def test_people_read_no_underscores_and_one_name_per_zone() -> None:
    assert zone_words("America/New_York") == "America/New York"
    assert {zone_words(name) for name in ("Asia/Mumbai", "Asia/Calcutta")} == {"Asia/Kolkata"}
