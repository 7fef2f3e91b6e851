"""Schemas of internal notes."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from frontrow.core.schemas import AnswerModel, RequestModel

NoteText = Annotated[str, StringConstraints(strip_whitespace=True), Field(min_length=1)]


class DeskNoteOut(AnswerModel):
    id: int
    text: str
    created_at: datetime
    # Empty once the author's account is deleted.
    author: str
    # The purchase it was written on. Null for a note about an account.
    purchase_id: int | None
    receipt_number: str
    can_delete: bool


class DeskNoteIn(RequestModel):
    text: NoteText = Field(max_length=2000)
