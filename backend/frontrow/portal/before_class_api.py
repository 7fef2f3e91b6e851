"""Endpoints for students before a class: test the join link, answer the instructor's questions."""

from datetime import timedelta

from django.http import HttpRequest

from frontrow.accounts.gates import anyone, current_user, signed_in
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router
from frontrow.portal import before_class
from frontrow.portal.schemas import (
    JoinLookIn,
    LinkedAnswersIn,
    OwnLinkTestIn,
    PaidQuestionsOut,
)
from frontrow.sales.before_class.schemas import ClassAnswersIn, LinkTestOut, OwnAnswersOut
from frontrow.sales.buyers.visitors import visitor_of
from frontrow.sales.changes.schemas import OwnPurchaseIn

router = Router(tags=["portal"])

MINUTE = timedelta(minutes=1)
# A whole class may share one network address.
LINK_TESTS = LimitedBy(Limit(scope="link tests", count=120, per=MINUTE))
LINKED_ANSWERS = LimitedBy(Limit(scope="linked answers", count=120, per=MINUTE))
PAID_QUESTIONS = LimitedBy(Limit(scope="paid questions", count=60, per=MINUTE))


@router.post("/user/bootcamps/{bootcamp_id}/test-link", response=LinkTestOut, auth=signed_in)
def test_own_link(request: HttpRequest, bootcamp_id: int, payload: OwnLinkTestIn) -> LinkTestOut:
    return before_class.click_as_student(
        user=current_user(request), bootcamp_id=bootcamp_id, zone=payload.timezone
    )


@router.get("/user/bootcamps/{bootcamp_id}/answers", response=OwnAnswersOut, auth=signed_in)
def read_own_answers(request: HttpRequest, bootcamp_id: int) -> OwnAnswersOut:
    return before_class.read_as_student(user=current_user(request), bootcamp_id=bootcamp_id)


@router.put("/user/bootcamps/{bootcamp_id}/answers", response=OwnAnswersOut, auth=signed_in)
def write_own_answers(
    request: HttpRequest, bootcamp_id: int, payload: ClassAnswersIn
) -> OwnAnswersOut:
    return before_class.answer_as_student(
        user=current_user(request), bootcamp_id=bootcamp_id, answers=payload.answers
    )


# The token is in the body, because URLs are logged.
@router.post("/join/test-link", response=LinkTestOut, auth=anyone, throttle=[LINK_TESTS])
def test_join_link(request: HttpRequest, payload: JoinLookIn) -> LinkTestOut:
    return before_class.click_by_link(token=payload.token, zone=payload.timezone)


@router.put("/join/answers", response=OwnAnswersOut, auth=anyone, throttle=[LINKED_ANSWERS])
def write_linked_answers(request: HttpRequest, payload: LinkedAnswersIn) -> OwnAnswersOut:
    return before_class.answer_by_link(token=payload.token, answers=payload.answers)


@router.post(
    "/purchase-questions/look",
    response=list[PaidQuestionsOut],
    auth=anyone,
    throttle=[PAID_QUESTIONS],
)
def look_at_purchase_questions(
    request: HttpRequest, payload: OwnPurchaseIn
) -> list[PaidQuestionsOut]:
    return before_class.questions_of_purchase(
        purchase_id=payload.purchase_id,
        visitor=visitor_of(request),
        client_secret=payload.client_secret,
    )
