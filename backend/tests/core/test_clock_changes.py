"""When a link lets its reader in, on both clocks, and whether clocks change before that."""

from datetime import UTC, date, datetime

import pytest

from frontrow.core.clock_changes import clock_change_note, clock_changes
from frontrow.core.dates import entry_words

NEW_YORK, PARIS, LONDON = "America/New_York", "Europe/Paris", "Europe/London"
LA = "America/Los_Angeles"
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
        ((NEW_YORK, LA), (2026, 11, 5), [(11, 1)]),
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
        ((2026, 12, 3, 22, 30), NEW_YORK, LA, "Thu, Dec 3 from 5:30 PM EST (2:30 PM your time)."),
        # The week in which only Europe has changed.
        (
            (2026, 10, 29, 21, 30),
            NEW_YORK,
            PARIS,
            "Thu, Oct 29 from 5:30 PM EDT (10:30 PM your time).",
        ),
        (
            (2026, 10, 22, 21, 30),
            NEW_YORK,
            PARIS,
            "Thu, Oct 22 from 5:30 PM EDT (11:30 PM your time).",
        ),
        (
            (2026, 11, 19, 23, 0),
            NEW_YORK,
            PARIS,
            "Thu, Nov 19 from 6:00 PM EST (Fri, Nov 20 at 12:00 AM your time).",
        ),
        (
            (2026, 11, 20, 1, 0),
            LONDON,
            LA,
            "Fri, Nov 20 from 1:00 AM GMT (Thu, Nov 19 at 5:00 PM your time).",
        ),
        ((2026, 11, 19, 22, 30), NEW_YORK, "America/Toronto", "Thu, Nov 19 from 5:30 PM EST."),
        ((2026, 11, 19, 22, 30), NEW_YORK, "", "Thu, Nov 19 from 5:30 PM EST."),
    ],
)
def test_when_the_link_lets_in_is_said_on_both_clocks(
    at: tuple[int, int, int, int, int], zone: str, own: str, words: str
) -> None:
    year, month, day, hour, minute = at
    opens_at = datetime(year, month, day, hour, minute, tzinfo=UTC)
    assert entry_words(opens_at, zone, own) == f"You can join {words}"
