"""Time in the room: reports that come doubled, shuffled and late, and minutes exact to a second."""

import itertools
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp, MeetingRegistrant
from frontrow.sales.attending.presence import (
    NAMELESS,
    Session,
    Side,
    Whereabouts,
    minutes_of,
    minutes_present,
    standing_of,
    stays_of,
)
from frontrow.sales.models import Enrollment, PresenceSpan
from tests.factories import MeetingRegistrantFactory
from tests.fakes.zoom import Json, post_event
from tests.sizes import size

STARTS = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
ENDS = STARTS + timedelta(hours=2)
SESSION = Session(STARTS, ENDS, None)
LONG_AFTER = STARTS + timedelta(days=1)


def minute(number: float) -> datetime:
    return STARTS + timedelta(minutes=number)


def side(stay: str, joined: float | None, left: float | None = None) -> Side:
    return Side(
        stay,
        None if joined is None else minute(joined),
        None if left is None else minute(left),
    )


def counted(*spans: Side, ended: float | None = None, at: datetime = LONG_AFTER) -> int:
    ended_at = None if ended is None else minute(ended)
    return minutes_present(spans, session=Session(STARTS, ENDS, ended_at), at=at)


@pytest.mark.parametrize(
    ("what", "spans", "minutes"),
    [
        ("nothing", [], 0),
        ("one stay", [side("a", 10, 40)], 30),
        ("early and over", [side("a", -20, 150)], 120),
        ("two devices at once", [side("a", 10, 40), side("b", 20, 50)], 40),
        ("one within the other", [side("a", 10, 60), side("b", 20, 30)], 50),
        ("a break", [side("a", 0, 30), side("b", 60, 90)], 60),
        ("only a leaving", [side("a", None, 60)], 0),
        ("gone before it began", [side("a", -30, -5)], 0),
        ("came when it was over", [side("a", 121, 130)], 0),
        ("seconds are added before they are cut", [side("a", 0, 0.5), side("b", 1, 1.5)], 1),
        ("half a minute", [side("a", 0, 0.5)], 0),
        ("left before joining", [side("a", 50, 40)], 0),
    ],
)
def test_minutes_within_the_hours_and_each_moment_once(
    what: str, spans: list[Side], minutes: int
) -> None:
    for order in itertools.permutations(spans):
        assert counted(*order) == minutes


def test_an_open_stay_ends_with_the_meeting_the_class_or_now() -> None:
    assert counted(side("a", 30), at=minute(50)) == 20
    assert counted(side("a", 30)) == 90
    assert counted(side("a", 30), ended=100) == 70
    # The meeting was closed and opened again: whoever came after that is in.
    assert counted(side("a", 30), ended=20, at=minute(50)) == 20


def test_an_open_stay_of_a_rehearsal_is_not_a_stay_in_the_class() -> None:
    rehearsal = side("a", -61)
    assert counted(rehearsal, at=minute(30)) == 0
    assert standing_of([rehearsal], session=SESSION, at=minute(30)).status == Whereabouts.NOT_YET
    # Whose leaving was reported came that early and stayed.
    assert counted(side("a", -61, 30)) == 30


def test_reports_without_a_name_are_put_in_order_by_their_times() -> None:
    spans = [
        side(f"{NAMELESS}1", 10),
        side(f"{NAMELESS}2", None, 30),
        side(f"{NAMELESS}3", 60),
        # They came back in the very second in which they had left.
        side(f"{NAMELESS}4", 70, 70),
    ]
    for order in itertools.permutations(spans):
        assert counted(*order, at=minute(80)) == 40
        assert max(stays_of(order), key=lambda stay: stay.joined_at) == (minute(70), None)


