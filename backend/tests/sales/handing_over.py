"""A seat is offered to a friend, who accepts it."""

from typing import Any

from allauth.account.models import EmailAddress

from frontrow.messaging.models import Message
from frontrow.sales.models import Enrollment, Purchase
from tests.portal.student import Student, a_student, browser
from tests.sales.changing import present
from tests.sales.waiting import link_in

FAY = {"name": "Fay Friend", "email": "fay@example.test"}


def post(path: str, **body: Any) -> Any:
    return browser().post(f"/api/{path}", body, "application/json")


def offer(student: Student, seat: Enrollment, **to: str) -> Any:
    return student.post(f"user/seats/{seat.pk}/hand-over", to or FAY)


def offered_token(address: str = FAY["email"]) -> str:
    email = Message.objects.filter(recipient=address, category="SEAT_OFFER").latest("pk")
    return link_in(email).rpartition("/")[2]


def handed_over(student: Student, purchase: Purchase) -> Enrollment:
    assert offer(student, present(purchase)).status_code == 200
    accepted = post("seat-offer/accept", token=offered_token())
    assert accepted.status_code == 200, accepted.content
    return present(purchase)


def with_account(address: str = FAY["email"]) -> Student:
    friend = a_student(email=address)
    EmailAddress.objects.create(user=friend.user, email=address, verified=True, primary=True)
    return friend
