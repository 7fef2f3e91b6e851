"""Free hours of a coach: right on every clock, across every change of the clocks."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from frontrow.coaching.availability import (
    HORIZON,
    SESSION_LENGTH,
    CoachCalendar,
    Opening,
    Span,
    free_slots,
)
from frontrow.core.zones import ALLOWED_ZONES, zone

EVERY_DAY = range(7)
MONDAY, SUNDAY = 0, 6


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def span(start: str, end: str) -> Span:
    return Span(at(start), at(end))


def every_day(opens: str, closes: str) -> list[Opening]:
    return [
        Opening(day, time.fromisoformat(opens), time.fromisoformat(closes)) for day in EVERY_DAY
    ]


def slots_of_day(calendar: CoachCalendar, day: str, *, asked_at: str) -> list[str]:
    """The slots of one day of the coach's own calendar, as UTC times."""
    tz = zone(calendar.timezone)
    return [
        slot.strftime("%d %H:%M")
        for slot in free_slots(calendar=calendar, now=at(asked_at))
        if slot.astimezone(tz).date() == date.fromisoformat(day)
    ]


# Where, which day, the hours on the wall, and the slots in UTC with their day of the month.
CLOCK_CHANGES = [
    # The day before, the day itself and the day after the clocks go forward in New York.
    ("America/New_York", "2026-03-07", "09:00", "11:00", ["07 14:00", "07 14:30", "07 15:00"]),
    ("America/New_York", "2026-03-08", "09:00", "11:00", ["08 13:00", "08 13:30", "08 14:00"]),
    ("America/New_York", "2026-03-09", "09:00", "11:00", ["09 13:00", "09 13:30", "09 14:00"]),
    # Two to three does not exist: from one to four are two hours, not three.
    ("America/New_York", "2026-03-08", "01:00", "04:00", ["08 06:00", "08 06:30", "08 07:00"]),
    # It opens at a time that is skipped: when the clocks jump, at three.
    ("America/New_York", "2026-03-08", "02:30", "04:30", ["08 07:00", "08 07:30"]),
    # It closes at a time that is skipped: likewise.
    ("America/New_York", "2026-03-08", "01:00", "02:30", ["08 06:00"]),
    ("America/New_York", "2026-03-08", "02:00", "03:00", []),
    # Back again: one to two comes twice, so from half past midnight to two are two and a half.
    (
        "America/New_York",
        "2026-11-01",
        "00:30",
        "02:00",
        ["01 04:30", "01 05:00", "01 05:30", "01 06:00"],
    ),
    # A closing time that comes twice is the first: the coach goes home then.
    ("America/New_York", "2026-11-01", "00:00", "01:30", ["01 04:00", "01 04:30"]),
    ("America/New_York", "2026-10-31", "09:00", "10:30", ["31 13:00", "31 13:30"]),
    ("America/New_York", "2026-11-01", "09:00", "10:30", ["01 14:00", "01 14:30"]),
    # Sydney: back on the fifth of April, forward on the fourth of October, on the other side.
    ("Australia/Sydney", "2026-04-04", "09:00", "10:00", ["03 22:00"]),
    ("Australia/Sydney", "2026-04-05", "09:00", "10:00", ["04 23:00"]),
    ("Australia/Sydney", "2026-10-03", "09:00", "10:00", ["02 23:00"]),
    ("Australia/Sydney", "2026-10-04", "09:00", "10:00", ["03 22:00"]),
    # These never change.
    ("Africa/Lagos", "2026-03-08", "09:00", "10:00", ["08 08:00"]),
    ("Africa/Lagos", "2026-11-01", "09:00", "10:00", ["01 08:00"]),
    ("UTC", "2026-03-08", "09:00", "10:00", ["08 09:00"]),
    ("UTC", "2026-11-01", "09:00", "10:00", ["01 09:00"]),
    ("Asia/Mumbai", "2026-03-08", "09:00", "10:00", ["08 03:30"]),
]


@pytest.mark.parametrize(("timezone", "day", "opens", "closes", "expected"), CLOCK_CHANGES)
def test_the_weekly_hours_are_kept_on_the_coachs_wall_clock(
    timezone: str, day: str, opens: str, closes: str, expected: list[str]
) -> None:
    calendar = CoachCalendar(timezone=timezone, weekly=every_day(opens, closes))
    a_week_before = (date.fromisoformat(day) - timedelta(days=7)).isoformat()
    assert slots_of_day(calendar, day, asked_at=f"{a_week_before}T00:00") == expected


