"""Presence: each stay in the meeting as the provider reports it, and the minutes they add up to.

Reports arrive twice, late and in any order. Each sets one end of a stay (an idempotent upsert). The
minutes are computed on demand, so the order of the reports doesn't matter.
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

# People come before the start. A student who only tests the link days earlier hasn't joined.
EARLY = timedelta(hours=1)
# A class may run over. If a stay has no end this much later, its report was lost.
OVERRUN = timedelta(hours=1)
# Prefix of the name of a report that doesn't identify its stay.
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
    """One stay as far as it is known, from the table or from a test."""

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
    # When they joined or left.
    since: datetime | None


def session_of(bootcamp: Bootcamp) -> Session:
    return Session(bootcamp.starts_at, bootcamp.ends_at, bootcamp.meeting_ended_at)


def name_stay(*, meeting: str, user_id: str, participant_uuid: str, at: datetime) -> str:
    """The same name for both reports of a stay.

    The provider's participant id changes when they come back, and is valid for one meeting only.
    Without it, the participant's UUID is used. Without both, the reports of one person are paired
    by their times.
    """
    given = user_id or participant_uuid
    if not given:
        return f"{NAMELESS}{at.isoformat()}"
    name = f"{meeting}/{given}"
    if len(name) <= _LONGEST_NAME:
        return name
    return hashlib.blake2b(name.encode(), digest_size=_LONGEST_NAME // 2).hexdigest()


def note_joined(*, enrollment_id: int, stay: str, at: datetime) -> datetime | None:
    """Record a joining. Returns when they left, if that report arrived first."""
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
    """The reported stays of each enrollment, in one statement."""
    found: defaultdict[int, list[Side]] = defaultdict(list)
    rows = PresenceSpan.objects.filter(enrollment_id__in=list(enrollment_ids))
    for row in rows.values_list("enrollment_id", "stay", "joined_at", "left_at"):
        found[row[0]].append(Side(*row[1:]))
    return found


def stays_of(spans: Iterable[Side]) -> list[Stay]:
    """Closed and open stays. A leaving without a reported joining is ignored."""
    named = [one for one in spans if not one.stay.startswith(NAMELESS)]
    nameless = [one for one in spans if one.stay.startswith(NAMELESS)]
    known = [Stay(one.joined_at, one.left_at) for one in named if one.joined_at is not None]
    return [*known, *_paired(nameless)]


def _paired(nameless: Iterable[Side]) -> Iterator[Stay]:
    """Pair reports by their times: a joining opens a stay, and the next leaving closes it."""
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
    """Whole minutes during the session. Overlapping stays, as on two devices, count once."""
    seconds, counted_until = 0.0, session.starts_at
    for begins, ends in sorted(_within_hours(spans, session=session, at=at)):
        if ends > counted_until:
            seconds += (ends - max(begins, counted_until)).total_seconds()
            counted_until = ends
    return int(seconds // 60)


def first_moment(spans: Iterable[Side], *, session: Session, at: datetime) -> datetime | None:
    """When they were first present during the session."""
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
    """An open stay ends with its meeting, or now if the meeting is still open."""
    if stay.left_at is not None:
        return stay.left_at
    # A rehearsal or the class's earlier date, whose leaving was never reported.
    if stay.joined_at < session.starts_at - EARLY:
        return stay.joined_at
    ended_at = session.meeting_ended_at
    # A participant who joined after that is in a meeting that was opened again.
    return ended_at if ended_at is not None and ended_at >= stay.joined_at else at


def standing_of(spans: Sequence[Side], *, session: Session, at: datetime) -> Standing:
    """Whether they are in the meeting or gone, by the reports around this session."""
    from_when = session.starts_at - EARLY
    ends = {stay: _end_of(stay, session=session, at=at) for stay in stays_of(spans)}
    is_running = at < session.ends_at + OVERRUN
    inside = [stay.joined_at for stay, end in ends.items() if stay.left_at is None and end == at]
    if inside and is_running:
        return Standing(Whereabouts.IN, min(inside))
    gone = [min(end, session.ends_at) if end == at else end for end in ends.values()]
    # A leaving is known even if the joining wasn't reported yet.
    gone += [one.left_at for one in spans if one.left_at is not None]
    last = max((end for end in gone if end >= from_when), default=None)
    return Standing(Whereabouts.LEFT if last else Whereabouts.NOT_YET, last)


def minutes_of(enrollment: Enrollment) -> int:
    """The minutes of one enrollment, whose bootcamp must be loaded."""
    spans = spans_of([enrollment.pk])[enrollment.pk]
    session = session_of(enrollment.bootcamp)
    return minutes_present(spans, session=session, at=database_now())
