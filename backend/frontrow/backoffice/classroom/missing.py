"""Message the attendees who are absent at the moment of sending."""

from django.db import transaction

from frontrow.accounts.actor import Actor
from frontrow.backoffice.classroom.room import read_people, state_of_room
from frontrow.backoffice.classroom.schemas import (
    RoomMark,
    RoomMessageIn,
    RoomReachOut,
    RoomState,
)
from frontrow.backoffice.messages.attendee_messages import send_to_attendees
from frontrow.backoffice.messages.audience import find_audience
from frontrow.backoffice.messages.schemas import SendMessageIn
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.catalogue.models import Bootcamp
from frontrow.core.addresses import address_key
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict
from frontrow.messaging.models import Channel, MessageBatch
from frontrow.sales.attending.presence import Whereabouts
from frontrow.sales.emails.template_variables import attendee_address

OVER = "This class is over. Write to its attendees from Messages instead."
CHANNELS = {"email": Channel.EMAIL, "text": Channel.SMS}


def count_reach(*, bootcamp_id: int) -> RoomReachOut:
    """How many people a message would reach now."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    missing = _addresses_of_missing(bootcamp)
    email, text = (
        len(find_audience(bootcamp=bootcamp, channel=channel, only_to=missing).readers)
        for channel in (Channel.EMAIL, Channel.SMS)
    )
    return RoomReachOut(not_here=len(missing), email=email, text=text)


@transaction.atomic
def write_to_missing(*, by: Actor, bootcamp_id: int, wanted: RoomMessageIn) -> MessageBatch:
    """Send the message. Idempotent: the same key returns the first result and sends nothing."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    known = MessageBatch.objects.filter(idempotency_key=wanted.idempotency_key).exists()
    if not known and state_of_room(bootcamp, at=database_now()) in {
        RoomState.OVER,
        RoomState.CANCELED,
    }:
        raise Conflict(OVER)
    missing = _addresses_of_missing(bootcamp)
    return send_to_attendees(
        by=by,
        bootcamp_id=bootcamp_id,
        wanted=SendMessageIn.model_validate(
            {
                "type": CHANNELS[wanted.channel],
                "content": wanted.words,
                "recipients": [{"address": address} for address in sorted(missing)],
                "idempotencyKey": wanted.idempotency_key,
                "undoSeconds": wanted.undo_seconds,
            }
        ),
    )


def _addresses_of_missing(bootcamp: Bootcamp) -> set[str]:
    """An attendee with two seats is present if either is. Those marked present are excluded too."""
    missing: set[str] = set()
    there: set[str] = set()
    for enrollment, person in read_people(bootcamp, at=database_now()).items():
        is_there = person.status == Whereabouts.IN or person.attendance == RoomMark.PRESENT
        address = address_key(attendee_address(enrollment))
        (there if is_there else missing).add(address)
    return missing - there
