"""What a student is shown of a canceled or moved class, and what they choose."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel, SmallId
from frontrow.sales.models import ChangeKind, Choice

ChoiceToken = Annotated[str, Field(min_length=1, max_length=200)]


class Silence(StrEnum):
    """What happens where nobody answers."""

    KEEP = "keep"
    REFUND = "refund"
    # Of a seat that cost nothing: there is nothing to refund.
    ENDS = "ends"


class Asker(StrEnum):
    """Who chooses, and about what."""

    # Everything: the seat is theirs, and they paid for it, or there was nothing to pay. So can the
    # desk, for anyone.
    OWNER = "owner"
    # Dates only: another person paid.
    HOLDER = "holder"
    # Money only: another person holds the seat.
    PAYER = "payer"


class ClassChoiceTokenIn(RequestModel):
    token: ChoiceToken


class ClassChoiceIn(RequestModel):
    token: ChoiceToken
    choice: Choice
    # Which date, where that was chosen.
    to_bootcamp_id: SmallId | None = None


class ChoiceDateOut(AnswerModel):
    """A date offered instead, with its seats as they are this moment."""

    id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    free_seats: int
    # Why the seat can't go there; empty where it can.
    refusal: str
    # Of another course: its price, beside what was paid for the seat; else empty.
    note: str


class ChoiceRefundOut(AnswerModel):
    amount: Decimal
    # The card or service it goes back to, in words.
    paid_with: str
    # Why it can't be chosen; empty where it can.
    refusal: str


class ChoiceRefundAllOut(AnswerModel):
    amount: Decimal
    # What ends with it.
    names: list[str]


class ChoiceCreditOut(AnswerModel):
    amount: Decimal
    until: datetime


class ClassChoiceOut(AnswerModel):
    kind: ChangeKind
    # Whether it can still be chosen or changed.
    is_open: bool
    bootcamp_name: str
    asker: Asker
    holder_name: str
    # Where another person holds the seat; else empty.
    payer_name: str
    timezone: str
    old_start_date: datetime
    old_end_date: datetime
    new_start_date: datetime | None
    new_end_date: datetime | None
    words: str
    choose_by: datetime
    silence: Silence
    choice: Choice | None
    to_bootcamp_id: int | None
    chosen_at: datetime | None
    done_at: datetime | None
    # What can be chosen: whether the seat can stay, and the others with all that belongs to them.
    keep: bool
    dates: list[ChoiceDateOut]
    refund: ChoiceRefundOut | None
    refund_all: ChoiceRefundAllOut | None
    credit: ChoiceCreditOut | None


class SeatClassChangeOut(AnswerModel):
    """That a student's class is canceled or has moved, and where they choose."""

    kind: ChangeKind
    choose_by: datetime
    choice: Choice | None
    new_start_date: datetime | None
    # Of the page where they choose; empty for whoever only looks at the site as them.
    path: str
