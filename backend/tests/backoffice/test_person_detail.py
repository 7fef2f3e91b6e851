"""One person's page: the account, the figures and everything they bought."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from frontrow.messaging.mail_events import BOUNCED
from frontrow.messaging.models import Channel, Suppression
from frontrow.sales.models import PurchaseState
from tests.accounts.people import person
from tests.catalogue.desk import Desk
from tests.factories import from_now, make_bootcamp, make_bundle, make_coach, make_purchase

pytestmark = pytest.mark.django_db


def iso(moment: Any) -> str:
    return str(moment.isoformat().replace("+00:00", "Z"))


def test_the_page_of_somebody_who_bought_nothing(desk: Desk) -> None:
    ada = person(verified=False, phone="+15550100199")
    answer = desk.get(f"users/{ada.pk}/details")
    created, updated = answer.pop("createdAt"), answer.pop("updatedAt")
    assert created <= updated
    assert answer == {
        "id": ada.pk,
        "email": "ada@example.test",
        "username": "ada",
        "firstName": "Ada",
        "lastName": "Person",
        "fullName": "Ada Person",
        "role": "STUDENT",
        "status": "active",
        "isAdmin": False,
        "isActive": True,
        "isDemo": False,
        "phone": "+15550100199",
        "timezone": "",
        "profileImageUrl": "",
        "emailVerified": False,
        "mailStopped": "",
        "isCoach": False,
        "stripeCustomerId": "",
        "stripeSubscriptionId": "",
        "stats": {"totalPurchases": 0, "completedPurchases": 0, "totalSpent": "0.00"},
        "purchases": [],
    }


def test_an_address_that_bounced_is_said_so(desk: Desk) -> None:
    ada = person()
    Suppression.objects.create(channel=Channel.EMAIL, address="ADA@example.test", reason=BOUNCED)
    told = desk.get(f"users/{ada.pk}/details")["mailStopped"]
    assert told == "Not emailed: bounced"


def test_a_coach_is_told_apart(desk: Desk) -> None:
    coach = make_coach()
    assert desk.get(f"users/{coach.user_id}/details")["isCoach"] is True


def test_purchases_come_newest_first_with_what_they_are_for(desk: Desk) -> None:
    ada = person()
    begin = from_now(days=30)
    first = make_bootcamp(name="Beginner", starts_at=begin, timezone="Asia/Mumbai")
    second = make_bootcamp(name="Advanced", starts_at=begin + timedelta(days=7))
    bundle = make_bundle(bootcamps=[second, first], name="Both")
    single = make_purchase(user=ada, bootcamp=first, total_amount=Decimal("995.00"))
    both = make_purchase(user=ada, bundle=bundle, state=PurchaseState.REFUNDED)
    shown_first = {
        "id": first.pk,
        "name": "Beginner",
        "startDate": iso(first.starts_at),
        "endDate": iso(first.ends_at),
        "timezone": "Asia/Mumbai",
    }
    newest, oldest = desk.get(f"users/{ada.pk}/details")["purchases"]
    bought_at = datetime.fromisoformat(oldest.pop("createdAt"))
    assert abs(bought_at - single.created_at) < timedelta(milliseconds=1)
    assert oldest == {
        "id": single.pk,
        "receiptNumber": f"FR-{single.pk:06}",
        "product": "Beginner",
        "totalAmount": "995.00",
        "refundedAmount": "0.00",
        "status": "completed",
        "isBundle": False,
        "isComplimentary": False,
        "bundle": None,
        "bootcamp": shown_first,
        "bootcamps": [shown_first],
        "dispute": None,
    }
    assert (newest["id"], newest["product"], newest["status"]) == (both.pk, "Both", "refunded")
    assert newest["bundle"] == {"id": str(bundle.pk), "name": "Both"}
    assert newest["bootcamp"] is None
    assert [one["name"] for one in newest["bootcamps"]] == ["Beginner", "Advanced"]


def test_the_figures_say_what_was_paid_and_kept(desk: Desk) -> None:
    ada = person()
    make_purchase(user=ada, total_amount=Decimal("100.10"))
    make_purchase(user=ada, total_amount=Decimal("50.00"), refunded_amount=Decimal("20.05"))
    make_purchase(user=ada, total_amount=Decimal("70.00"), state=PurchaseState.REFUNDED)
    make_purchase(user=ada, total_amount=Decimal("9.00"), state=PurchaseState.REFUNDING)
    make_purchase(user=ada, total_amount=Decimal("800.00"), state=PurchaseState.PENDING)
    make_purchase(user=ada, total_amount=Decimal("800.00"), state=PurchaseState.FAILED)
    make_purchase(user=ada, total_amount=Decimal("800.00"), is_complimentary=True)
    make_purchase(total_amount=Decimal("800.00"))
    assert desk.get(f"users/{ada.pk}/details")["stats"] == {
        "totalPurchases": 7,
        "completedPurchases": 4,
        "totalSpent": "139.05",
    }


def test_the_page_costs_the_same_however_much_was_bought(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ada = person()
    for count in (1, 4):
        for _ in range(count):
            bundle = make_bundle(bootcamps=[make_bootcamp(), make_bootcamp()])
            make_purchase(user=ada, bundle=bundle)
        # The session and the admin; person, address, coach; purchases, items, bootcamps,
        # disputes.
        with django_assert_num_queries(9):
            desk.get(f"users/{ada.pk}/details")
