"""Time in the room: each stay as the provider reports it, and the minutes that they add up to.

Reports come twice, late and in any order. Each sets its own side of a stay (an idempotent upsert),
and what the stays add up to is worked out whenever somebody asks: no order can spoil it.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.db import connection

from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.sales.models import Enrollment, PresenceSpan

# People come before it begins. Whoever only tries their link days before has not joined.
EARLY = timedelta(hours=1)
# A class may run over. Later than this, a stay without an end is one whose report was lost.
OVERRUN = timedelta(hours=1)
# Begins the name of a report that says nothing of which stay it belongs to.
NAMELESS = "?"
_LONGEST_NAME = 64

_NOTE_JOINED = """
INSERT INTO presence_spans (enrollment_id, stay, joined_at) VALUES (%s, %s, %s)
ON CONFLICT (enrollment_id, stay)
DO UPDATE SET joined_at = least(presence_spans.joined_at, excluded.joined_at)
RETURNING left_at
"""
_NOTE_LEFT = """
INSERT INTO presence_spans (enrollment_id, stay, left_at) VALUES (%s, %s, %s)
ON CONFLICT (enrollment_id, stay)
DO UPDATE SET left_at = greatest(presence_spans.left_at, excluded.left_at)
RETURNING left_at
"""


class Side(NamedTuple):
    """What is known of one stay: as a row of the table, or made up by a test."""

    stay: str
    joined_at: datetime | None
    left_at: datetime | None


class Stay(NamedTuple):
    joined_at: datetime
    left_at: datetime | None


class Session(NamedTuple):
    """A class's hours, and when its meeting was closed, if it was."""

    starts_at: datetime
    ends_at: datetime
    meeting_ended_at: datetime | None

    @property
    def minutes(self) -> int:
        return int((self.ends_at - self.starts_at).total_seconds()) // 60


class Whereabouts(StrEnum):
    IN = "in"
    LEFT = "left"
    NOT_YET = "not_yet"


class Standing(NamedTuple):
    status: Whereabouts
    # Since when they are in, or gone.
    since: datetime | None


def session_of(bootcamp: Bootcamp) -> Session:
    return Session(bootcamp.starts_at, bootcamp.ends_at, bootcamp.meeting_ended_at)


def name_stay(*, meeting: str, user_id: str, participant_uuid: str, at: datetime) -> str:
    """One name for both reports of a stay.

    The provider's number for a participant changes when they come back, and is good for one
    meeting only. Without it their longer name has to do; without both, the reports of one person
    are put in order by their times.
    """
    given = user_id or participant_uuid
    if not given:
        return f"{NAMELESS}{at.isoformat()}"
    name = f"{meeting}/{given}"
    if len(name) <= _LONGEST_NAME:
        return name
    return hashlib.blake2b(name.encode(), digest_size=_LONGEST_NAME // 2).hexdigest()


def note_joined(*, enrollment_id: int, stay: str, at: datetime) -> datetime | None:
    """When they left again, where that report has overtaken this one."""
    left_at = _write(_NOTE_JOINED, enrollment_id, stay, at)
    if not stay.startswith(NAMELESS):
        return left_at
    stays = stays_of(spans_of([enrollment_id])[enrollment_id])
    return next((one.left_at for one in stays if one.joined_at == at), None)


def note_left(*, enrollment_id: int, stay: str, at: datetime) -> None:
    _write(_NOTE_LEFT, enrollment_id, stay, at)


def _write(statement: str, enrollment_id: int, stay: str, at: datetime) -> datetime | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [enrollment_id, stay, at])
        row: tuple[datetime | None] = cursor.fetchone()
    return row[0]


def spans_of(enrollment_ids: Iterable[int]) -> Mapping[int, Sequence[Side]]:
    """What was reported of each of them; one statement, however many they are."""
    found: defaultdict[int, list[Side]] = defaultdict(list)
    rows = PresenceSpan.objects.filter(enrollment_id__in=list(enrollment_ids))
    for row in rows.values_list("enrollment_id", "stay", "joined_at", "left_at"):
        found[row[0]].append(Side(*row[1:]))
    return found


