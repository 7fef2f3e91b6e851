"""What the list of purchases is narrowed by, what that comes to, and the same in the export."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection

from frontrow.backoffice.purchases.listing import find_purchases
from frontrow.backoffice.purchases.schemas import PurchaseQuery
from frontrow.sales.models import EndedBecause, Enrollment, Purchase, PurchaseState
from tests.catalogue.desk import Desk
from tests.factories import (
    DisputeFactory,
    from_now,
    make_bootcamp,
    make_purchase,
    make_user,
)

pytestmark = pytest.mark.django_db


def ids(desk: Desk, **asked: object) -> set[int]:
    answer = desk.get(f"purchases?{urlencode(asked)}")
    assert answer["total"] == len(answer["rows"])
    return {row["purchase"]["id"] for row in answer["rows"]}


def total(desk: Desk, **asked: object) -> Any:
    return desk.get(f"purchases/sum?{urlencode(asked)}")


def exported(desk: Desk, **asked: object) -> set[int]:
    response = desk.client.get(f"/api/admin/purchases/export?{urlencode(asked)}")
    file = b"".join(response.streaming_content)  # type: ignore[attr-defined]
    lines = file.decode("utf-8-sig").splitlines()[1:]
    return {int(line.split(",")[0].removeprefix("FR-")) for line in lines}


@pytest.fixture
def known() -> dict[str, Purchase]:
    """One of each kind; `plain` is none of them."""
    full = Decimal("500.00")
    kinds = {
        "plain": make_purchase(total_amount=full),
        "guest": make_purchase(user=None, total_amount=full),
        "complimentary": make_purchase(is_complimentary=True, total_amount=Decimal(0)),
        "partly": make_purchase(total_amount=full, refunded_amount=Decimal("120.50")),
        "wholly": make_purchase(total_amount=full, state=PurchaseState.REFUNDED),
        "disputed": make_purchase(total_amount=full),
        "decided": make_purchase(total_amount=full),
    }
    DisputeFactory.create(purchase=kinds["disputed"])
    DisputeFactory.create(purchase=kinds["decided"], closed_at=from_now())
    return kinds


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({"buyer": "guest"}, {"guest"}),
        ({"complimentary": "true"}, {"complimentary"}),
        ({"partlyRefunded": "true"}, {"partly"}),
        ({"disputed": "true"}, {"disputed"}),
        ({"buyer": "member", "disputed": "true"}, {"disputed"}),
        ({"buyer": "guest", "disputed": "true"}, set()),
        ({"status": "refunded"}, {"wholly"}),
        ({"status": "completed", "partlyRefunded": "true"}, {"partly"}),
    ],
)
def test_the_list_and_its_export_hold_exactly_what_is_asked_for(
    desk: Desk, known: dict[str, Purchase], asked: dict[str, str], wanted: set[str]
) -> None:
    expected = {known[kind].pk for kind in wanted}
    assert ids(desk, **asked) == expected
    assert exported(desk, **asked) == expected


def test_the_days_are_the_operators_and_both_count(desk: Desk) -> None:
    """In New York it is still the day before for hours after midnight in UTC."""
    on = {
        hour: make_purchase()
        for hour in ("2026-11-09T04:59", "2026-11-09T05:00", "2026-11-11T04:59", "2026-11-11T05:00")
    }
    for moment, purchase in on.items():
        at = datetime.fromisoformat(moment).replace(tzinfo=UTC)
        Purchase.objects.filter(pk=purchase.pk).update(created_at=at)
    before, first, last, after = (purchase.pk for purchase in on.values())
    assert ids(desk, since="2026-11-09", until="2026-11-10") == {first, last}
    assert ids(desk, since="2026-11-09") == {first, last, after}
    assert ids(desk, until="2026-11-08") == {before}
    assert desk.call("GET", "purchases?since=yesterday")[0] == 422


def test_the_sum_is_of_what_was_paid_and_kept(desk: Desk, known: dict[str, Purchase]) -> None:
    assert total(desk, buyer="member") == {
        "paid": "2500.00",
        "refunded": "620.50",
        "kept": "1879.50",
    }
    assert total(desk, partlyRefunded="true") == {
        "paid": "500.00",
        "refunded": "120.50",
        "kept": "379.50",
    }
    nothing = {"paid": "0.00", "refunded": "0.00", "kept": "0.00"}
    assert total(desk, complimentary="true") == nothing
    make_purchase(total_amount=Decimal("900.00"), state=PurchaseState.PENDING)
    assert total(desk, status="pending") == nothing
    # What the demo student did is no money, in the figures and here.
    make_purchase(user=make_user(is_demo=True), total_amount=Decimal("900.00"))
    kept = desk.get("purchases")["stats"]["completedRevenue"]
    assert total(desk)["kept"] == kept


def test_somebody_who_moved_away_and_back_is_listed_and_summed_once(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    purchase = make_purchase(bootcamp=bootcamp, total_amount=Decimal("100.00"))
    first = Enrollment.objects.get(purchase=purchase)
    Enrollment.objects.filter(pk=first.pk).update(
        ended_at=from_now(), ended_because=EndedBecause.MOVED
    )
    first.pk, first.paid, first.replaces_id = None, Decimal(0), None
    first.ended_at, first.ended_because = None, ""
    first.save(force_insert=True)
    assert ids(desk, bootcampId=bootcamp.pk) == {purchase.pk}
    assert total(desk, bootcampId=bootcamp.pk)["paid"] == "100.00"
    assert exported(desk, bootcampId=bootcamp.pk) == {purchase.pk}


def test_an_export_says_what_it_was_narrowed_by_and_not_whom_it_looked_for(desk: Desk) -> None:
    exported(desk, search="ana lima", buyer="guest", since="2026-11-01", status="completed")
    [(_, _, _, details)] = desk.audited()
    assert details == {
        "status": "completed",
        "searched": True,
        "buyer": "guest",
        "since": "2026-11-01",
    }


def test_a_date_range_and_open_disputes_are_found_by_index(desk: Desk) -> None:
    DisputeFactory.create(purchase=make_purchase())
    for asked in ({"since": "2026-11-01", "until": "2026-11-02"}, {"disputed": True}):
        found = find_purchases(PurchaseQuery.model_validate(asked))
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            plan = found.values("pk").explain()
        assert "Seq Scan on purchases" not in plan, plan