@pytest.mark.parametrize(
    ("what", "spans", "at", "status", "since"),
    [
        ("in", [side("a", 5)], 20, Whereabouts.IN, 5),
        ("early", [side("a", -15)], -10, Whereabouts.IN, -15),
        ("gone", [side("a", 5, 15)], 20, Whereabouts.LEFT, 15),
        ("back", [side("a", 5, 15), side("b", 18)], 20, Whereabouts.IN, 18),
        ("one device of two", [side("a", 5, 15), side("b", 6)], 20, Whereabouts.IN, 6),
        ("only their leaving came", [side("a", None, 15)], 20, Whereabouts.LEFT, 15),
        ("nothing", [], 20, Whereabouts.NOT_YET, None),
        ("another day", [side("a", -3000, -2900)], 20, Whereabouts.NOT_YET, None),
        ("it runs over", [side("a", 5)], 150, Whereabouts.IN, 5),
        ("their leaving was lost", [side("a", 5)], 180, Whereabouts.LEFT, 120),
    ],
)
def test_where_somebody_is_and_since_when(
    what: str, spans: list[Side], at: float, status: Whereabouts, since: float | None
) -> None:
    standing = standing_of(spans, session=SESSION, at=minute(at))
    assert standing == (status, None if since is None else minute(since))


def test_when_the_meeting_is_closed_nobody_is_in() -> None:
    session = Session(STARTS, ENDS, minute(110))
    standing = standing_of([side("a", 5)], session=session, at=minute(111))
    assert standing == (Whereabouts.LEFT, minute(110))


def by_counting_seconds(spans: Sequence[Side], session: Session, at: datetime) -> int:
    """The slow oracle: one second after another, is anybody of them in?"""
    open_end = session.meeting_ended_at
    seconds = 0
    for number in range(int((session.ends_at - session.starts_at).total_seconds())):
        second = session.starts_at + timedelta(seconds=number)
        for one in spans:
            if one.joined_at is None or second < one.joined_at:
                continue
            if one.left_at is not None:
                end = one.left_at
            elif one.joined_at < session.starts_at - timedelta(hours=1):
                continue
            elif open_end is not None and one.joined_at <= open_end:
                end = open_end
            else:
                end = at
            if second < end:
                seconds += 1
                break
    return seconds // 60


def test_minutes_equal_those_of_a_slow_oracle_over_random_histories() -> None:
    chance = random.Random(1802)
    for _ in range(size("PRESENCE_HISTORIES")):
        session = Session(
            STARTS,
            STARTS + timedelta(minutes=20),
            chance.choice([None, STARTS + timedelta(seconds=chance.randrange(-300, 1800))]),
        )
        at = STARTS + timedelta(seconds=chance.randrange(-600, 2400))
        spans = []
        for number in range(chance.randrange(6)):
            joined = chance.choice([-4000, chance.randrange(-900, 1500)])
            left = joined + chance.choice([chance.randrange(-20, 60), chance.randrange(1, 5000)])
            known = chance.choice(["both", "both", "joined", "left"])
            spans.append(
                Side(
                    str(number),
                    STARTS + timedelta(seconds=joined) if known != "left" else None,
                    STARTS + timedelta(seconds=left) if known != "joined" else None,
                )
            )
        told = minutes_present(spans, session=session, at=at)
        assert told == by_counting_seconds(spans, session, at), (spans, session, at)


def test_control_the_oracle_notices_when_overlaps_count_twice() -> None:
    spans = [side("a", 0, 10), side("b", 5, 15)]
    twice = sum(counted(one) for one in spans)
    assert by_counting_seconds(spans, SESSION, LONG_AFTER) == counted(*spans) != twice


# As the provider tells it.


@pytest.fixture
def place() -> MeetingRegistrant:
    return MeetingRegistrantFactory.create(bootcamp__starts_at=STARTS, bootcamp__ends_at=ENDS)


def told(place: MeetingRegistrant, kind: str, at: datetime, **participant: Any) -> Json:
    time = "join_time" if kind == "joined" else "leave_time"
    stamp = f"{at:%Y-%m-%dT%H:%M:%SZ}"
    about = {
        "id": place.meeting_id,
        "uuid": "4444AAAiAAAAAiAiAiiAii==",
        "participant": {"registrant_id": place.registrant_id, time: stamp, **participant},
    }
    event = f"meeting.participant_{kind}"
    return {"event": event, "event_ts": 1, "payload": {"account_id": "x", "object": about}}


def seat(place: MeetingRegistrant) -> Enrollment:
    return Enrollment.objects.select_related("bootcamp").get(pk=place.enrollment_id)


