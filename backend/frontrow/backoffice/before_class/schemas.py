"""Schemas of answers before a class, for admins and its coach."""

from datetime import datetime

from frontrow.catalogue.admin_schemas import CohortOut
from frontrow.core.schemas import AnswerModel
from frontrow.sales.before_class.schemas import ClassQuestionsOut


class GivenAnswerOut(AnswerModel):
    question_id: int
    words: str


class AnsweringStudentOut(AnswerModel):
    enrollment_id: int
    name: str
    answers: list[GivenAnswerOut]


class AnsweringAttendeeOut(AnsweringStudentOut):
    purchase_id: int
    email: str
    # When they confirmed that their join link works. Null if they haven't.
    link_tested_at: datetime | None


class ClassAnswersOut(AnswerModel):
    questions: ClassQuestionsOut
    # All with a paid seat, by name, including those without answers.
    attendees: list[AnsweringAttendeeOut]


class TaughtClassOut(AnswerModel):
    """A class as its coach sees it: questions and answers, without the purchases."""

    name: str
    cohort: CohortOut
    questions: ClassQuestionsOut
    students: list[AnsweringStudentOut]
