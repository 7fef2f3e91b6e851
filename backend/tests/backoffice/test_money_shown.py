"""Who may not see money sees no sum, by any answer of the desk."""

import json
from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client

from frontrow.accounts.gates import Desk
from frontrow.accounts.models import Role
from frontrow.core.clock import now
from frontrow.sales.models import Purchase
from tests.factories import DisputeFactory, make_bootcamp, make_purchase, make_user
from tests.operations import operations
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

# What no price of the catalogue is: wherever it appears, a purchase has told it.
PAID = Decimal("4321.09")
TOLD = ("4321.09", "4,321.09")


@pytest.fixture
def purchase() -> Purchase:
    bootcamp = make_bootcamp(starts_at=now() + timedelta(days=9))
    made = make_purchase(bootcamp=bootcamp, user=make_user(), total_amount=PAID)
    DisputeFactory.create(purchase=made, amount=PAID)
    return made


def at_desk(role: Role) -> Client:
    client = Client(headers={"Sec-Fetch-Site": "same-origin"})
    sign_in_recently(client, make_user(role=role))
    return client


def answers(client: Client, purchase: Purchase) -> dict[str, str]:
    """Everything the caller can read at the desk about this purchase and its buyer."""
    [enrollment] = purchase.enrollments.all()
    places = {
        "{purchase_id}": purchase.pk,
        "{user_id}": purchase.user_id,
        "{bootcamp_id}": enrollment.bootcamp_id,
        "{dispute_id}": purchase.disputes.get().pk,
    }
    read = {}
    for item in operations():
        if item.method != "GET" or not isinstance(item.operation.auth_param, Desk):
            continue
        path = item.path
        for place, value in places.items():
            path = path.replace(place, str(value))
        if "{" in path:
            continue
        query = "?amount=1.00" if "preview" in path else f"?q={purchase.pk}&page=1"
        answer = client.get(path + query)
        if answer.status_code == 200:
            read[item.path] = b"".join(answer).decode()
    return read


def telling(read: dict[str, str]) -> set[str]:
    return {path for path, text in read.items() if any(each in text for each in TOLD)}


def test_support_reads_no_sum_anywhere(purchase: Purchase) -> None:
    read = answers(at_desk(Role.SUPPORT), purchase)
    assert telling(read) == set()
    rows = json.loads(read["/api/admin/purchases"])["rows"]
    assert [row["purchase"]["totalAmount"] for row in rows] == [None]
    assert json.loads(read["/api/admin/stats"])["revenue"] is None
    # They were looked at, and not merely refused.
    assert {
        "/api/admin/purchases/{purchase_id}",
        "/api/admin/users/{user_id}/details",
        "/api/admin/recent-attendees",
        "/api/admin/bootcamps/{bootcamp_id}/attendees",
    } <= set(read)


@pytest.mark.parametrize("role", [Role.ADMIN, Role.FINANCE])
def test_owner_and_finance_read_them(role: Role, purchase: Purchase) -> None:
    """The control: the same walk finds the sums where they are to be seen."""
    assert telling(answers(at_desk(role), purchase)) >= {
        "/api/admin/purchases",
        "/api/admin/purchases/export",
        "/api/admin/purchases/{purchase_id}",
        "/api/admin/users/{user_id}/details",
        "/api/admin/disputes/{dispute_id}",
    }


def test_sums_in_sentences_become_an_amount(purchase: Purchase) -> None:
    def story(role: Role) -> str:
        told = at_desk(role).get(f"/api/admin/purchases/{purchase.pk}").json()
        return json.dumps(told["entries"])

    assert "$4,321.09" in story(Role.FINANCE)
    assert "$" not in story(Role.SUPPORT)
    assert "an amount" in story(Role.SUPPORT)


def test_the_order_of_sums_is_not_told_either(purchase: Purchase) -> None:
    path = "/api/admin/purchases?sort=amount"
    assert at_desk(Role.SUPPORT).get(path).status_code == 403
    assert at_desk(Role.FINANCE).get(path).status_code == 200
