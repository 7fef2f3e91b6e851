"""Billing: every purchase as it truly stands, the receipt, and what a refund would be."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from frontrow.core.dates import format_moment
from frontrow.sales.models import CancelReason, Purchase, PurchaseState
from tests.factories import (
    RefundFactory,
    from_now,
    make_admin,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
)
from tests.portal.paying import a_student, attended, billing, held, signed_in

pytestmark = pytest.mark.django_db

NEW_YORK = "America/New_York"
NOT_CHARGED = "There's nothing to refund: you haven't been charged."


def test_each_purchase_is_listed_newest_first_under_its_true_status() -> None:
    user, client = a_student()
    for state in PurchaseState:
        make_purchase(user=user, state=state)
    make_purchase()
    assert [
        (row["status"], row["isRefunding"], row["hasReceipt"], row["statusWords"])
        for row in billing(client)
    ] == [
        ("failed", False, False, "The payment wasn't finished. You haven't been charged."),
        ("refunded", False, True, ""),
        ("completed", True, True, "Your refund is on its way. Access has ended."),
        ("completed", False, True, ""),
        ("pending", False, False, "The payment wasn't finished. You haven't been charged."),
        ("pending", False, False, "Your payment is being completed."),
        ("pending", False, False, "The payment isn't finished. You haven't been charged."),
    ]


def test_an_entry_says_all_there_is_to_know() -> None:
    user, client = a_student()
    bootcamp = make_bootcamp(name="Launch Week", price="1495.00")
    purchase = make_purchase(
        user=user,
        bootcamp=bootcamp,
        completed_at=datetime(2026, 3, 2, 12, tzinfo=UTC),
        card_brand="visa",
        card_last4="4242",
    )
    until = format_moment(bootcamp.ends_at, NEW_YORK)
    assert billing(client) == [
        {
            "id": purchase.pk,
            "receiptNumber": f"FR-{purchase.pk:06}",
            "date": "2026-03-02T12:00:00Z",
            "timezone": NEW_YORK,
            "packageName": "Launch Week",
            "isBundle": False,
            "sessions": [
                {
                    "name": "Launch Week",
                    "startDate": bootcamp.starts_at.isoformat().replace("+00:00", "Z"),
                    "endDate": bootcamp.ends_at.isoformat().replace("+00:00", "Z"),
                    "timezone": NEW_YORK,
                    "isReturned": False,
                }
            ],
            "status": "completed",
            "isRefunding": False,
            "statusWords": "",
            "finishPath": "",
            "totalAmount": "1495.00",
            "refundedAmount": "0.00",
            "currency": "usd",
            "paidWith": "Visa ending in 4242",
            "hasReceipt": True,
            "canGiveUp": False,
            "refunds": [],
            "parts": [],
            "refund": {
                "covered": True,
                "clause": "first_session",
                "words": f"Covered until {until} by the first-session guarantee.",
                "proviso": "The guarantee ends with your first session.",
                "coveredUntil": bootcamp.ends_at.isoformat().replace("+00:00", "Z"),
                "amount": "1495.00",
            },
        }
    ]


def test_a_session_missed_last_week_is_covered_by_the_30_days() -> None:
    user, client = a_student()
    bootcamp = make_bootcamp()
    purchase = make_purchase(user=user, bootcamp=bootcamp, completed_at=from_now(days=-10))
    held(bootcamp, days_ago=7)
    [row] = billing(client)
    until = from_now(days=20)
    assert row["refund"]["clause"] == "thirty_days"
    assert row["refund"]["words"].startswith("Covered until ")
    assert row["refund"]["words"].endswith(" by the 30-day guarantee.")
    assert row["refund"]["proviso"] == "It ends sooner once 25% of the content is completed."
    told = datetime.fromisoformat(row["refund"]["coveredUntil"])
    assert abs(told - until) < timedelta(minutes=1)
    attended(purchase)
    [row] = billing(client)
    assert (row["refund"]["covered"], row["refund"]["coveredUntil"]) == (False, None)
    assert (
        row["refund"]["words"] == "This purchase is no longer refundable: the program is complete."
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"state": PurchaseState.PENDING},
            "There's nothing to refund: you haven't been charged.",
        ),
        ({"state": PurchaseState.FAILED}, "There's nothing to refund: you haven't been charged."),
        ({"state": PurchaseState.REFUNDED}, "$995.00 has been refunded."),
        (
            {"state": PurchaseState.REFUNDING},
            "$995.00 is on its way to you. Banks take 5\N{EN DASH}10 business days.",
        ),
        (
            {"total_amount": 0, "is_complimentary": True, "stripe_payment_intent_id": None},
            "There's nothing to refund: nothing was paid for it.",
        ),
    ],
)
def test_where_nothing_can_come_back_it_says_why(fields: dict[str, Any], words: str) -> None:
    user, client = a_student()
    make_purchase(user=user, **fields)
    [row] = billing(client)
    assert (row["refund"]["covered"], row["refund"]["words"]) == (False, words)


def test_what_a_gift_is_called() -> None:
    user, client = a_student()
    make_purchase(user=user, total_amount=0, is_complimentary=True, stripe_payment_intent_id=None)
    assert billing(client)[0]["statusWords"] == "With our compliments."


def test_a_part_that_came_back_is_counted_and_one_under_way_is_waited_for() -> None:
    user, client = a_student()
    purchase = make_purchase(user=user, refunded_amount="100.00")
    [row] = billing(client)
    assert (row["refundedAmount"], row["refund"]["amount"]) == ("100.00", "895.00")
    assert row["statusWords"] == "$100.00 of it has been refunded."
    assert [refund["status"] for refund in row["refunds"]] == ["succeeded"]
    RefundFactory.create(purchase=purchase, amount="50.00", status="pending")
    [row] = billing(client)
    assert row["refund"]["words"] == ("$50.00 is on its way.")
    assert row["refunds"][1]["words"].endswith(", on its way")


def test_a_refund_that_the_bank_did_not_take_is_said() -> None:
    user, client = a_student()
    purchase = make_purchase(user=user, state=PurchaseState.REFUNDING)
    purchase.refunds.update(status="failed")
    words = "Your bank didn't accept the refund. We're looking into it and will email you."
    [row] = billing(client)
    assert (row["statusWords"], row["refund"]["words"]) == (words, words)
    assert row["refunds"][0]["words"] == words


def test_a_sold_out_payment_says_so_and_a_replaced_one_was_never_a_purchase() -> None:
    user, client = a_student()
    make_purchase(user=user, state=PurchaseState.FAILED, cancel_reason=CancelReason.SOLD_OUT)
    make_purchase(user=user, state=PurchaseState.FAILED, cancel_reason=CancelReason.REPLACED)
    [row] = billing(client)
    assert row["statusWords"] == "The last seat was taken first. You haven't been charged."


def test_a_long_list_costs_as_many_questions_as_a_short_one(
    django_assert_max_num_queries: object,
) -> None:
    user, client = a_student()
    bundle = make_bundle(bootcamps=[make_bootcamp(), make_bootcamp()])
    for _ in range(5):
        make_purchase(user=user, bundle=bundle)
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        assert len(billing(client)) == 5


APRIL = datetime(2026, 4, 10, 1, tzinfo=UTC)
HOURS = timedelta(hours=3)


class TestReceipt:
    def receipt(self, client: Client, purchase: Purchase) -> tuple[int, dict[str, object]]:
        answer = client.get(f"/api/user/purchases/{purchase.pk}/receipt")
        return answer.status_code, answer.json()

    def test_names_both_sides_every_line_and_what_came_back(self, settings: Settings) -> None:
        settings.ENV = settings.ENV.model_copy(
            update={
                "OPERATOR_NAME": "Build Lab LLC",
                "OPERATOR_ADDRESS": "1 Main Street, Springfield",
                "OPERATOR_TAX_ID": "12-3456789",
                "SUPPORT_EMAIL": "help@example.test",
            }
        )
        user, client = a_student(email="ada@example.test", first_name="Ada", last_name="Lovelace")
        members = [
            make_bootcamp(name="Build", starts_at=APRIL, ends_at=APRIL + HOURS),
            make_bootcamp(
                name="Launch",
                price="1495.00",
                starts_at=APRIL + timedelta(days=7),
                ends_at=APRIL + timedelta(days=7) + HOURS,
            ),
        ]
        purchase = make_purchase(
            user=user,
            bundle=make_bundle(bootcamps=members, price="1990.00"),
            completed_at=datetime(2026, 3, 2, 12, tzinfo=UTC),
            refunded_amount="90.00",
            card_brand="american_express",
            card_last4="0005",
        )
        status, told = self.receipt(client, purchase)
        refunds = told.pop("refunds")
        assert isinstance(refunds, list)
        assert [refund["amount"] for refund in refunds] == ["90.00"]
        assert (status, told) == (
            200,
            {
                "number": f"FR-{purchase.pk:06}",
                "date": "2026-03-02T12:00:00Z",
                "timezone": NEW_YORK,
                "seller": {
                    "name": "Build Lab LLC",
                    "details": [
                        "1 Main Street, Springfield",
                        "Tax ID: 12-3456789",
                        "help@example.test",
                    ],
                },
                "buyer": {"name": "Ada Lovelace", "details": ["ada@example.test"]},
                "lines": [
                    {"words": "Build · Apr 9, 2026", "amount": "995.00"},
                    {"words": "Launch · Apr 16, 2026", "amount": "1495.00"},
                    {"words": "Bundle discount", "amount": "-500.00"},
                ],
                "totalAmount": "1990.00",
                "refundedAmount": "90.00",
                "paidAmount": "1900.00",
                "currency": "usd",
                "paidWith": "American Express ending in 0005",
                "isComplimentary": False,
                "isRefunding": False,
            },
        )

    def test_without_a_tax_number_there_is_no_line_for_it(self, settings: Settings) -> None:
        settings.ENV = settings.ENV.model_copy(update={"OPERATOR_TAX_ID": ""})
        user, client = a_student()
        _, told = self.receipt(client, make_purchase(user=user))
        assert "Tax ID" not in str(told["seller"])

    @pytest.mark.parametrize("state", ["pending", "capturing", "canceling", "failed"])
    def test_there_is_none_for_what_was_not_paid(self, state: str) -> None:
        user, client = a_student()
        purchase = make_purchase(user=user, state=PurchaseState(state))
        assert self.receipt(client, purchase)[0] == 404

    def test_there_is_none_for_what_somebody_else_paid(self) -> None:
        _, client = a_student()
        assert self.receipt(client, make_purchase())[0] == 404
        guest = make_purchase(user=None)
        assert self.receipt(client, guest)[0] == 404


def test_an_admin_who_looks_as_the_student_sees_the_students_billing() -> None:
    student = make_user()
    purchase = make_purchase(user=student, total_amount=Decimal("995.00"))
    client = signed_in(make_admin())
    started = client.post(
        "/api/admin/impersonate/start",
        {"targetUserId": student.pk, "reason": "Asked for help"},
        content_type="application/json",
    )
    assert started.status_code == 200
    assert [row["id"] for row in billing(client)] == [purchase.pk]