def test_a_viewer_elsewhere_sees_the_same_moments_on_another_clock() -> None:
    """Nine in New York is eleven at night in Sydney in March, and one in the night in November."""
    calendar = CoachCalendar(timezone="America/New_York", weekly=every_day("09:00", "10:00"))
    seen = [
        slot.astimezone(zone("Australia/Sydney")).strftime("%a %d %H:%M")
        for moment in ("2026-03-07T00:00", "2026-03-08T12:00", "2026-10-31T00:00", "2026-11-01")
        for slot in free_slots(calendar=calendar, now=at(moment))[:1]
    ]
    assert seen == ["Sun 08 01:00", "Mon 09 00:00", "Sun 01 00:00", "Mon 02 01:00"]


MORNING = CoachCalendar(timezone="UTC", weekly=[Opening(MONDAY, time(9), time(12))])
# A Sunday, so that the next day is the Monday of the calendar above.
ASKED = "2026-06-07T00:00"


def monday(**changes: Any) -> list[str]:
    calendar = CoachCalendar(**{**vars(MORNING), **changes})
    return [slot[3:] for slot in slots_of_day(calendar, "2026-06-08", asked_at=ASKED)]


def test_an_hour_must_end_within_the_opening_and_may_begin_every_half_hour() -> None:
    assert monday() == ["09:00", "09:30", "10:00", "10:30", "11:00"]


def test_an_odd_opening_time_waits_for_the_next_half_hour() -> None:
    assert monday(weekly=[Opening(MONDAY, time(9, 10), time(11, 10))]) == ["09:30", "10:00"]


def test_a_booked_hour_is_gone_and_so_is_the_buffer_on_either_side() -> None:
    taken = [span("2026-06-08T10:15", "2026-06-08T11:30")]
    assert monday(taken=taken) == ["09:00"]
    quarter = timedelta(minutes=15)
    assert monday(taken=taken, buffer=quarter) == ["09:00"]
    assert monday(taken=taken, buffer=timedelta(minutes=16)) == []
    later = [span("2026-06-08T11:30", "2026-06-08T12:45")]
    assert monday(taken=later, buffer=quarter) == ["09:00", "09:30", "10:00"]


def test_a_buffer_may_run_past_the_end_of_the_opening() -> None:
    assert monday(buffer=timedelta(hours=3)) == ["09:00", "09:30", "10:00", "10:30", "11:00"]


def test_off_takes_away_and_extra_adds_and_off_wins() -> None:
    off = [span("2026-06-08T09:00", "2026-06-08T10:30")]
    assert monday(off=off) == ["10:30", "11:00"]
    extra = [span("2026-06-08T12:00", "2026-06-08T13:00")]
    # The extra opening touches the morning, so an hour may lie across the two.
    assert monday(extra=extra)[-3:] == ["11:00", "11:30", "12:00"]
    everything = [span("2026-06-08T00:00", "2026-06-09T00:00")]
    assert monday(extra=extra, off=everything) == []
    assert monday(extra=extra, weekly=[]) == ["12:00"]


def test_notice_counts_to_the_second_and_the_horizon_ends_after_six_weeks() -> None:
    calendar = CoachCalendar(**{**vars(MORNING), "notice": timedelta(hours=24)})
    exactly = free_slots(calendar=calendar, now=at("2026-06-07T10:00"))
    assert exactly[0] == at("2026-06-08T10:00")
    too_late = free_slots(calendar=calendar, now=at("2026-06-07T10:00") + timedelta(seconds=1))
    assert too_late[0] == at("2026-06-08T10:30")
    assert exactly[-1] == at("2026-07-13T11:00")


def test_a_coach_without_hours_has_no_slots() -> None:
    assert free_slots(calendar=CoachCalendar(timezone="UTC"), now=at(ASKED)) == []


moments = st.integers(min_value=0, max_value=500 * 24 * 12).map(
    lambda fives: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=5 * fives)
)
# All on fives, so that asking every five minutes misses nothing.
minutes = st.integers(min_value=0, max_value=24 * 12 - 1).map(lambda fives: 5 * fives)


