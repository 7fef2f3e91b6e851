"""The instructor's questions: up to three for a class, set together, copied with the class.

Setting them locks the bootcamp's row, and answering locks the questions' rows. So a question can't
be deleted while it is being answered.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.bootcamps import lock_bootcamp
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict
from frontrow.sales.before_class.schemas import (
    ClassQuestionIn,
    ClassQuestionOut,
    ClassQuestionsIn,
    ClassQuestionsOut,
)
from frontrow.sales.models import ClassAnswer, ClassQuestion, QuestionKind

STARTED = "This class has started, so its questions can't be changed anymore."
CHANGED = "These questions were changed in another window. Look at them again before you save."


def questions_in_order() -> QuerySet[ClassQuestion]:
    return ClassQuestion.objects.order_by("bootcamp_id", "position")


def asks_questions() -> Exists:
    """Whether an enrollment's class has questions, as a subquery of the enrollment."""
    return Exists(ClassQuestion.objects.filter(bootcamp_id=OuterRef("bootcamp_id")))


def class_asks(bootcamp_id: int) -> bool:
    return ClassQuestion.objects.filter(bootcamp_id=bootcamp_id).exists()


def show_questions(bootcamp: Bootcamp) -> ClassQuestionsOut:
    return show_all_questions([bootcamp])[bootcamp.pk]


def show_all_questions(bootcamps: Sequence[Bootcamp]) -> dict[int, ClassQuestionsOut]:
    """The questions of each class with their number of answers, in two statements."""
    at = database_now()
    shown = {
        one.pk: ClassQuestionsOut(questions=[], can_change=one.starts_at > at) for one in bootcamps
    }
    asked = questions_in_order().filter(bootcamp__in=bootcamps).annotate(answered=Count("answers"))
    for one in asked:
        shown[one.bootcamp_id].questions.append(
            ClassQuestionOut(
                id=one.pk, words=one.words, kind=QuestionKind(one.kind), answers=one.answered
            )
        )
    return shown


@transaction.atomic
def set_questions(*, by: Actor, bootcamp_id: int, wanted: ClassQuestionsIn) -> ClassQuestionsOut:
    """Replace the questions by `wanted`, in that order.

    Raises Conflict if the class has started, if another admin changed them meanwhile, or if answers
    would be lost without the caller's agreement.
    """
    bootcamp = lock_bootcamp(bootcamp_id)
    if bootcamp.starts_at <= database_now():
        raise Conflict(STARTED, code=ErrorCode.ANSWERS_CLOSED)
    before = {
        one.pk: one for one in ClassQuestion.objects.select_for_update().filter(bootcamp=bootcamp)
    }
    kept = [one.id for one in wanted.questions if one.id is not None]
    if len(set(kept)) < len(kept) or not before.keys() >= set(kept):
        raise Conflict(CHANGED, code=ErrorCode.CHANGED_MEANWHILE)
    _take_away(_without_their_answers(before, wanted.questions), agreed=wanted.deletes_answers)
    ClassQuestion.objects.filter(pk__in=before.keys() - set(kept)).delete()
    for position, one in enumerate(wanted.questions, start=1):
        question = before[one.id] if one.id else ClassQuestion(bootcamp=bootcamp)
        question.words, question.kind, question.position = one.words, one.kind, position
        question.save()
    audit.record(
        by=by,
        action="changed class questions",
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
        questions=len(wanted.questions),
    )
    return show_questions(bootcamp)


def copy_questions(*, original_id: int, copies: Iterable[Bootcamp]) -> None:
    """Copy the questions to copies of a class, in the transaction that creates them."""
    questions = list(questions_in_order().filter(bootcamp_id=original_id))
    ClassQuestion.objects.bulk_create(
        ClassQuestion(bootcamp=copy, words=one.words, kind=one.kind, position=one.position)
        for copy in copies
        for one in questions
    )


def _without_their_answers(
    before: dict[int, ClassQuestion], wanted: Sequence[ClassQuestionIn]
) -> list[int]:
    """Questions that are removed, or that now ask for another kind of answer."""
    same_kind = {one.id for one in wanted if one.id and before[one.id].kind == one.kind}
    return [pk for pk in before if pk not in same_kind]


def _take_away(question_ids: Sequence[int], *, agreed: bool) -> None:
    answers = ClassAnswer.objects.filter(question_id__in=question_ids)
    people = answers.values("enrollment_id").distinct().count()
    if people and not agreed:
        who = "1 student has" if people == 1 else f"{people} students have"
        raise Conflict(
            f"{who} answered what you're removing. Their answers would be deleted.",
            code=ErrorCode.IN_USE,
        )
    answers.delete()