@pytest.mark.django_db
@pytest.mark.usefixtures("zoom_server")
@pytest.mark.parametrize("named", [True, False])
def test_in_whatever_order_and_how_often_reports_come_the_minutes_are_the_same(
    client: Client, place: MeetingRegistrant, named: bool
) -> None:
    first = {"user_id": "16778240", "participant_uuid": "A-1"} if named else {}
    second = {"user_id": "16779264", "participant_uuid": "A-1"} if named else {}
    events = [
        told(place, "joined", minute(-15), **first),
        told(place, "left", minute(30), **first),
        told(place, "joined", minute(50), **second),
        told(place, "left", minute(60), **second),
    ]
    chance = random.Random(7)
    for number, order in enumerate(itertools.permutations(events)):
        PresenceSpan.objects.all().delete()
        Enrollment.objects.update(joined_at=None, attended_at=None)
        # A second of each, with other bytes: not every repetition is the very same.
        doubled = [*order, *chance.sample(events, 4)]
        for turn, event in enumerate(doubled):
            sent = {**event, "event_ts": number * 100 + turn}
            assert post_event(client, sent).status_code == 200
        assert minutes_of(seat(place)) == 40
        assert seat(place).attended_at in {STARTS, minute(50)}
    assert PresenceSpan.objects.count() == (2 if named else 4)


@pytest.mark.django_db
@pytest.mark.usefixtures("zoom_server")
def test_without_a_number_the_longer_name_says_which_stay_it_is(
    client: Client, place: MeetingRegistrant
) -> None:
    for name, joined, left in (("A-1", 0, 10), ("A-2", 5, 20)):
        post_event(client, told(place, "left", minute(left), participant_uuid=name))
        post_event(client, told(place, "joined", minute(joined), participant_uuid=name))
    assert PresenceSpan.objects.count() == 2
    assert minutes_of(seat(place)) == 20


@pytest.mark.django_db
@pytest.mark.usefixtures("zoom_server")
def test_a_name_longer_than_we_keep_is_still_one_name(
    client: Client, place: MeetingRegistrant
) -> None:
    for kind, at in (("joined", minute(0)), ("left", minute(10))):
        assert post_event(client, told(place, kind, at, user_id="9" * 300)).status_code == 200
    assert minutes_of(seat(place)) == 10


@pytest.mark.django_db
@pytest.mark.usefixtures("zoom_server")
def test_whoever_came_early_attended_although_their_leaving_was_told_first(
    client: Client, place: MeetingRegistrant
) -> None:
    post_event(client, told(place, "left", minute(30), user_id="1"))
    assert seat(place).attended_at is None
    post_event(client, told(place, "joined", minute(-15), user_id="1"))
    assert seat(place).attended_at == STARTS
    assert minutes_of(seat(place)) == 30


@pytest.mark.django_db
@pytest.mark.usefixtures("zoom_server")
def test_whoever_came_early_attended_when_the_meeting_ends_and_nobody_told_that_they_left(
    client: Client, place: MeetingRegistrant
) -> None:
    post_event(client, told(place, "joined", minute(-15), user_id="1"))
    assert seat(place).attended_at is None
    ended = {
        "event": "meeting.ended",
        "event_ts": 1,
        "payload": {"object": {"id": place.meeting_id, "end_time": "2026-01-05T19:00:00Z"}},
    }
    post_event(client, ended)
    assert seat(place).attended_at == STARTS
    assert minutes_of(seat(place)) == 60
    post_event(client, told(place, "left", minute(45), user_id="1"))
    assert minutes_of(seat(place)) == 45


@pytest.mark.django_db
@pytest.mark.usefixtures("zoom_server")
def test_a_class_that_moved_begins_with_nobodys_minutes(
    client: Client, place: MeetingRegistrant
) -> None:
    post_event(client, told(place, "joined", minute(0), user_id="1"))
    post_event(client, told(place, "left", minute(60), user_id="1"))
    assert minutes_of(seat(place)) == 60
    Bootcamp.objects.update(starts_at=STARTS + timedelta(days=7), ends_at=ENDS + timedelta(days=7))
    assert minutes_of(seat(place)) == 0
