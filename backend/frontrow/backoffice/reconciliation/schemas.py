"""What the reconciliation board sends and gets."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import OneLine


class MismatchOut(AnswerModel):
    """One disagreement between payments, seats and messages, and what mends it."""

    # Names it across calls: its kind and its subject.
    key: str
    kind: str
    title: str
    detail: str
    since: datetime | None
    purchase_id: int | None
    customer: str
    repair: str
    # Only a person can decide: the repair asks for a note and closes the matter.
    needs_note: bool


class ReconciliationOut(AnswerModel):
    rows: list[MismatchOut]
    total: int


class RepairIn(RequestModel):
    key: Annotated[OneLine, Field(min_length=3, max_length=300)]
    note: Annotated[OneLine, Field(max_length=500)] = ""


class RepairOut(AnswerModel):
    message: str
    # Still there after the repair was tried: the sentence says why.
    is_mended: bool
