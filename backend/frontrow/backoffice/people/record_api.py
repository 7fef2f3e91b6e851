"""Admin endpoints for one person's record, member or guest, and the actions on it."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query
from pydantic import Field

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import current_user, needs
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import MessageOut
from frontrow.backoffice.notes.schemas import DeskNoteOut
from frontrow.backoffice.people import acts, direct_messages
from frontrow.backoffice.people.guests import list_guests
from frontrow.backoffice.people.person_detail import show_guest
from frontrow.backoffice.people.record import show_record
from frontrow.backoffice.people.record_schemas import (
    CorrectGuestIn,
    CorrectGuestOut,
    DirectMessageIn,
    DirectMessageOut,
    GuestOut,
    GuestPageOut,
    PersonNoteIn,
    PersonRecordOut,
    WhoIn,
)
from frontrow.core.routing import Router
from frontrow.core.text_fields import OneLine

router = Router(tags=["admin"])

GuestAddress = Annotated[OneLine, Field(max_length=255)]
MemberId = Annotated[int | None, Query(alias="userId", ge=1, le=9_007_199_254_740_991)]


@router.get("/admin/people/guests", response=GuestPageOut, auth=needs(Right.DESK))
def list_guest_buyers(
    request: HttpRequest,
    search: Annotated[OneLine, Field(max_length=100)] = "",
    page: Annotated[int, Field(ge=1, le=100_000)] = 1,
) -> GuestPageOut:
    return list_guests(search=search, page=page)


@router.get("/admin/people/guest", response=GuestOut, auth=needs(Right.DESK))
def get_guest(request: HttpRequest, email: GuestAddress) -> GuestOut:
    return show_guest(email=email)


@router.get("/admin/people/record", response=PersonRecordOut, auth=needs(Right.DESK))
def get_person_record(
    request: HttpRequest, *, user_id: MemberId = None, email: GuestAddress = ""
) -> PersonRecordOut:
    return show_record(user_id=user_id, email=email, reader=current_user(request))


@router.post("/admin/people/notes", response=DeskNoteOut, auth=needs(Right.DESK))
def add_person_note(request: HttpRequest, payload: PersonNoteIn) -> DeskNoteOut:
    return acts.note_about(by=actor_of(request), wanted=payload)


@router.post("/admin/people/sign-in-email", response=MessageOut, auth=needs(Right.PEOPLE))
def send_sign_in_email(request: HttpRequest, payload: WhoIn) -> MessageOut:
    to = acts.send_sign_in_email(by=actor_of(request), wanted=payload)
    return MessageOut(message=f"The email is on its way to {to}.")


@router.post(
    "/admin/people/message", response=DirectMessageOut, auth=needs(Right.MESSAGES, recent=True)
)
def send_direct_message(request: HttpRequest, payload: DirectMessageIn) -> DirectMessageOut:
    return direct_messages.send_direct_message(by=actor_of(request), wanted=payload)


@router.delete(
    "/admin/people/messages/{message_id}", response=MessageOut, auth=needs(Right.MESSAGES)
)
def undo_direct_message(request: HttpRequest, message_id: int) -> MessageOut:
    words = direct_messages.undo_direct_message(by=actor_of(request), message_id=message_id)
    return MessageOut(message=words)


@router.patch("/admin/people/guest", response=CorrectGuestOut, auth=needs(Right.SEATS, recent=True))
def correct_guest(request: HttpRequest, payload: CorrectGuestIn) -> CorrectGuestOut:
    # The person who reads the new address can claim the purchases.
    return acts.correct_guest(by=actor_of(request), wanted=payload)
