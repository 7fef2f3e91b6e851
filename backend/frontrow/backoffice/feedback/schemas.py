"""Schemas of feedback in the admin panel: the list, its filters, and why a review is hidden."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from frontrow.catalogue.admin_schemas import CohortOut, Id
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.sales.feedback.schemas import HiddenCountOut
from frontrow.sales.models import HiddenBecause


class FeedbackView(StrEnum):
    ALL = "all"
    NEEDS_REPLY = "needs_reply"
    SHOWN = "shown"
    TO_READ = "to_read"
    HIDDEN = "hidden"


class NotShownBecause(StrEnum):
    """The first reason that applies."""

    NOT_ALLOWED = "not_allowed"
    NO_WORDS = "no_words"
    HIDDEN = "hidden"
    SEAT_ENDED = "seat_ended"
    NOT_PAID = "not_paid"
    NOT_SEEN = "not_seen"


class FeedbackQuery(RequestModel):
    view: FeedbackView = FeedbackView.ALL
    bootcamp_id: Id | None = None
    page: Annotated[int, Field(ge=1, le=100_000)] = 1


class HideFeedbackIn(RequestModel):
    because: HiddenBecause


class FeedbackFiguresOut(AnswerModel):
    """Over all answers that count, regardless of filters."""

    answers: int
    average: Decimal | None
    # How many answers gave each score from 0 to 10.
    scores: list[int]
    needs_reply: int
    # Published after an operator has read them.
    to_read: int
    shown: int
    hidden: list[HiddenCountOut]


class FeedbackRowOut(AnswerModel):
    enrollment_id: int
    # The author's account, if they have one. Otherwise their address identifies them.
    user_id: int | None
    name: str
    email: str
    bootcamp_name: str
    cohort: CohortOut
    score: int
    words: str
    may_show: bool
    first_name: str
    given_at: datetime
    is_shown: bool
    not_shown_because: NotShownBecause | None
    # Whether its score is part of the average.
    is_counted: bool
    hidden_at: datetime | None
    hidden_because: HiddenBecause | None
    hidden_by: str
    needs_reply: bool
    handled_at: datetime | None
    handled_by: str


class FeedbackPageOut(AnswerModel):
    figures: FeedbackFiguresOut
    rows: list[FeedbackRowOut]
    total: int
