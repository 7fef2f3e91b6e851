"""When a link lets its reader in, on both clocks, and whether clocks change before that."""

from datetime import UTC, date, datetime

import pytest

from frontrow.core.clock_changes import clock_change_note, clock_changes
from frontrow.core.dates import entry_words

NEW_YORK, PARIS, LONDON = "America/New_York", "Europe/Paris", "Europe/London"
SYDNEY, TOKYO, LAGOS = "Australia/Sydney", "Asia/Tokyo", "Africa/Lagos"
OCT_20 = datetime(2026, 10, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zones", "until", "days"),
    [
        # Europe changes a week before America: in between, the two are an hour closer.
        ((NEW_YORK, PARIS), (2026, 10, 24), []),
        ((NEW_YORK, PARIS), (2026, 10, 28), [(10, 25)]),
        ((NEW_YORK, PARIS), (2026, 11, 5), [(10, 25), (11, 1)]),
        ((NEW_YORK, ""), (2026, 11, 5), [(11, 1)]),
        ((NEW_YORK, "America/Los_Angeles"), (2026, 11, 5), [(11, 1)]),
        ((NEW_YORK, NEW_YORK), (2026, 11, 5), [(11, 1)]),
        ((LONDON, PARIS), (2026, 11, 5), [(10, 25)]),
        # Neither has summer time.
        ((TOKYO, LAGOS), (2027, 10, 1), []),
        # One of the two has.
        ((TOKYO, NEW_YORK), (2026, 11, 5), [(11, 1)]),
        ((NEW_YORK, "America/Phoenix"), (2026, 10, 31), []),
        # The other half of the world goes the other way, on days of its own.
        ((SYDNEY, LAGOS), (2027, 4, 10), [(4, 4)]),
        (("Asia/Mumbai", "America/Sao_Paulo"), (2027, 10, 1), []),
    ],
)
def test_clocks_that_change_before_the_class_are_named(
    zones: tuple[str, str], until: tuple[int, int, int], days: list[tuple[int, int]]
) -> None:
    year, month, day = until
    end = datetime(year, month, day, 23, tzinfo=UTC)
    found = clock_changes(after=OCT_20, until=end, zones=zones)
    assert [(one.month, one.day) for one in found] == days
    assert clock_changes(after=OCT_20, until=end, zones=reversed(zones)) == found


def test_to_the_second_the_change_is_before_the_class_or_not() -> None:
    # America goes back at 2 AM of its summer time.
    change = datetime(2026, 11, 1, 6, tzinfo=UTC)
    before = change.replace(hour=5, minute=59, second=58)
    assert clock_changes(after=OCT_20, until=before, zones=[NEW_YORK]) == []
    assert clock_changes(after=OCT_20, until=change, zones=[NEW_YORK]) == [date(2026, 11, 1)]
    assert (
        clock_changes(after=change, until=datetime(2027, 3, 1, tzinfo=UTC), zones=[NEW_YORK]) == []
    )


def test_a_class_that_is_over_has_none_before_it() -> None:
    assert clock_changes(after=OCT_20, until=datetime(2026, 1, 1, tzinfo=UTC), zones=[PARIS]) == []


def test_the_note_names_every_day() -> None:
    until = datetime(2026, 11, 5, tzinfo=UTC)
    assert clock_change_note(after=OCT_20, until=until, zones=[TOKYO]) == ""
    assert (
        clock_change_note(after=OCT_20, until=until, zones=[NEW_YORK, TOKYO])
        == "Clocks change on Nov 1, before this class."
    )
    assert (
        clock_change_note(after=OCT_20, until=until, zones=[NEW_YORK, PARIS])
        == "Clocks change on Oct 25 and Nov 1, before this class."
    )


@pytest.mark.parametrize(
    ("at", "zone", "own", "words"),
    [
        ((2026, 11, 19, 23), NEW_YORK, PARIS, "Thu 6:00 PM EST, midnight your time."),
        # The week in which only Europe has changed.
        ((2026, 10, 29, 22), NEW_YORK, PARIS, "Thu 6:00 PM EDT, 11:00 PM your time."),
        ((2026, 10, 22, 22), NEW_YORK, PARIS, "Thu 6:00 PM EDT, midnight your time."),
        ((2026, 11, 19, 23), NEW_YORK, TOKYO, "Thu 6:00 PM EST, Fri 8:00 AM your time."),
        (
            (2026, 11, 20, 1),
            LONDON,
            "America/Los_Angeles",
            "Fri 1:00 AM GMT, Thu 5:00 PM your time.",
        ),
        # A midnight that begins the class's day would be taken for the other one.
        ((2026, 11, 19, 5), LONDON, NEW_YORK, "Thu 5:00 AM GMT, 12:00 AM your time."),
        ((2026, 11, 19, 17), NEW_YORK, "UTC", "Thu 12:00 PM EST, 5:00 PM your time."),
        ((2026, 11, 19, 23), NEW_YORK, "America/Toronto", "Thu 6:00 PM EST."),
        ((2026, 11, 19, 23), NEW_YORK, "", "Thu 6:00 PM EST."),
    ],
)
def test_when_the_link_lets_in_is_said_on_both_clocks(
    at: tuple[int, int, int, int], zone: str, own: str, words: str
) -> None:
    year, month, day, hour = at
    starts_at = datetime(year, month, day, hour, tzinfo=UTC)
    assert entry_words(starts_at, zone, own) == f"You'll get in on {words}"
