"""Schemas of the instructor's questions and of the answers, for students and admins."""

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
    # Null for a new question.
    id: _Id | None = None
    words: Annotated[OneLine, Field(min_length=1, max_length=200)]
    kind: QuestionKind


class ClassQuestionsIn(RequestModel):
    """All questions of the class, in order."""

    questions: Annotated[list[ClassQuestionIn], Field(max_length=MOST_QUESTIONS)]
    # Agrees that answers to a removed question, or to one of another kind, are deleted.
    deletes_answers: bool = False


class ClassQuestionOut(AnswerModel):
    id: int
    words: str
    kind: QuestionKind
    # The number of students who answered it.
    answers: int


class ClassQuestionsOut(AnswerModel):
    questions: list[ClassQuestionOut]
    # True until the class starts.
    can_change: bool


class ClassAnswerIn(RequestModel):
    question_id: _Id
    # Empty deletes the stored answer.
    words: Annotated[str, Field(max_length=LONGEST_ANSWER)]


# Questions that aren't listed keep their answers.
GivenAnswers = Annotated[list[ClassAnswerIn], Field(min_length=1, max_length=MOST_QUESTIONS)]


class ClassAnswersIn(RequestModel):
    answers: GivenAnswers


class AskedQuestionOut(AnswerModel):
    id: int
    words: str
    kind: QuestionKind
    # Empty if not answered.
    answer: str


class OwnAnswersOut(AnswerModel):
    """The instructor's questions with the holder's answers."""

    questions: list[AskedQuestionOut]
    # True until the class starts. After that the answers are read-only.
    can_answer: bool
    until: datetime


class LinkTestOut(AnswerModel):
    # Null until they confirmed that the link works.
    tested_at: datetime | None
    # When the link opens, in the class's time zone and in the reader's.
    gets_in: str
    # Set if daylight saving time changes before that. Else empty.
    clock_note: str
