"""What the dispute desk sends and gets."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from frontrow.accounts.money_shown import DeskSum
from frontrow.core.schemas import AnswerModel, RequestModel

LONGEST_NOTE = 5_000


class OpenDisputeOut(AnswerModel):
    """A purchase's open dispute, as its badge tells it."""

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
    # How the bank decided, in words; empty while it has not.
    ending: str
    # Why no evidence can be sent, or nothing where it can.
    answer: str | None


class DisputeEvidenceOut(AnswerModel):
    dispute: DisputeOut
    purchase_id: int
    # Everything we hold that speaks for the payment, as plain text.
    evidence: str


class DisputeAnswerIn(RequestModel):
    """What the operator adds; it goes in first."""

    note: Annotated[str, Field(max_length=LONGEST_NOTE)] = ""


class OpenDisputesOut(AnswerModel):
    """That somebody's bank waits, and for what first."""

    count: int
    # How many of them nobody has answered.
    unanswered: int
    # The first to be answered, and until when.
    purchase_id: int
    due_by: datetime | None
