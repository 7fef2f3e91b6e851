"""Who is present, from the meeting's events. Few statements, so it is cheap to poll."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.accounts.rights import Right, may
from frontrow.backoffice.classroom.schemas import (
    RoomCountsOut,
    RoomMark,
    RoomOut,
    RoomPersonOut,
    RoomState,
)
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.teaching import classes_taught_by
from frontrow.core.clock import database_now
from frontrow.core.errors import NotFound
from frontrow.sales.attending.presence import (
    EARLY,
    Side,
    Standing,
    Whereabouts,
    minutes_present,
    session_of,
    spans_of,
    standing_of,
)
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.models import Enrollment


def open_room(*, by: Actor, bootcamp_id: int) -> RoomOut:
    """Raises NotFound for a coach without students in this class."""
    user = by.user
    if not may(user, Right.DESK) and not _teaches(user, bootcamp_id):
        raise NotFound("Bootcamp not found.")
    return read_room(find_bootcamp(bootcamp_id=bootcamp_id))


def read_room(bootcamp: Bootcamp) -> RoomOut:
    """The state of the room, in three statements."""
    at = database_now()
    people = read_people(bootcamp, at=at)
    counted = Counter(person.status for person in people.values())
    return RoomOut(
        as_of=at,
        name=bootcamp.name,
        timezone=bootcamp.timezone,
        starts_at=bootcamp.starts_at,
        ends_at=bootcamp.ends_at,
        state=state_of_room(bootcamp, at=at),
        counts=RoomCountsOut(
            here=counted[Whereabouts.IN],
            not_yet=counted[Whereabouts.NOT_YET],
            left=counted[Whereabouts.LEFT],
        ),
        people=list(people.values()),
    )


def state_of_room(bootcamp: Bootcamp, *, at: datetime) -> RoomState:
    if bootcamp.canceled_at is not None:
        return RoomState.CANCELED
    if at < bootcamp.starts_at:
        return RoomState.AHEAD
    return RoomState.ON if at < bootcamp.ends_at else RoomState.OVER


def read_people(bootcamp: Bootcamp, *, at: datetime) -> Mapping[Enrollment, RoomPersonOut]:
    """All with a paid seat, by name, and whether they are present."""
    enrollments = list(
        live_enrollments()
        .filter(bootcamp=bootcamp)
        .select_related("purchase__user", "holder")
        .order_by("pk")
    )
    spans = spans_of(enrollment.pk for enrollment in enrollments)
    seen = {one: _person(one, bootcamp, spans.get(one.pk, ()), at=at) for one in enrollments}
    return dict(sorted(seen.items(), key=lambda pair: (pair[1].name.casefold(), pair[0].pk)))


def _person(
    enrollment: Enrollment, bootcamp: Bootcamp, spans: Sequence[Side], *, at: datetime
) -> RoomPersonOut:
    session = session_of(bootcamp)
    standing = standing_of(spans, session=session, at=at)
    if not bootcamp.zoom_meeting_id:
        standing = _by_their_click(enrollment, bootcamp, at=at)
    user = enrollment.attendee
    return RoomPersonOut(
        enrollment_id=enrollment.pk,
        purchase_id=enrollment.purchase_id,
        name=user.display_name if user else enrollment.attendee_name,
        status=standing.status,
        since=standing.since,
        minutes=minutes_present(spans, session=session, at=at)
        if bootcamp.zoom_meeting_id
        else None,
        attendance=_mark(enrollment),
    )


def _by_their_click(enrollment: Enrollment, bootcamp: Bootcamp, *, at: datetime) -> Standing:
    """For a meeting that we don't manage: opening the link counts as present until the end."""
    joined_at = enrollment.joined_at
    if joined_at is None or joined_at < bootcamp.starts_at - EARLY:
        return Standing(Whereabouts.NOT_YET, None)
    if at < bootcamp.ends_at:
        return Standing(Whereabouts.IN, joined_at)
    return Standing(Whereabouts.LEFT, bootcamp.ends_at)


def _mark(enrollment: Enrollment) -> RoomMark | None:
    if enrollment.attendance_marked_at is None:
        return None
    return RoomMark.ABSENT if enrollment.attended_at is None else RoomMark.PRESENT


def _teaches(user: User, bootcamp_id: int) -> bool:
    return classes_taught_by(user).filter(pk=bootcamp_id).exists()
