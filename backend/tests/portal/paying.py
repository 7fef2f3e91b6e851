"""What the tests about a student's money share: a student who has bought, and their calls."""

from datetime import timedelta
from typing import Any

from django.test import Client

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models import Enrollment, Purchase
from tests.factories import from_now, make_user
from tests.fakes.stripe import StripeServer
from tests.portal.student import browser
from tests.sales.buying import Shopper
from tests.signing_in import sign_in_recently

JSON = "application/json"


def signed_in(user: User, *, seconds_ago: float = 0) -> Client:
    client = browser()
    sign_in_recently(client, user, seconds_ago=seconds_ago)
    return client


def a_student(**fields: Any) -> tuple[User, Client]:
    user = make_user(**fields)
    return user, signed_in(user)


def buys(stripe: StripeServer, user: User, bootcamp: Bootcamp) -> Purchase:
    """Through the checkout, signed in, with a card."""
    shopper = Shopper(stripe, email=user.email, full_name=user.full_name, client=signed_in(user))
    return shopper.buy(bootcamp=bootcamp.pk)


def billing(client: Client) -> list[dict[str, Any]]:
    answer = client.get("/api/user/billing")
    assert answer.status_code == 200, answer.content
    rows: list[dict[str, Any]] = answer.json()
    return rows


def ask_refund(client: Client, purchase: Purchase, **body: Any) -> tuple[int, dict[str, Any]]:
    path = f"/api/user/purchases/{purchase.pk}/refund-request"
    answer = client.post(path, body, content_type=JSON)
    return answer.status_code, answer.json()


def issue(client: Client, bootcamp: Bootcamp) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/api/user/bootcamps/{bootcamp.pk}/certificate", {}, content_type=JSON)
    return answer.status_code, answer.json()


def held(bootcamp: Bootcamp, *, days_ago: float) -> None:
    """The session was that long ago, and took three hours."""
    bootcamp.starts_at = from_now(days=-days_ago)
    bootcamp.ends_at = bootcamp.starts_at + timedelta(hours=3)
    bootcamp.save()


def attended(purchase: Purchase, *bootcamps: Bootcamp) -> None:
    items = Enrollment.objects.filter(purchase=purchase)
    if bootcamps:
        items = items.filter(bootcamp__in=bootcamps)
    items.update(attended_at=from_now(days=-1))
