"""Endpoints of a class's room: who is present, and messages to absent attendees."""

from django.http import HttpRequest

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.classroom import missing, room
from frontrow.backoffice.classroom.schemas import (
    RoomMessageIn,
    RoomMessageOut,
    RoomOut,
    RoomReachOut,
)
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get("/admin/bootcamps/{bootcamp_id}/room", response=RoomOut, auth=needs(Right.ROOM))
def open_room(request: HttpRequest, bootcamp_id: int) -> RoomOut:
    return room.open_room(by=actor_of(request), bootcamp_id=bootcamp_id)


@router.get(
    "/admin/bootcamps/{bootcamp_id}/room/message",
    response=RoomReachOut,
    auth=needs(Right.MESSAGES),
)
def count_room_reach(request: HttpRequest, bootcamp_id: int) -> RoomReachOut:
    return missing.count_reach(bootcamp_id=bootcamp_id)


@router.post(
    "/admin/bootcamps/{bootcamp_id}/room/message",
    response=RoomMessageOut,
    auth=needs(Right.MESSAGES, recent=True),
)
def write_to_missing(
    request: HttpRequest, bootcamp_id: int, payload: RoomMessageIn
) -> RoomMessageOut:
    batch = missing.write_to_missing(by=actor_of(request), bootcamp_id=bootcamp_id, wanted=payload)
    return RoomMessageOut(reaches=batch.recipient_count, batch_id=batch.pk)
