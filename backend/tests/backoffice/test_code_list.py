"""The list of codes and one code's record: found, narrowed, sorted, and what each brought."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from frontrow.accounts.models import Role
from frontrow.core.clock import now
from frontrow.sales.models import CodeUse, DiscountCode, PurchaseState
from tests.backoffice.coding import make_code, use_code
from tests.catalogue.desk import Desk
from tests.factories import from_now, make_bootcamp, make_bundle, make_user
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db


def names(answer: dict[str, Any]) -> list[str]:
    return [row["code"] for row in answer["rows"]]


def test_each_state_is_told_and_found_by_itself(desk: Desk) -> None:
    make_code("LIVE", starts_at=from_now(days=-1), ends_at=from_now(days=1), max_uses=1)
    make_code("PAUSED", is_active=False, ends_at=from_now(days=-1))
    make_code("SOON", starts_at=from_now(days=1))
    make_code("OVER", ends_at=from_now(days=-1))
    make_code("GONE", max_uses=1, uses=1, ends_at=from_now(days=-1))
    wanted = {
        "active": "LIVE",
        "paused": "PAUSED",
        "upcoming": "SOON",
        "ended": "OVER",
        "used_up": "GONE",
    }
    told = {row["code"]: row["state"] for row in desk.get("codes")["rows"]}
    assert told == {code: state for state, code in wanted.items()}
    for state, code in wanted.items():
        assert names(desk.get(f"codes?state={state}")) == [code]


def test_a_code_is_found_by_each_of_its_words(desk: Desk) -> None:
    make_code("SPRING", note="Partner Acme")
    make_code("ANAS", for_email="ana@example.test")
    make_code("K7M3", lot="2026-11-17-XYZ")
    for search, code in (("pri", "SPRING"), ("acme spr", "SPRING"), ("ana@ex", "ANAS")):
        assert names(desk.get(f"codes?search={search}")) == [code]
    assert names(desk.get("codes?search=11-17")) == ["K7M3"]
    assert names(desk.get("codes?lot=2026-11-17-XYZ")) == ["K7M3"]
    assert names(desk.get("codes?search=acme ana")) == []
    for audience, code in (("everybody", "SPRING"), ("personal", "ANAS"), ("generated", "K7M3")):
        assert names(desk.get(f"codes?audience={audience}")) == [code]


def test_the_list_is_sorted_both_ways_and_paged(desk: Desk) -> None:
    for place in range(22):
        make_code(f"CODE{place:02}", uses=place % 3, ends_at=from_now(days=place or 1))
    newest = desk.get("codes")
    assert (newest["total"], newest["totalIsExact"]) == (22, True)
    assert names(newest)[:2] == ["CODE21", "CODE20"]
    assert names(desk.get("codes?page=2")) == ["CODE01", "CODE00"]
    assert names(desk.get("codes?page=3")) == []
    assert names(desk.get("codes?sort=code&descending=false"))[0] == "CODE00"
    assert names(desk.get("codes?sort=uses"))[0] == "CODE20"
    assert names(desk.get("codes?sort=ends"))[0] == "CODE21"
    DiscountCode.objects.filter(code="CODE05").update(ends_at=None)
    assert names(desk.get("codes?sort=ends&descending=false&page=2"))[-1] == "CODE05"


def test_revenue_is_what_was_paid_with_it_minus_refunds(desk: Desk) -> None:
    code, other = make_code(), make_code("OTHER")
    kept = use_code(code)
    partly = use_code(code, refunded_amount=Decimal("96.00"))
    back = use_code(code, state=PurchaseState.REFUNDED, refunded_amount=Decimal("796.00"))
    CodeUse.objects.filter(purchase=back).update(returned_at=now())
    use_code(other, total_amount=Decimal("0.00"), taken_off="995.00")
    # Neither paid, nor money.
    for state in (PurchaseState.PENDING, PurchaseState.FAILED):
        use_code(code, state=state)
    use_code(code, user=make_user(is_demo=True))
    rows = {row["code"]: row for row in desk.get("codes")["rows"]}
    assert (rows["SPRING"]["revenue"], rows["SPRING"]["uses"]) == ("1496.00", 5)
    assert rows["OTHER"]["revenue"] == "0.00"
    record = desk.get(f"codes/{code.pk}")
    assert (record["revenue"], record["discounted"], record["returned"]) == (
        "1496.00",
        "1194.00",
        1,
    )
    assert {kept.pk, partly.pk, back.pk} < {
        one["purchaseId"] for one in desk.get(f"codes/{code.pk}/uses")["rows"]
    }


def test_a_use_names_its_purchase_person_and_date(desk: Desk) -> None:
    code = make_code()
    bootcamp = make_bootcamp(name="Launch Weekend")
    first = use_code(
        code, bootcamp=bootcamp, user=None, guest_email="ana@example.test", guest_full_name="Ana L"
    )
    bundled = use_code(code, bundle=make_bundle(bootcamps=[bootcamp], name="Both"))
    newest, row = desk.get(f"codes/{code.pk}/uses")["rows"]
    assert (newest["purchaseId"], newest["cohort"]) == (bundled.pk, None)
    assert {**row, "usedAt": None, "cohort": row["cohort"]["id"]} == {
        "purchaseId": first.pk,
        "receiptNumber": f"FR-{first.pk:06}",
        "userId": None,
        "customer": "Ana L",
        "email": "ana@example.test",
        "packageName": "Launch Weekend",
        "cohort": bootcamp.pk,
        "discount": "199.00",
        "paid": "796.00",
        "refunded": "0.00",
        "usedAt": None,
        "returnedAt": None,
    }
    assert desk.get(f"codes/{code.pk}/uses?page=2")["rows"] == []


def test_sums_are_for_those_who_may_see_money(client: Client) -> None:
    code = make_code()
    use_code(code)
    shown = {}
    for role in (Role.SUPPORT, Role.FINANCE):
        sign_in_recently(client, make_user(role=role))
        record = client.get(f"/api/admin/codes/{code.pk}").json()
        [use] = client.get(f"/api/admin/codes/{code.pk}/uses").json()["rows"]
        [row] = client.get("/api/admin/codes").json()["rows"]
        shown[role] = (record["revenue"], record["discounted"], use["paid"], row["revenue"])
    assert shown == {
        Role.SUPPORT: (None, None, None, None),
        Role.FINANCE: ("796.00", "199.00", "796.00", "796.00"),
    }


def test_the_number_of_statements_does_not_depend_on_how_many_there_are(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    code = make_code()
    for _ in range(3):
        use_code(code)
    for place in range(30):
        make_code(f"MORE{place}")
    desk.get("codes")
    # Two say whose session it is.
    with django_assert_num_queries(5):
        desk.get("codes?search=more&sort=uses")
    with django_assert_num_queries(3):
        desk.get(f"codes/{code.pk}")
    with django_assert_num_queries(5):
        desk.get(f"codes/{code.pk}/uses")


FOUND_BY_LETTERS = """
SELECT id FROM discount_codes WHERE upper(code::text) LIKE '%SPRI%'
OR upper(note::text) LIKE '%SPRI%' OR upper(for_email::text) LIKE '%SPRI%'
OR upper(lot::text) LIKE '%SPRI%'
"""
NEWEST_USES = """
SELECT id FROM code_uses WHERE code_id = 1 ORDER BY claimed_at DESC, id DESC LIMIT 20
"""
REVENUE = """
SELECT sum(total_amount - refunded_amount) FROM purchases
WHERE code_id = 1 AND listed_status IN ('completed', 'refunded') AND user_id IS NULL
"""


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        (FOUND_BY_LETTERS, "codes_search"),
        (NEWEST_USES, "code_uses_newest"),
        (REVENUE, "Index Only Scan using purchases_revenue_by_code"),
    ],
)
def test_each_question_has_an_index(statement: str, index: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {statement}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert index in plan, plan
