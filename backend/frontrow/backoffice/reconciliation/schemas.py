"""Schemas of the reconciliation board."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import OneLine


class MismatchOut(AnswerModel):
    """One inconsistency between payments, seats and messages, and its repair."""

    # Identifies it across calls: its kind and its subject.
    key: str
    kind: str
    title: str
    detail: str
    since: datetime | None
    purchase_id: int | None
    customer: str
    repair: str
    # Only a person can decide: the repair requires a note and closes the case.
    needs_note: bool


class ReconciliationOut(AnswerModel):
    rows: list[MismatchOut]
    total: int


class RepairIn(RequestModel):
    key: Annotated[OneLine, Field(min_length=3, max_length=300)]
    note: Annotated[OneLine, Field(max_length=500)] = ""


class RepairOut(AnswerModel):
    message: str
    # It still exists after the repair. The sentence says why.
    is_mended: bool
