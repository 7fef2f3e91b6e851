"""The books of a range of days: they agree with everything else to the cent, whatever happened."""

import csv
import io
import random
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from frontrow.accounts.models import AuditEntry
from frontrow.sales.ledger.movements import keep_sum
from frontrow.sales.ledger.refund_lines import fill_lines
from frontrow.sales.models import Movement, Purchase, RefundLine
from tests.catalogue.desk import Desk
from tests.factories import MovementFactory, make_bootcamp, make_bundle, make_purchase, make_user
from tests.sizes import size

pytestmark = pytest.mark.django_db

NOVEMBER = "since=2026-11-01&until=2026-11-30"
SUMS = ("gross", "refunds", "disputes", "net")


def at(day: int, hour: int = 17) -> datetime:
    return datetime(2026, 11, day, hour, tzinfo=UTC)


def move(purchase: Purchase, kind: str, amount: str, when: datetime, **fields: Any) -> Movement:
    moved = MovementFactory.create(
        purchase=purchase, kind=kind, amount=Decimal(amount), happened_at=when, **fields
    )
    fill_lines(purchase_ids=[purchase.pk])
    keep_sum(purchase=purchase)
    return moved


def sums(books: Any) -> tuple[str, ...]:
    return tuple(books[name] for name in SUMS)


def journal(desk: Desk, days: str = NOVEMBER) -> list[dict[str, str]]:
    response = desk.client.get(f"/api/admin/statistics/books/export?{days}")
    assert response.status_code == 200
    text = b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


@pytest.fixture
def desk(db: None) -> Desk:
    return Desk()


def test_a_month_says_what_came_what_went_and_what_is_not_known(desk: Desk) -> None:
    build = make_bootcamp(name="Build", price="100.00", bootcamp_type="Build")
    launch = make_bootcamp(name="Launch", price="200.00", bootcamp_type="Launch")
    single = make_purchase(bootcamp=build, completed_at=at(3))
    both = make_purchase(
        bundle=make_bundle(bootcamps=[build, launch], name="Both"),
        total_amount=Decimal("250.00"),
        completed_at=at(3),
    )
    move(single, "refund", "-40.00", at(5))
    move(both, "dispute", "-30.00", at(6), fee=Decimal("15.00"))
    move(both, "dispute", "-25.00", at(7), status="pending")
    books = desk.get(f"statistics/books?{NOVEMBER}")
    assert sums(books["total"]) == ("350.00", "40.00", "30.00", "280.00")
    # One fee is known; two payments and a refund told none.
    assert (books["total"]["fees"], books["total"]["unknownFees"]) == ("15.00", 3)
    assert (books["total"]["payments"], books["total"]["refundCount"]) == (2, 1)
    assert books["undecided"] == "25.00"
    assert [(row["day"], *sums(row["total"])) for row in books["byDay"]] == [
        ("2026-11-03", "350.00", "0.00", "0.00", "350.00"),
        ("2026-11-05", "0.00", "40.00", "0.00", "-40.00"),
        ("2026-11-06", "0.00", "0.00", "30.00", "-30.00"),
    ]
    third = Decimal("250.00") / 3
    by_cohort = {row["name"]: row["total"] for row in books["byCohort"]}
    assert by_cohort["Build"]["gross"] == str((100 + third).quantize(Decimal("0.01")))
    assert {row["name"] for row in books["byProduct"]} == {"Build", "Both"}
    assert {row["name"] for row in books["byType"]} == {"Build", "Launch"}
    assert "doesn't report them" in books["payoutsNote"]
    assert books["feesNote"] != ""


