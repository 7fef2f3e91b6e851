"""Before the class, for the seat's holder: test the link, answer the instructor's questions.

By account, by the join link without an account, or in the browser that has just paid. Viewing the
page changes nothing, because mail scanners open links too. Only the click is a test.
"""

from collections.abc import Sequence

from frontrow.accounts.models import User
from frontrow.catalogue.session_door import JoinState
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Gone, NotFound
from frontrow.portal.access import THE_SESSION, find_paid_enrollment, seated_enrollments
from frontrow.portal.joining import (
    CANCELED,
    ENDED,
    door_of,
    find_by_live_link,
    show_link_test,
)
from frontrow.portal.schemas import PaidQuestionsOut
from frontrow.sales.before_class.answers import read_answers, write_answers
from frontrow.sales.before_class.link_tests import note_link_test
from frontrow.sales.before_class.questions import asks_questions
from frontrow.sales.before_class.schemas import ClassAnswerIn, LinkTestOut, OwnAnswersOut
from frontrow.sales.buyers.visitors import Visitor, is_buyer
from frontrow.sales.enrollment.enrollments import live
from frontrow.sales.links import JOIN
from frontrow.sales.models import Enrollment, Purchase

OPEN_NOW = "The session is open now. Join it instead."
NOT_PROVEN = "We can't tell that this purchase is yours."


def click_as_student(*, user: User, bootcamp_id: int, zone: str) -> LinkTestOut:
    return _test_link(_own(user, bootcamp_id), zone)


def click_by_link(*, token: str, zone: str) -> LinkTestOut:
    return _test_link(find_by_live_link(token), zone)


def read_as_student(*, user: User, bootcamp_id: int) -> OwnAnswersOut:
    return read_answers(_own(user, bootcamp_id))


def answer_as_student(
    *, user: User, bootcamp_id: int, answers: Sequence[ClassAnswerIn]
) -> OwnAnswersOut:
    return write_answers(enrollment=_own(user, bootcamp_id), answers=answers)


def answer_by_link(*, token: str, answers: Sequence[ClassAnswerIn]) -> OwnAnswersOut:
    return write_answers(enrollment=find_by_live_link(token), answers=answers)


def questions_of_purchase(
    *, purchase_id: int, visitor: Visitor, client_secret: str
) -> list[PaidQuestionsOut]:
    """The questions of the classes just paid for, each with a token to answer them.

    For the browser that paid while the purchase isn't in an account, then only for the account's
    owner. Unknown and foreign purchases both raise NotFound.
    """
    purchase = Purchase.objects.filter(pk=purchase_id).first()
    if purchase is None or not is_buyer(purchase, visitor, client_secret):
        raise NotFound(NOT_PROVEN)
    if purchase.user_id not in {None, visitor.user_id}:
        raise NotFound(NOT_PROVEN)
    own = seated_enrollments().filter(
        live(), asks_questions(), purchase=purchase, holder=None, holder_email=""
    )
    return [
        PaidQuestionsOut(
            name=one.name,
            token=JOIN.token(one),
            questions=read_answers(one),
        )
        for one in own.order_by("bootcamp__starts_at", "pk")
    ]


def _own(user: User, bootcamp_id: int) -> Enrollment:
    return find_paid_enrollment(user=user, bootcamp_id=bootcamp_id, wanted=THE_SESSION)


def _test_link(enrollment: Enrollment, zone: str) -> LinkTestOut:
    bootcamp, at = enrollment.bootcamp, database_now()
    if bootcamp.canceled_at is not None:
        raise Conflict(CANCELED, code=ErrorCode.CLASS_CANCELED)
    door = door_of(bootcamp, at=at)
    if door.state == JoinState.ENDED:
        raise Gone(ENDED, code=ErrorCode.SESSION_ENDED)
    if door.state == JoinState.OPEN:
        raise Conflict(OPEN_NOW, code=ErrorCode.ALREADY_OPEN)
    note_link_test(enrollment_id=enrollment.pk, zone=zone, at=at)
    return show_link_test(enrollment=enrollment, zone=zone, at=at)
