"""A student at their browser, and everybody else who may try the same doors."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from frontrow.accounts.models import User, UserStatus
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models import Purchase, PurchaseState
from tests.factories import make_admin, make_bundle, make_purchase, make_user
from tests.signing_in import sign_in_recently


def browser() -> Client:
    return Client(headers={"Sec-Fetch-Site": "same-origin"})


@dataclass
class Student:
    user: User
    client: Client = field(default_factory=browser)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/{path}")

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self.client.post(f"/api/{path}", body or {}, content_type="application/json")

    def purchases(self) -> Any:
        answer = self.get("user/purchases")
        assert answer.status_code == 200, answer.content
        return answer.json()

    def join(self, bootcamp: Bootcamp) -> Any:
        return self.post(f"user/bootcamps/{bootcamp.pk}/join")


def a_student(**fields: Any) -> Student:
    student = Student(make_user(**fields))
    sign_in_recently(student.client, student.user)
    return student


def an_admin_looking_as(user: User) -> Student:
    """An admin who sees the site as this person."""
    admin = Student(make_admin())
    sign_in_recently(admin.client, admin.user)
    started = admin.post("admin/impersonate/start", {"targetUserId": user.pk, "reason": "help"})
    assert started.status_code == 200, started.content
    return Student(user, admin.client)


def come_as(kind: str, bootcamp: Bootcamp) -> Student:
    """Somebody who stands in one of the ways there are to a bootcamp; `KINDS` names them."""
    # Somebody else has a paid seat in it, whoever comes.
    make_purchase(bootcamp=bootcamp)
    if kind == "a visitor":
        return Student(make_user())
    student = a_student(is_demo=kind == "a demo student")
    if kind in STATES:
        make_purchase(bootcamp=bootcamp, user=student.user, state=STATES[kind])
    elif kind == "a buyer of another bootcamp":
        make_purchase(user=student.user)
    elif kind == "a buyer of a bundle with it":
        make_purchase(bundle=make_bundle(bootcamps=[bootcamp]), user=student.user)
    elif kind == "a guest who has an account now":
        bought = make_purchase(bootcamp=bootcamp, user=None)
        Purchase.objects.filter(pk=bought.pk).update(user=student.user)
    elif kind == "one who bought again after a refund":
        make_purchase(bootcamp=bootcamp, user=student.user, state=PurchaseState.COMPLETED)
        make_purchase(bootcamp=bootcamp, user=student.user, state=PurchaseState.REFUNDED)
    elif kind == "a deactivated buyer":
        make_purchase(bootcamp=bootcamp, user=student.user)
        User.objects.filter(pk=student.user.pk).update(status=UserStatus.INACTIVE)
    elif kind == "an admin looking as a buyer":
        make_purchase(bootcamp=bootcamp, user=student.user)
        return an_admin_looking_as(student.user)
    return student


STATES = {
    "a buyer": PurchaseState.COMPLETED,
    "a demo student": PurchaseState.COMPLETED,
    "a pending buyer": PurchaseState.PENDING,
    "a buyer being charged": PurchaseState.CAPTURING,
    "a buyer whose payment is being canceled": PurchaseState.CANCELING,
    "a buyer whose payment failed": PurchaseState.FAILED,
    "a buyer being refunded": PurchaseState.REFUNDING,
    "a refunded buyer": PurchaseState.REFUNDED,
}
PAID = (
    "a buyer",
    "a demo student",
    "a buyer of a bundle with it",
    "a guest who has an account now",
    "one who bought again after a refund",
)
UNPAID = tuple(kind for kind in STATES if kind not in PAID)
STRANGERS = ("a stranger", "a buyer of another bootcamp")
SIGNED_OUT = ("a visitor", "a deactivated buyer")
LOOKING = "an admin looking as a buyer"
KINDS = (*PAID, *UNPAID, *STRANGERS, *SIGNED_OUT, LOOKING)


def in_utc(at: datetime) -> str:
    """An instant as answers write it, to the millisecond."""
    return str(DjangoJSONEncoder().default(at.astimezone(UTC)))


def shown(answer: Any) -> str:
    """All that an answer tells, headers included."""
    return f"{answer.content.decode()} {json.dumps(dict(answer.headers))}"
