"""Schemas of the feedback form, of the answer, and of the public reviews."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.sales.models import HiddenBecause

FeedbackToken = Annotated[str, Field(min_length=1, max_length=200)]


class FeedbackTokenIn(RequestModel):
    token: FeedbackToken


class FeedbackIn(RequestModel):
    token: FeedbackToken
    score: Annotated[int, Field(ge=0, le=10)]
    words: Annotated[str, Field(max_length=1000)] = ""
    may_show: bool = False


class GivenFeedbackOut(AnswerModel):
    score: int
    words: str
    may_show: bool
    first_name: str
    given_at: datetime


class FeedbackOut(AnswerModel):
    bootcamp_name: str
    start_date: datetime
    timezone: str
    # As it would be published. Empty if the name isn't known.
    first_name: str
    answer_by: datetime
    # Whether it can still be answered.
    is_open: bool
    # Their answer, which can't be changed.
    given: GivenFeedbackOut | None
    # The reader is signed in with another account than the link was sent to.
    is_another_reader: bool


class SeatFeedbackOut(AnswerModel):
    """The link where a student gives feedback or sees their answer."""

    # Empty if an admin views the site as them.
    path: str
    is_given: bool


class HiddenCountOut(AnswerModel):
    because: HiddenBecause
    count: int


class ReviewOut(AnswerModel):
    first_name: str
    words: str
    score: int
    bootcamp_name: str
    attended_at: datetime
    timezone: str


class CourseRatingOut(AnswerModel):
    """The rating of one course by its attendees."""

    name: str
    answers: int
    average: Decimal
    # Published and hidden reviews.
    reviews: int


class ReviewsOut(AnswerModel):
    """The average includes all answers that count: published, not published and hidden."""

    answers: int
    average: Decimal | None
    # Published and hidden reviews.
    reviews: int
    hidden: list[HiddenCountOut]
    # The newest published reviews.
    newest: list[ReviewOut]
    # Each course that has a published review.
    courses: list[CourseRatingOut]
