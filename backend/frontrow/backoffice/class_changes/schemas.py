"""Schemas of class changes: the request, its effects and its progress."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from frontrow.catalogue.admin_schemas import Id, Instant
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.sales.models import ChangeKind, ChangeState, Choice, ChosenBy

MOST_ALTERNATIVES = 20


class ClassChangeIn(RequestModel):
    kind: ChangeKind
    # The new date. Null for a cancellation.
    start_date: Instant | None = None
    end_date: Instant | None = None
    alternative_ids: Annotated[list[Id], Field(max_length=MOST_ALTERNATIVES)] = []
    words: Annotated[str, Field(max_length=2000)] = ""
    choose_by: Instant
    offers_credit: bool = True


class DeskChoiceIn(RequestModel):
    choice: Choice
    to_bootcamp_id: Id | None = None


class AlternativeOut(AnswerModel):
    id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    price: Decimal
    free_seats: int
    # False for another course, which is offered only if the operator selects it.
    is_same_course: bool


class AnnouncementOut(AnswerModel):
    subject: str
    text: str


class ClassChangePreviewOut(AnswerModel):
    """The effects of the change. The preview itself changes and sends nothing."""

    people: int
    in_bundles: int
    # Seats without a payment, including complimentary ones.
    complimentary: int
    # These can't be refunded until their bank has decided.
    disputed: int
    # If all who can choose a refund: the amount refunded, and the fee that the provider keeps (as
    # reported, else estimated).
    money_if_all: Decimal
    fees_kept: Decimal
    credit_if_all: Decimal
    coaching_hours: int
    waiting: int
    emails: int
    texts: int
    # Every other class on sale, with dates of the same course first.
    alternatives: list[AlternativeOut]
    # The email as the first recipient would get it, without the personal link.
    email: AnnouncementOut


class ClassChangeCountsOut(AnswerModel):
    people: int
    chosen: int
    silent: int
    done: int
    failed: int


class ClassChangeSumsOut(AnswerModel):
    refunded: Decimal
    to_refund: Decimal
    credited: Decimal


class ClassChangeRowOut(AnswerModel):
    enrollment_id: int
    purchase_id: int
    name: str
    email: str
    choice: Choice | None
    to_bootcamp_id: int | None
    to_start_date: datetime | None
    share: Decimal
    # The buyer's bank is disputing the payment, so no refund is possible until it decides.
    is_disputed: bool
    by: ChosenBy | None
    chosen_at: datetime | None
    done_at: datetime | None
    failure: str
    # The options that an admin can choose for them now.
    options: list[Choice]


class ClassChangeOut(AnswerModel):
    id: int
    kind: ChangeKind
    state: ChangeState
    start_date: datetime | None
    end_date: datetime | None
    old_start_date: datetime
    old_end_date: datetime
    words: str
    choose_by: datetime
    offers_credit: bool
    announced_at: datetime
    by_name: str
    alternatives: list[AlternativeOut]
    counts: ClassChangeCountsOut
    sums: ClassChangeSumsOut
    can_nudge: bool
    rows: list[ClassChangeRowOut]


class NudgedOut(AnswerModel):
    count: int
