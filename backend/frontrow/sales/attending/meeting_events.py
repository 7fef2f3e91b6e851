"""Events from the meeting provider: session ended, participant joined or left, recording ready.

Each event is handled once, in the transaction that records it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from pydantic_core import PydanticCustomError

from frontrow.catalogue.links import https_link
from frontrow.catalogue.models import Bootcamp, MeetingRegistrant
from frontrow.core.clock import now
from frontrow.core.errors import Malformed
from frontrow.integrations import zoom
from frontrow.sales.attending.attendance import record_joining, record_presence_until
from frontrow.sales.attending.presence import name_stay, note_joined, note_left
from frontrow.sales.models import PresenceSpan

LONGEST_LINK = 512
_STORE = "INSERT INTO meeting_events (key, type) VALUES (%s, %s) ON CONFLICT (key) DO NOTHING"


@dataclass(frozen=True, kw_only=True)
class MeetingEventAnswer:
    received: bool = True
    # Only sent when the provider validates that this URL is ours.
    plain_token: str = ""
    encrypted_token: str = ""


@transaction.atomic
def receive_meeting_event(*, body: bytes, signature: str, timestamp: str) -> MeetingEventAnswer:
    """Handle a webhook. Raises Malformed for an event that is forged, old or invalid."""
    event = zoom.read_event(body=body, signature=signature, timestamp=timestamp)
    if event.type == "endpoint.url_validation":
        plain = str(event.about.get("plainToken", ""))
        return MeetingEventAnswer(plain_token=plain, encrypted_token=zoom.prove_address(plain))
    handle = _HANDLERS.get(event.type)
    if handle is not None and _is_first(event):
        about = event.about.get("object")
        if not isinstance(about, Mapping) or not str(about.get("id", "")):
            raise Malformed("The event couldn't be read.")
        handle(about)
    return MeetingEventAnswer()


def _is_first(event: zoom.Event) -> bool:
    """Record the event. A concurrent duplicate waits for this transaction and returns False."""
    with connection.cursor() as cursor:
        cursor.execute(_STORE, [event.key, event.type])
        return bool(cursor.rowcount == 1)


def _note_end(about: Mapping[str, Any]) -> None:
    """Record the latest end, because a host may leave and come back. Ignores rehearsals."""
    ended_at = _moment(about.get("end_time"))
    is_later = Q(meeting_ended_at=None) | Q(meeting_ended_at__lt=ended_at)
    meeting = Bootcamp.objects.filter(zoom_meeting_id=str(about["id"]), starts_at__lte=ended_at)
    meeting.filter(is_later).update(meeting_ended_at=ended_at)
    still_in = PresenceSpan.objects.filter(
        enrollment__bootcamp__in=meeting, enrollment__attended_at=None, left_at=None
    )
    for enrollment_id in still_in.order_by("enrollment_id").values_list("enrollment_id", flat=True):
        record_presence_until(enrollment_id=enrollment_id, until=ended_at)


def _note_recording(about: Mapping[str, Any]) -> None:
    """Record the recording's link, unless an admin has set one."""
    try:
        link = https_link(str(about.get("share_url", "")))
    except PydanticCustomError:
        return
    if 0 < len(link) <= LONGEST_LINK:
        Bootcamp.objects.filter(zoom_meeting_id=str(about["id"]), recording_url="").update(
            recording_url=link
        )


def _note_joining(about: Mapping[str, Any]) -> None:
    participant = _participant(about)
    at = _moment(participant.get("join_time"))
    stay = _stay(about, participant, at)
    for place in _places(about, participant):
        left_at = note_joined(enrollment_id=place.enrollment_id, stay=stay, at=at)
        record_joining(enrollment_id=place.enrollment_id, at=at)
        if left_at is not None:
            record_presence_until(enrollment_id=place.enrollment_id, until=left_at)


def _note_leaving(about: Mapping[str, Any]) -> None:
    """Record the leaving. A student who joined early attended the start."""
    participant = _participant(about)
    at = _moment(participant.get("leave_time"))
    stay = _stay(about, participant, at)
    for place in _places(about, participant):
        note_left(enrollment_id=place.enrollment_id, stay=stay, at=at)
        record_presence_until(enrollment_id=place.enrollment_id, until=at)


def _stay(about: Mapping[str, Any], participant: Mapping[str, Any], at: datetime) -> str:
    return name_stay(
        meeting=str(about.get("uuid") or about["id"]),
        user_id=str(participant.get("user_id") or ""),
        participant_uuid=str(participant.get("participant_uuid") or ""),
        at=at,
    )


def _participant(about: Mapping[str, Any]) -> Mapping[str, Any]:
    participant = about.get("participant")
    return participant if isinstance(participant, Mapping) else {}


def _places(
    about: Mapping[str, Any], participant: Mapping[str, Any]
) -> Iterable[MeetingRegistrant]:
    """The registrations of the participant. Empty if they joined without a personal link."""
    if not participant.get("registrant_id"):
        return []
    return MeetingRegistrant.objects.filter(
        meeting_id=str(about["id"]), registrant_id=str(participant["registrant_id"])
    ).order_by("enrollment_id")


def _moment(text: Any) -> datetime:
    """The event's own time, but never later than now."""
    try:
        at = datetime.fromisoformat(str(text))
    except ValueError:
        return now()
    return min(at if at.tzinfo else at.replace(tzinfo=UTC), now())


_HANDLERS = {
    "meeting.ended": _note_end,
    "recording.completed": _note_recording,
    "meeting.participant_joined": _note_joining,
    "meeting.participant_left": _note_leaving,
}