def stays_of(spans: Iterable[Side]) -> list[Stay]:
    """Whole stays, and open ones. A leaving whose joining we never heard of begins none."""
    named = [one for one in spans if not one.stay.startswith(NAMELESS)]
    nameless = [one for one in spans if one.stay.startswith(NAMELESS)]
    known = [Stay(one.joined_at, one.left_at) for one in named if one.joined_at is not None]
    return [*known, *_paired(nameless)]


def _paired(nameless: Iterable[Side]) -> Iterator[Stay]:
    """By their times alone: a joining opens a stay, and the next leaving closes it."""
    steps = sorted(
        [(one.joined_at, True) for one in nameless if one.joined_at]
        + [(one.left_at, False) for one in nameless if one.left_at]
    )
    opened: datetime | None = None
    for at, joins in steps:
        if joins:
            opened = opened or at
        elif opened is not None:
            yield Stay(opened, at)
            opened = None
    if opened is not None:
        yield Stay(opened, None)


def minutes_present(spans: Iterable[Side], *, session: Session, at: datetime) -> int:
    """Whole minutes within the class's hours; what overlaps, as two devices do, counts once."""
    seconds, counted_until = 0.0, session.starts_at
    for begins, ends in sorted(_within_hours(spans, session=session, at=at)):
        if ends > counted_until:
            seconds += (ends - max(begins, counted_until)).total_seconds()
            counted_until = ends
    return int(seconds // 60)


def first_moment(spans: Iterable[Side], *, session: Session, at: datetime) -> datetime | None:
    """When they were first there within the hours."""
    return min((begins for begins, _ in _within_hours(spans, session=session, at=at)), default=None)


def _within_hours(
    spans: Iterable[Side], *, session: Session, at: datetime
) -> Iterator[tuple[datetime, datetime]]:
    for stay in stays_of(spans):
        begins = max(stay.joined_at, session.starts_at)
        ends = min(_end_of(stay, session=session, at=at), session.ends_at)
        if begins < ends:
            yield begins, ends


def _end_of(stay: Stay, *, session: Session, at: datetime) -> datetime:
    """An open stay ends with its meeting, and until then now."""
    if stay.left_at is not None:
        return stay.left_at
    # A rehearsal, or the class's date of before, whose leaving was never reported.
    if stay.joined_at < session.starts_at - EARLY:
        return stay.joined_at
    ended_at = session.meeting_ended_at
    # Whoever joined after that is in a meeting that was opened again.
    return ended_at if ended_at is not None and ended_at >= stay.joined_at else at


def standing_of(spans: Sequence[Side], *, session: Session, at: datetime) -> Standing:
    """Where they are now, by what was reported around this session."""
    from_when = session.starts_at - EARLY
    ends = {stay: _end_of(stay, session=session, at=at) for stay in stays_of(spans)}
    is_running = at < session.ends_at + OVERRUN
    inside = [stay.joined_at for stay, end in ends.items() if stay.left_at is None and end == at]
    if inside and is_running:
        return Standing(Whereabouts.IN, min(inside))
    gone = [min(end, session.ends_at) if end == at else end for end in ends.values()]
    # That somebody left, we know although their joining was not reported yet.
    gone += [one.left_at for one in spans if one.left_at is not None]
    last = max((end for end in gone if end >= from_when), default=None)
    return Standing(Whereabouts.LEFT if last else Whereabouts.NOT_YET, last)


def minutes_of(enrollment: Enrollment) -> int:
    """Of one seat, which comes with its bootcamp loaded."""
    spans = spans_of([enrollment.pk])[enrollment.pk]
    session = session_of(enrollment.bootcamp)
    return minutes_present(spans, session=session, at=database_now())
