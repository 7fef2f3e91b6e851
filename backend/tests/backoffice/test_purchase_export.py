"""The spreadsheet: the list's rows, streamed, and with nothing in it that a program would run."""

import csv
import io
import tracemalloc
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection

from frontrow.messaging.models import Message
from frontrow.sales.models import Purchase, PurchaseState
from tests.catalogue.desk import Desk
from tests.factories import make_bootcamp, make_bundle, make_purchase, make_user
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

NOVEMBER = datetime(2026, 11, 27, tzinfo=UTC)
HEADER = [
    "Receipt",
    "Date (UTC)",
    "Status",
    "Customer",
    "E-mail",
    "Account",
    "Product",
    "Type",
    "Amount",
    "Refunded",
    "Currency",
    "Complimentary",
    "Payment",
    "Class date",
    "Cohort",
]


def export(desk: Desk, **asked: object) -> Any:
    return desk.client.get(f"/api/admin/purchases/export?{urlencode(asked)}")


def rows(response: Any) -> list[list[str]]:
    text = b"".join(response.streaming_content).decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline="")))


def test_the_file_holds_the_list_with_a_header(desk: Desk) -> None:
    user = make_user(first_name="Ada", last_name="Lovelace", email="ada@example.test")
    camp = make_bootcamp(starts_at=NOVEMBER, ends_at=NOVEMBER + timedelta(hours=3))
    purchase = make_purchase(user=user, bootcamp=camp)
    response = export(desk)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"].startswith('attachment; filename="purchases-')
    header, row = rows(response)
    assert header == HEADER
    assert row == [
        f"FR-{purchase.pk:06}",
        purchase.created_at.strftime("%Y-%m-%d %H:%M:%S"),
        "completed",
        "Ada Lovelace",
        "ada@example.test",
        "Member",
        "Beginner Bootcamp",
        "Single Bootcamp",
        "995.00",
        "0.00",
        "USD",
        "no",
        purchase.stripe_payment_intent_id,
        "2026-11-26 19:00 America/New_York",
        str(camp.pk),
    ]


def test_the_file_can_be_split_by_cohort(desk: Desk) -> None:
    later = NOVEMBER + timedelta(days=14)
    first, second = (
        make_bootcamp(starts_at=at, ends_at=at + timedelta(hours=3)) for at in (NOVEMBER, later)
    )
    make_purchase(bootcamp=first)
    bundled = make_purchase(bundle=make_bundle(bootcamps=[second, first]))
    make_purchase(bootcamp=second)
    cohorts = {row[0]: row[13:] for row in rows(export(desk, bootcampId=first.pk))[1:]}
    assert len(cohorts) == 2
    assert cohorts[f"FR-{bundled.pk:06}"] == [
        "2026-11-26 19:00 America/New_York; 2026-12-10 19:00 America/New_York",
        f"{first.pk}; {second.pk}",
    ]


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff20"])
def test_no_cell_begins_like_a_formula(desk: Desk, begin: str) -> None:
    name = f'{begin}HYPERLINK("http://evil.test","x")'
    make_purchase(user=None, guest_full_name=name, guest_email="e@example.test")
    assert rows(export(desk))[1][3] == f"'{name}"


def test_the_file_is_filtered_and_sorted_as_the_list_is(desk: Desk) -> None:
    for name, price in (("Bea", 200), ("Abe", 300)):
        make_purchase(
            bootcamp=make_bootcamp(price=price),
            user=None,
            guest_full_name=name,
            guest_email="same@example.test",
        )
    make_purchase(state=PurchaseState.FAILED)
    asked = {"search": "same@", "status": "completed", "sort": "customer", "direction": "asc"}
    assert [row[3] for row in rows(export(desk, **asked))[1:]] == ["Abe", "Bea"]
    assert [row[2] for row in rows(export(desk, status="failed"))[1:]] == ["failed"]


def test_an_old_sign_in_exports_nothing_before_the_password_is_given(desk: Desk) -> None:
    purchase = make_purchase()
    sign_in_recently(desk.client, desk.admin, seconds_ago=16 * 60)
    refused = export(desk)
    assert (refused.status_code, list(refused.json()["fields"])) == (403, ["password"])
    assert desk.audited() == []
    bootcamp = purchase.enrollments.get().bootcamp
    enrollment = {"bootcampId": bootcamp.pk, "email": "x@example.test", "fullName": "X Y"}
    assert desk.call("POST", "purchases", enrollment)[0] == 403
    gone = make_user(status="inactive")
    assert desk.call("PATCH", f"users/{gone.pk}/activate")[0] == 403
    assert (Purchase.objects.count(), Message.objects.count()) == (1, 0)
    desk.admin.set_password("correct horse battery")
    desk.admin.save()
    sign_in_recently(desk.client, desk.admin, seconds_ago=16 * 60)
    proof = {"password": "correct horse battery"}
    path = "/api/auth/confirm-password"
    assert desk.client.post(path, proof, content_type="application/json").status_code == 200
    assert export(desk).status_code == 200
    assert desk.done("PATCH", f"users/{gone.pk}/activate")["status"] == "active"


def test_an_export_is_noted_without_anybody_s_name(desk: Desk) -> None:
    export(desk, search="ada", status="completed")
    assert desk.audited() == [
        ("exported purchases", "purchases", "", {"status": "completed", "searched": True})
    ]


_MANY = """
INSERT INTO purchases (
    user_id, bootcamp_id, package_name, total_amount, refunded_amount, currency, state,
    cancel_reason, guest_email, guest_full_name, guest_phone, terms_version, policy_version,
    stripe_customer_id, checkout_key
) SELECT NULL, %s, 'Bench', 995, 0, 'usd', 'failed', '', 'n' || n || '@example.test', 'Nobody',
    '', '', '1', '', '' FROM generate_series(1, %s) n
"""


def peak_of_export(desk: Desk) -> tuple[int, int]:
    """How many lines there were, and the most memory they took at a time."""
    response = export(desk)
    tracemalloc.start()
    try:
        lines = sum(chunk.count(b"\r\n") for chunk in response.streaming_content)
        return lines, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.proof
def test_ten_times_the_rows_take_no_more_memory(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    with connection.cursor() as cursor:
        cursor.execute(_MANY, [bootcamp.pk, 3_000])
        lines, few = peak_of_export(desk)
        assert lines == 3_001
        cursor.execute(_MANY, [bootcamp.pk, 27_000])
    lines, many = peak_of_export(desk)
    assert lines == 30_001
    assert many < few * 1.5
    assert many < 8_000_000
