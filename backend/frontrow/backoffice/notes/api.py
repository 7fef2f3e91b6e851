"""Admin endpoints for notes."""

from django.http import HttpRequest

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.accounts.schemas import MessageOut
from frontrow.backoffice.notes import notes
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.delete("/admin/notes/{note_id}", response=MessageOut, auth=needs(Right.DESK))
def delete_desk_note(request: HttpRequest, note_id: int) -> MessageOut:
    notes.delete_note(by=actor_of(request), note_id=note_id)
    return MessageOut(message="The note is deleted.")