def test_no_known_fee_is_null_and_never_nothing(desk: Desk) -> None:
    make_purchase(completed_at=at(3))
    books = desk.get(f"statistics/books?{NOVEMBER}")
    assert (books["total"]["fees"], books["total"]["unknownFees"]) == (None, 1)
    Movement.objects.update(fee=Decimal("3.20"))
    books = desk.get(f"statistics/books?{NOVEMBER}")
    assert (books["total"]["fees"], books["total"]["unknownFees"], books["feesNote"]) == (
        "3.20",
        0,
        "",
    )
    assert [row["Fee"] for row in journal(desk)] == ["3.20"]


@pytest.mark.parametrize("seed", range(size("RANDOM_BOOKS")))
def test_random_books_agree_with_statistics_exports_and_themselves(desk: Desk, seed: int) -> None:
    """Odd prices, bundles, refunds, disputes lost and won, over three months."""
    _random_books(random.Random(seed))
    with time_machine.travel(datetime(2026, 12, 20, 17, tzinfo=UTC), tick=False):
        sign_in = Desk()
        months = {one["start"]: one for one in sign_in.get("statistics/revenue")["periods"]}
    whole = Decimal(0)
    for since, until in (
        ("2026-10-01", "2026-10-31"),
        ("2026-11-01", "2026-11-30"),
        ("2026-12-01", "2026-12-31"),
    ):
        days = f"since={since}&until={until}"
        books = desk.get(f"statistics/books?{days}")
        total = {name: Decimal(books["total"][name]) for name in SUMS}
        assert total["net"] == total["gross"] - total["refunds"] - total["disputes"]
        for split in ("byDay", "byCohort", "byProduct", "byType"):
            for name in SUMS:
                parts = sum((Decimal(row["total"][name]) for row in books[split]), Decimal(0))
                assert parts == total[name], (split, name)
        assert Decimal(months[since]["completed"]) == total["gross"]
        assert Decimal(months[since]["net"]) == total["net"]
        assert months[since]["purchases"] == books["total"]["payments"]
        assert sum(Decimal(row["Amount"]) for row in journal(desk, days)) == total["net"]
        whole += total["net"]
    # And with the list of purchases, and the card on the overview.
    sold = Purchase.objects.exclude(user__is_demo=True)
    assert whole == sum(one.total_amount - one.refunded_amount for one in sold)
    assert Decimal(desk.get("stats")["revenue"]) == whole


def _random_books(rng: random.Random) -> None:
    cohorts = [
        make_bootcamp(
            price=Decimal(rng.randint(1, 200_000)) / 100,
            bootcamp_type=rng.choice(["Build", "Launch", "Market"]),
            max_seats=30,
        )
        for _ in range(4)
    ]
    bundle = make_bundle(bootcamps=cohorts[:3])
    start = datetime(2026, 10, 1, 12, tzinfo=UTC)
    for number in range(15):
        when = start + timedelta(minutes=rng.randint(0, 80 * 24 * 60))
        what: dict[str, Any] = (
            {"bundle": bundle, "total_amount": Decimal(rng.randint(100, 300_000)) / 100}
            if rng.random() < 0.4
            else {"bootcamp": rng.choice(cohorts)}
        )
        who: dict[str, Any] = {"user": make_user(is_demo=True)} if number == 0 else {}
        purchase = make_purchase(completed_at=when, **what, **who)
        left = int(purchase.total_amount * 100)
        for step in range(rng.randint(0, 2)):
            cents = rng.randint(1, left) if left else 0
            if not cents:
                break
            later = when + timedelta(hours=step + 1)
            kind = rng.choice(["refund", "dispute", "won"])
            amount = str(-Decimal(cents) / 100)
            if kind == "won":
                move(purchase, "dispute", amount, later, provider_id=f"dp_{number}_{step}")
                back = f"dp_{number}_{step}-won"
                move(purchase, "dispute_won", amount[1:], later, provider_id=back)
            else:
                move(purchase, kind, amount, later)
                left -= cents


