"""Answers to the instructor's questions. They belong to the seat's holder.

Editable until the class starts, by the database's clock. A transferred seat starts without answers.
A moved seat keeps the answers to questions that the new class asks in the same words.
"""

from collections.abc import Sequence

from django.db import transaction
from pydantic_core import PydanticCustomError

from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid
from frontrow.core.text_fields import one_line
from frontrow.sales.before_class.questions import questions_in_order
from frontrow.sales.before_class.schemas import (
    AskedQuestionOut,
    ClassAnswerIn,
    OwnAnswersOut,
)
from frontrow.sales.enrollment.enrollments import live
from frontrow.sales.models import ClassAnswer, ClassQuestion, Enrollment, Purchase, QuestionKind

YES_OR_NO = ("yes", "no")

STARTED = "The class has started, so your answers can't be changed anymore."
CANCELED = "This class is canceled, so there's nothing to answer."
CHANGED = "The questions have changed. Look at them again before you save."
SEAT_CHANGED = "Your seat has changed. Reload this page before you save."
ONE_LINE = "Must be a single line of text"
CHOOSE = "Choose yes or no"


def read_answers(enrollment: Enrollment) -> OwnAnswersOut:
    """The questions of a seat's class, with its holder's answers."""
    answered = dict(
        ClassAnswer.objects.filter(enrollment=enrollment).values_list("question_id", "words")
    )
    bootcamp = enrollment.bootcamp
    return OwnAnswersOut(
        questions=[
            AskedQuestionOut(
                id=one.pk,
                words=one.words,
                kind=QuestionKind(one.kind),
                answer=answered.get(one.pk, ""),
            )
            for one in questions_in_order().filter(bootcamp=bootcamp)
        ],
        can_answer=bootcamp.starts_at > database_now() and bootcamp.canceled_at is None,
        until=bootcamp.starts_at,
    )


@transaction.atomic
def write_answers(*, enrollment: Enrollment, answers: Sequence[ClassAnswerIn]) -> OwnAnswersOut:
    """Store the answers. An empty answer deletes the stored one.

    Raises Conflict if the class has started or is canceled, or if the questions or the seat changed
    meanwhile. Raises Invalid for an answer that doesn't fit its question.
    """
    # A move or transfer of the seat takes the same lock, so no answer is left on the old seat.
    Purchase.objects.select_for_update().get(pk=enrollment.purchase_id)
    seat = Enrollment.objects.select_related("bootcamp").filter(live(), pk=enrollment.pk).first()
    if seat is None:
        raise Conflict(SEAT_CHANGED, code=ErrorCode.CHANGED_MEANWHILE)
    if seat.bootcamp.canceled_at is not None:
        raise Conflict(CANCELED, code=ErrorCode.CLASS_CANCELED)
    if seat.bootcamp.starts_at <= database_now():
        raise Conflict(STARTED, code=ErrorCode.ANSWERS_CLOSED)
    asked = _held_questions(seat.bootcamp_id)
    _refuse_what_is_no_answer(asked, answers)
    empty = [one.question_id for one in answers if not one.words]
    ClassAnswer.objects.filter(enrollment=seat, question_id__in=empty).delete()
    _store(seat, {one.question_id: one.words for one in answers if one.words})
    return read_answers(seat)


def carry_answers(*, old: Enrollment, new: Enrollment) -> None:
    """Copy answers to the same questions when a seat moves, under its purchase's lock."""
    answered = {
        (one.question.words, one.question.kind): one.words
        for one in ClassAnswer.objects.filter(enrollment=old).select_related("question")
    }
    if not answered:
        return
    asked = _held_questions(new.bootcamp_id)
    same = {one.pk: answered.get((one.words, one.kind)) for one in asked.values()}
    _store(new, {pk: words for pk, words in same.items() if words})


def _held_questions(bootcamp_id: int) -> dict[int, ClassQuestion]:
    """The class's questions, locked so that none can be deleted until the answers are stored."""
    found = ClassQuestion.objects.select_for_update(no_key=True).filter(bootcamp_id=bootcamp_id)
    return {one.pk: one for one in found.order_by("pk")}


def _refuse_what_is_no_answer(
    asked: dict[int, ClassQuestion], answers: Sequence[ClassAnswerIn]
) -> None:
    wrong: dict[str, str] = {}
    for number, one in enumerate(answers):
        question = asked.get(one.question_id)
        if question is None:
            raise Conflict(CHANGED, code=ErrorCode.CHANGED_MEANWHILE)
        if one.words and (why := _why_wrong(question.kind, one.words)):
            wrong[f"answers.{number}.words"] = why
    if wrong:
        raise Invalid(fields=wrong)


def _why_wrong(kind: str, words: str) -> str:
    if kind == QuestionKind.YES_NO:
        return "" if words in YES_OR_NO else CHOOSE
    if kind == QuestionKind.LINE:
        try:
            one_line(words)
        except PydanticCustomError:
            return ONE_LINE
    return ""


def _store(enrollment: Enrollment, words: dict[int, str]) -> None:
    """One row per question and seat. If several tabs answer at once, the last one counts."""
    at = database_now()
    ClassAnswer.objects.bulk_create(
        [
            ClassAnswer(question_id=pk, enrollment=enrollment, words=said, answered_at=at)
            for pk, said in words.items()
        ],
        update_conflicts=True,
        unique_fields=["question", "enrollment"],
        update_fields=["words", "answered_at"],
    )
