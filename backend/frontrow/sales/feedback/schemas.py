"""What somebody is shown of their feedback, what they answer, and what everybody sees of it."""

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
    # As they would be shown; empty where we know no name.
    first_name: str
    answer_by: datetime
    # Whether it can still be answered.
    is_open: bool
    # What they said; it is said once.
    given: GivenFeedbackOut | None
    # Somebody else is signed in here than the link was sent to.
    is_another_reader: bool


class SeatFeedbackOut(AnswerModel):
    """Where a student gives feedback, or sees what they said."""

    # Empty for whoever only looks at the site as them.
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
    """What those who attended one course gave it."""

    name: str
    answers: int
    average: Decimal
    # Those that are shown and those that were hidden.
    reviews: int


class ReviewsOut(AnswerModel):
    """The average is over all answers that count: shown, not shown and hidden."""

    answers: int
    average: Decimal | None
    # Those that are shown and those that were hidden.
    reviews: int
    hidden: list[HiddenCountOut]
    # The newest that are shown.
    newest: list[ReviewOut]
    # Of each course with a review that is shown.
    courses: list[CourseRatingOut]
