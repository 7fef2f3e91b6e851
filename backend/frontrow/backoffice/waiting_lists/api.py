"""Admin endpoints for a class's waiting list."""

from django.http import HttpRequest, StreamingHttpResponse

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import MessageOut
from frontrow.backoffice.waiting_lists import desk
from frontrow.backoffice.waiting_lists.schemas import (
    MoreSeatsIn,
    SeatsAddedOut,
    WaitingBoardOut,
)
from frontrow.core.csv_files import csv_file
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get(
    "/admin/bootcamps/{bootcamp_id}/waiting-list",
    response=WaitingBoardOut,
    auth=needs(Right.DESK),
)
def get_waiting_board(request: HttpRequest, bootcamp_id: int) -> WaitingBoardOut:
    return desk.show_board(bootcamp_id=bootcamp_id)


# A file, so it isn't in the typed client: the page fetches it and saves it.
@router.get(
    "/admin/bootcamps/{bootcamp_id}/waiting-list.csv",
    auth=needs(Right.DESK, recent=True),
    include_in_schema=False,
)
def export_waiting_list(request: HttpRequest, bootcamp_id: int) -> StreamingHttpResponse:
    lines = desk.export_list(by=actor_of(request), bootcamp_id=bootcamp_id)
    return csv_file(lines, name=f"waiting-list-{bootcamp_id}")


# Before the routes with an entry at this position, which would match the word.
@router.post(
    "/admin/bootcamps/{bootcamp_id}/waiting-list/seats",
    response=SeatsAddedOut,
    auth=needs(Right.CATALOGUE),
)
def add_seats_for_list(
    request: HttpRequest, bootcamp_id: int, payload: MoreSeatsIn
) -> SeatsAddedOut:
    return desk.add_seats(by=actor_of(request), bootcamp_id=bootcamp_id, add=payload.add)


@router.post(
    "/admin/bootcamps/{bootcamp_id}/waiting-list/serve",
    response=MessageOut,
    auth=needs(Right.SEATS),
)
def serve_waiting_list(request: HttpRequest, bootcamp_id: int) -> MessageOut:
    desk.serve_now(by=actor_of(request), bootcamp_id=bootcamp_id)
    return MessageOut(message="The free seats are being offered now.")


@router.post(
    "/admin/bootcamps/{bootcamp_id}/waiting-list/{entry_id}/offer",
    response=MessageOut,
    auth=needs(Right.SEATS),
)
def offer_seat_by_hand(request: HttpRequest, bootcamp_id: int, entry_id: int) -> MessageOut:
    name = desk.offer_by_hand(by=actor_of(request), bootcamp_id=bootcamp_id, entry_id=entry_id)
    return MessageOut(message=f"We've emailed the offer to {name}.")


@router.delete(
    "/admin/bootcamps/{bootcamp_id}/waiting-list/{entry_id}",
    response=MessageOut,
    auth=needs(Right.SEATS),
)
def remove_from_waiting_list(request: HttpRequest, bootcamp_id: int, entry_id: int) -> MessageOut:
    desk.remove(by=actor_of(request), bootcamp_id=bootcamp_id, entry_id=entry_id)
    return MessageOut(message="They're off the list and won't be offered a seat.")
