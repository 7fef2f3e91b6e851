"""Who answered what before a class, as operators and its coach see it."""

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
    # When they said by a click that their join link works; nothing until then.
    link_tested_at: datetime | None


class ClassAnswersOut(AnswerModel):
    questions: ClassQuestionsOut
    # Everybody with a paid seat, by name; whoever answered nothing too.
    attendees: list[AnsweringAttendeeOut]


class TaughtClassOut(AnswerModel):
    """A class as its coach sees it: what is asked and answered, and nothing of the purchases."""

    name: str
    cohort: CohortOut
    questions: ClassQuestionsOut
    students: list[AnsweringStudentOut]
