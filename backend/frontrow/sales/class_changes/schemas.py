"""Schemas of a canceled or moved class and of the student's choice."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel, SmallId
from frontrow.sales.models import ChangeKind, Choice

ChoiceToken = Annotated[str, Field(min_length=1, max_length=200)]


class Silence(StrEnum):
    """What happens if the student doesn't choose."""

    KEEP = "keep"
    REFUND = "refund"
    # For a free seat, because there is nothing to refund.
    ENDS = "ends"


class Asker(StrEnum):
    """Who chooses, and about what."""

    # Everything: they hold the seat and paid for it, or it was free. An admin can do the same for
    # any student.
    OWNER = "owner"
    # Only dates, because another person paid.
    HOLDER = "holder"
    # Only refunds, because another person holds the seat.
    PAYER = "payer"


class ClassChoiceTokenIn(RequestModel):
    token: ChoiceToken


class ClassChoiceIn(RequestModel):
    token: ChoiceToken
    choice: Choice
    # The chosen date, if a date was chosen.
    to_bootcamp_id: SmallId | None = None


class ChoiceDateOut(AnswerModel):
    """A date that is offered instead, with its current number of free seats."""

    id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    free_seats: int
    # Why the seat can't move there. Empty if it can.
    refusal: str
    # For another course, its price compared with what was paid. Else empty.
    note: str


class ChoiceRefundOut(AnswerModel):
    amount: Decimal
    # The card or payment method that is refunded, in words.
    paid_with: str
    # Why it can't be chosen. Empty if it can.
    refusal: str


class ChoiceRefundAllOut(AnswerModel):
    amount: Decimal
    # The classes that end with it.
    names: list[str]


class ChoiceCreditOut(AnswerModel):
    amount: Decimal
    until: datetime


class ClassChoiceOut(AnswerModel):
    kind: ChangeKind
    # Whether a choice can still be made or changed.
    is_open: bool
    bootcamp_name: str
    asker: Asker
    holder_name: str
    # Set if another person holds the seat. Else empty.
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
    # The possible choices: whether the seat can stay, and the others with their details.
    keep: bool
    dates: list[ChoiceDateOut]
    refund: ChoiceRefundOut | None
    refund_all: ChoiceRefundAllOut | None
    credit: ChoiceCreditOut | None


class SeatClassChangeOut(AnswerModel):
    """A student's class is canceled or moved, with the link to choose."""

    kind: ChangeKind
    choose_by: datetime
    choice: Choice | None
    new_start_date: datetime | None
    # The page to choose on. Empty if an admin views the site as them.
    path: str
