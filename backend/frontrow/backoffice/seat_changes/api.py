"""Admin endpoints for changing a seat."""

from django.http import HttpRequest

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import current_user, needs
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import MessageOut
from frontrow.backoffice.seat_changes import desk
from frontrow.backoffice.seat_changes.schemas import DeskHandOverIn, DeskMoveIn, DeskSeatOut
from frontrow.core.dates import format_date
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get(
    "/admin/purchases/{purchase_id}/seats", response=list[DeskSeatOut], auth=needs(Right.SEATS)
)
def list_purchase_seats(request: HttpRequest, purchase_id: int) -> list[DeskSeatOut]:
    return desk.list_seats(user=current_user(request), purchase_id=purchase_id)


@router.post("/admin/seats/{enrollment_id}/move", response=MessageOut, auth=needs(Right.SEATS))
def move_students_seat(request: HttpRequest, enrollment_id: int, payload: DeskMoveIn) -> MessageOut:
    moved = desk.move_for_student(by=actor_of(request), enrollment_id=enrollment_id, wanted=payload)
    day = format_date(moved.starts_at, moved.timezone)
    return MessageOut(message=f"The seat has moved to {day}. We've emailed the student.")


@router.post(
    "/admin/seats/{enrollment_id}/hand-over",
    response=MessageOut,
    auth=needs(Right.SEATS, recent=True),
)
def offer_students_seat(
    request: HttpRequest, enrollment_id: int, payload: DeskHandOverIn
) -> MessageOut:
    # The person who reads the address can use the seat.
    offer = desk.offer_for_student(
        by=actor_of(request), enrollment_id=enrollment_id, wanted=payload
    )
    return MessageOut(message=f"We've emailed the offer to {offer.to_email}.")


@router.delete(
    "/admin/seats/{enrollment_id}/hand-over", response=MessageOut, auth=needs(Right.SEATS)
)
def take_students_offer_back(request: HttpRequest, enrollment_id: int) -> MessageOut:
    desk.take_back_for_student(by=actor_of(request), enrollment_id=enrollment_id)
    return MessageOut(message="The offer has been withdrawn.")


@router.post("/admin/seats/{enrollment_id}/resend", response=MessageOut, auth=needs(Right.SEATS))
def send_seat_again(request: HttpRequest, enrollment_id: int) -> MessageOut:
    to = desk.send_seat_again(by=actor_of(request), enrollment_id=enrollment_id)
    return MessageOut(message=f"The seat's email is on its way to {to}.")
