"""The spreadsheet: the list's rows, streamed, and with nothing in it that a program would run."""

import csv
import io
import tracemalloc
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection

from frontrow.sales.models import PurchaseState
from tests.catalogue.desk import Desk
from tests.factories import make_bootcamp, make_purchase, make_user

pytestmark = pytest.mark.django_db

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
]


def export(desk: Desk, **asked: object) -> Any:
    return desk.client.get(f"/api/admin/purchases/export?{urlencode(asked)}")


def rows(response: Any) -> list[list[str]]:
    text = b"".join(response.streaming_content).decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline="")))


def test_the_file_holds_the_list_with_a_header(desk: Desk) -> None:
    user = make_user(first_name="Ada", last_name="Lovelace", email="ada@example.test")
    purchase = make_purchase(user=user)
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
    ]


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
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