def a_time(minute: int) -> time:
    return time(minute // 60, minute % 60)


openings = st.tuples(st.sampled_from(EVERY_DAY), minutes, minutes).map(
    lambda drawn: Opening(drawn[0], a_time(min(drawn[1:])), a_time(max(drawn[1:])))
)


def spans(now: datetime) -> st.SearchStrategy[list[Span]]:
    one = st.tuples(st.integers(0, 6 * 7 * 24 * 4), st.integers(1, 200)).map(
        lambda drawn: Span(
            now + timedelta(minutes=15 * drawn[0]),
            now + timedelta(minutes=15 * (drawn[0] + drawn[1])),
        )
    )
    return st.lists(one, max_size=5)


@st.composite
def asked_calendars(draw: st.DrawFn) -> tuple[CoachCalendar, datetime]:
    now = draw(moments)
    calendar = CoachCalendar(
        timezone=draw(st.sampled_from(ALLOWED_ZONES)),
        weekly=draw(st.lists(openings, max_size=8)),
        extra=draw(spans(now)),
        off=draw(spans(now)),
        taken=draw(spans(now)),
        buffer=timedelta(minutes=draw(st.integers(0, 120))),
        notice=timedelta(hours=draw(st.integers(0, 168))),
    )
    return calendar, now


def is_open(calendar: CoachCalendar, moment: datetime) -> bool:
    """Asked of the wall clock every few minutes: another way than the one being tested."""
    if any(start <= moment < end for start, end in calendar.off):
        return False
    if any(start <= moment < end for start, end in calendar.extra):
        return True
    there = moment.astimezone(zone(calendar.timezone))
    # Who is open when the clocks go back stays open through the stretch they show again; who
    # closed in it the first time is not open a second time.
    while there.fold:
        moment -= timedelta(minutes=5)
        there = moment.astimezone(zone(calendar.timezone))
    return any(
        opening.weekday == there.weekday() and opening.opens <= there.time() < opening.closes
        for opening in calendar.weekly
    )


# Sydney's clocks go back from three to two: this coach opens five minutes into what comes twice.
AUTUMN_IN_SYDNEY = CoachCalendar(
    timezone="Australia/Sydney", weekly=[Opening(6, time(2, 5), time(3, 0))]
)


@settings(max_examples=60, deadline=None)
@example((AUTUMN_IN_SYDNEY, datetime(2026, 4, 1, tzinfo=UTC)))
@given(asked_calendars())
def test_whatever_the_calendar_every_slot_keeps_every_rule(
    asked: tuple[CoachCalendar, datetime],
) -> None:
    calendar, now = asked
    slots = free_slots(calendar=calendar, now=now)
    assert slots == sorted(set(slots))
    for slot in slots:
        assert (slot.tzinfo, slot.minute % 30, slot.second) == (UTC, 0, 0)
        assert now + calendar.notice <= slot < now + HORIZON
        until = slot + SESSION_LENGTH
        assert (until - slot).total_seconds() == 3600
        for minute in range(0, 60, 5):
            assert is_open(calendar, slot + timedelta(minutes=minute))
        for start, end in calendar.taken:
            assert until + calendar.buffer <= start or end <= slot


@settings(max_examples=25, deadline=None)
@given(asked_calendars())
def test_no_free_hour_is_kept_back(asked: tuple[CoachCalendar, datetime]) -> None:
    """Every half hour of the six weeks that keeps the rules is offered, where clocks stand still.

    On the day of a change a time that comes twice counts once: that is shown above.
    """
    calendar, now = asked
    tz = zone(calendar.timezone)
    offered = set(free_slots(calendar=calendar, now=now))
    start = now.replace(minute=0, second=0) + timedelta(hours=1)
    while start < now + HORIZON:
        offsets = {
            (start + timedelta(hours=hours)).astimezone(tz).utcoffset() for hours in (-26, 0, 26)
        }
        keeps_rules = (
            len(offsets) == 1
            and now + calendar.notice <= start
            and all(is_open(calendar, start + timedelta(minutes=m)) for m in range(0, 60, 5))
            and all(
                start + SESSION_LENGTH + calendar.buffer <= taken.starts_at
                or taken.ends_at <= start
                for taken in calendar.taken
            )
        )
        if keeps_rules:
            assert start in offered
        start += timedelta(minutes=30)
