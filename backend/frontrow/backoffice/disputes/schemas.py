"""Schemas of disputes in the admin panel."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from frontrow.accounts.money_shown import DeskSum
from frontrow.core.schemas import AnswerModel, RequestModel

LONGEST_NOTE = 5_000


class OpenDisputeOut(AnswerModel):
    """A purchase's open dispute, for its badge."""

    id: int
    status: str
    amount: DeskSum
    # In words.
    reason: str
    due_by: datetime | None
    evidence_sent_at: datetime | None


class DisputeOut(OpenDisputeOut):
    is_open: bool
    opened_at: datetime
    closed_at: datetime | None
    # The bank's decision in words. Empty while undecided.
    ending: str
    # Why no evidence can be submitted. Null if it can.
    answer: str | None


class DisputeEvidenceOut(AnswerModel):
    dispute: DisputeOut
    purchase_id: int
    # All evidence for the payment, as plain text.
    evidence: str


class DisputeAnswerIn(RequestModel):
    """The operator's own text, which comes first."""

    note: Annotated[str, Field(max_length=LONGEST_NOTE)] = ""


class OpenDisputesOut(AnswerModel):
    """Open disputes, and the most urgent one."""

    count: int
    # How many of them have no response yet.
    unanswered: int
    # The one with the earliest deadline, and the deadline.
    purchase_id: int
    due_by: datetime | None