def test_what_no_class_accounts_for_stays_in_the_sums(desk: Desk) -> None:
    purchase = make_purchase(total_amount=Decimal("90.00"), completed_at=at(3))
    move(purchase, "refund", "-20.00", at(4))
    RefundLine.objects.all().delete()
    books = desk.get(f"statistics/books?{NOVEMBER}")
    assert sums(books["total"]) == ("90.00", "20.00", "0.00", "70.00")
    last = books["byCohort"][-1]
    assert (last["name"], last["bootcampId"], last["total"]["net"]) == (
        "Not assigned to a class",
        None,
        "-20.00",
    )


def test_days_are_the_operators(desk: Desk, settings: Settings) -> None:
    make_purchase(
        total_amount=Decimal("10.00"), completed_at=datetime(2026, 11, 1, 3, 59, tzinfo=UTC)
    )
    make_purchase(
        total_amount=Decimal("5.00"), completed_at=datetime(2026, 11, 1, 4, 0, tzinfo=UTC)
    )
    assert desk.get(f"statistics/books?{NOVEMBER}")["total"]["gross"] == "5.00"
    settings.ENV = settings.ENV.model_copy(update={"OPERATOR_TIME_ZONE": "Asia/Mumbai"})
    assert desk.get(f"statistics/books?{NOVEMBER}")["total"]["gross"] == "15.00"


@pytest.mark.parametrize(
    ("days", "before"),
    [
        (NOVEMBER, ("2026-10-01", "2026-10-31")),
        ("since=2026-03-01&until=2026-03-31", ("2026-02-01", "2026-02-28")),
        ("since=2026-11-09&until=2026-11-15", ("2026-11-02", "2026-11-08")),
        ("since=2026-11-01&until=2026-11-01", ("2026-10-31", "2026-10-31")),
    ],
)
def test_it_is_compared_with_the_days_before(
    desk: Desk, days: str, before: tuple[str, str]
) -> None:
    day = datetime.fromisoformat(before[1]).replace(hour=17, tzinfo=UTC)
    make_purchase(total_amount=Decimal("7.00"), completed_at=day)
    books = desk.get(f"statistics/books?{days}")
    assert (books["beforeSince"], books["beforeUntil"]) == before
    assert (books["before"]["gross"], books["total"]["gross"]) == ("7.00", "0.00")


@pytest.mark.parametrize(
    "days", ["since=2026-11-02&until=2026-11-01", "since=2026-01-01&until=2027-01-02"]
)
def test_days_that_make_no_range_are_refused(desk: Desk, days: str) -> None:
    for path in ("statistics/books", "statistics/books/export"):
        status, refusal = desk.call("GET", f"{path}?{days}")
        assert (status, list(refusal["fields"])) == (422, ["until"])
    assert not AuditEntry.objects.exists()


def test_the_journal_names_nobody_runs_nothing_and_is_noted(desk: Desk) -> None:
    evil = make_bootcamp(name="=HYPERLINK(1)")
    bought = make_purchase(bootcamp=evil, total_amount=Decimal("90.00"), completed_at=at(3))
    move(bought, "refund", "-20.00", at(4))
    paid, back = journal(desk)
    assert (paid["Date"], paid["Kind"], paid["Amount"], paid["Fee"]) == (
        "2026-11-03",
        "Payment",
        "90.00",
        "unknown",
    )
    assert (back["Kind"], back["Amount"]) == ("Refund", "-20.00")
    assert paid["Class"] == "'=HYPERLINK(1)"
    assert bought.customer_name not in str([paid, back])
    [entry] = desk.audited()
    assert entry == (
        "exported books",
        "books",
        "",
        {"since": "2026-11-01", "until": "2026-11-30"},
    )


def test_it_takes_the_same_few_statements_however_much_is_sold(desk: Desk) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as seen:
            desk.get(f"statistics/books?{NOVEMBER}")
        return len(seen)

    make_purchase(completed_at=at(3))
    one = statements()
    for day in range(4, 12):
        move(make_purchase(completed_at=at(day)), "refund", "-1.00", at(day + 1))
    assert statements() == one
