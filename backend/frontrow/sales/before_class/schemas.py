"""The instructor's questions and the answers to them, as students and both desks see them."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import OneLine
from frontrow.sales.models import QuestionKind

MOST_QUESTIONS = 3
LONGEST_ANSWER = 500

_Id = Annotated[int, Field(ge=1, le=2**63 - 1)]


class ClassQuestionIn(RequestModel):
    # Nothing for a new one.
    id: _Id | None = None
    words: Annotated[OneLine, Field(min_length=1, max_length=200)]
    kind: QuestionKind


class ClassQuestionsIn(RequestModel):
    """All of them at once, in their order."""

    questions: Annotated[list[ClassQuestionIn], Field(max_length=MOST_QUESTIONS)]
    # Agreed to: what was answered to a removed question, or to one of another kind, is deleted.
    deletes_answers: bool = False


class ClassQuestionOut(AnswerModel):
    id: int
    words: str
    kind: QuestionKind
    # How many have answered it.
    answers: int


class ClassQuestionsOut(AnswerModel):
    questions: list[ClassQuestionOut]
    # Until the class starts.
    can_change: bool


class ClassAnswerIn(RequestModel):
    question_id: _Id
    # Empty takes the answer back.
    words: Annotated[str, Field(max_length=LONGEST_ANSWER)]


# Questions that are not named keep their answers.
GivenAnswers = Annotated[list[ClassAnswerIn], Field(min_length=1, max_length=MOST_QUESTIONS)]


class ClassAnswersIn(RequestModel):
    answers: GivenAnswers


class AskedQuestionOut(AnswerModel):
    id: int
    words: str
    kind: QuestionKind
    # Empty where nothing was answered.
    answer: str


class OwnAnswersOut(AnswerModel):
    """What the instructor wants to know, and what the holder of a seat answered."""

    questions: list[AskedQuestionOut]
    # Until the class starts; after that they are only read.
    can_answer: bool
    until: datetime


class LinkTestOut(AnswerModel):
    # Nothing until they said so by a click.
    tested_at: datetime | None
    # When the link lets them in, on the class's clock and on theirs.
    gets_in: str
    # Where clocks change before that; else empty.
    clock_note: str
