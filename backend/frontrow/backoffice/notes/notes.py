"""Internal notes about a person or a purchase, each with an author and a time."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.backoffice.models import DeskNote
from frontrow.backoffice.notes.schemas import DeskNoteOut
from frontrow.core.errors import Forbidden, NotFound
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.models import Purchase

MOST = 200


def notes_about(
    *, user: User | None, purchase_ids: Iterable[int], reader: User
) -> list[DeskNoteOut]:
    """Notes about the account and its purchases, newest first, in one statement."""
    about = Q(purchase_id__in=list(purchase_ids))
    if user is not None:
        about |= Q(user=user)
    found = DeskNote.objects.filter(about).select_related("author", "purchase")
    return [as_answer(note, reader) for note in found.order_by("-created_at", "-pk")[:MOST]]


@transaction.atomic
def add_note(
    *, by: Actor, text: str, user: User | None = None, purchase: Purchase | None = None
) -> DeskNoteOut:
    author = by.user
    note = DeskNote.objects.create(user=user, purchase=purchase, author=author, text=text)
    _record(by, "added note", note)
    return as_answer(note, author)


@transaction.atomic
def delete_note(*, by: Actor, note_id: int) -> None:
    """Allowed for its author and for owners of the site."""
    note = DeskNote.objects.select_for_update().filter(pk=note_id).first()
    if note is None:
        raise NotFound("This note no longer exists.")
    if not _may_delete(note, by.user):
        raise Forbidden("Only its author or an owner can delete a note.")
    _record(by, "deleted note", note)
    note.delete()


def notes_for_export(user: User) -> list[dict[str, Any]]:
    """For the personal data export: the notes about a person, without their authors."""
    about = DeskNote.objects.filter(Q(user=user) | Q(purchase__user=user)).order_by("pk")
    return [{"text": note.text, "createdAt": note.created_at} for note in about]


def as_answer(note: DeskNote, reader: User) -> DeskNoteOut:
    author = note.author
    return DeskNoteOut(
        id=note.pk,
        text=note.text,
        created_at=note.created_at,
        author=author.display_name if author else "",
        purchase_id=note.purchase_id,
        receipt_number=receipt_number(note.purchase.pk) if note.purchase else "",
        can_delete=_may_delete(note, reader),
    )


def _may_delete(note: DeskNote, reader: User) -> bool:
    return reader.is_admin or (note.author_id is not None and note.author_id == reader.pk)


def _record(by: Actor, action: str, note: DeskNote) -> None:
    # The audit log is kept forever and holds no personal data: it records that a note existed, not
    # its text.
    audit.record(
        by=by,
        action=action,
        subject_type="user" if note.user_id else "purchase",
        subject_id=note.user_id or note.purchase_id,
    )
