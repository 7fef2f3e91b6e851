"""Endpoints of the instructor's questions and their answers, for admins and coaches."""

from django.http import HttpRequest, StreamingHttpResponse

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import current_user, needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.before_class import answers
from frontrow.backoffice.before_class.schemas import ClassAnswersOut, TaughtClassOut
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.core.csv_files import csv_file
from frontrow.core.routing import Router
from frontrow.sales.before_class.questions import set_questions, show_questions
from frontrow.sales.before_class.schemas import ClassQuestionsIn, ClassQuestionsOut

router = Router(tags=["admin"])
own = needs(Right.OWN_COACHING)


@router.get(
    "/admin/bootcamps/{bootcamp_id}/questions", response=ClassQuestionsOut, auth=needs(Right.DESK)
)
def get_class_questions(request: HttpRequest, bootcamp_id: int) -> ClassQuestionsOut:
    return show_questions(find_bootcamp(bootcamp_id=bootcamp_id))


@router.put(
    "/admin/bootcamps/{bootcamp_id}/questions",
    response=ClassQuestionsOut,
    auth=needs(Right.CATALOGUE),
)
def set_class_questions(
    request: HttpRequest, bootcamp_id: int, payload: ClassQuestionsIn
) -> ClassQuestionsOut:
    return set_questions(by=actor_of(request), bootcamp_id=bootcamp_id, wanted=payload)


# Students' answers are visible only to those who support them.
@router.get(
    "/admin/bootcamps/{bootcamp_id}/answers", response=ClassAnswersOut, auth=needs(Right.SEATS)
)
def list_class_answers(request: HttpRequest, bootcamp_id: int) -> ClassAnswersOut:
    return answers.read_class_answers(bootcamp_id=bootcamp_id)


# A file, so it isn't in the typed client: the page fetches it and saves it.
@router.get(
    "/admin/bootcamps/{bootcamp_id}/answers.csv",
    auth=needs(Right.SEATS, recent=True),
    include_in_schema=False,
)
def export_class_answers(request: HttpRequest, bootcamp_id: int) -> StreamingHttpResponse:
    lines = answers.export_answers(by=actor_of(request), bootcamp_id=bootcamp_id)
    return csv_file(lines, name=f"answers-{bootcamp_id}")


@router.get("/coach/classes", response=list[TaughtClassOut], auth=own)
def list_taught_classes(request: HttpRequest) -> list[TaughtClassOut]:
    return answers.list_taught_classes(user=current_user(request))


@router.put("/coach/classes/{bootcamp_id}/questions", response=ClassQuestionsOut, auth=own)
def set_taught_questions(
    request: HttpRequest, bootcamp_id: int, payload: ClassQuestionsIn
) -> ClassQuestionsOut:
    return answers.set_taught_questions(
        by=actor_of(request), user=current_user(request), bootcamp_id=bootcamp_id, wanted=payload
    )
