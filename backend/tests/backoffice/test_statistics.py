"""Revenue over time, full bootcamps and the funnel: each figure as its definition says."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from frontrow.accounts.models import Role
from frontrow.backoffice.models import FunnelDay
from frontrow.catalogue.models import BootcampStatus
from frontrow.sales.models import CancelReason, Movement, Purchase, PurchaseState
from tests.accounts.people import browser, person, post, told, wrong
from tests.catalogue.desk import Desk
from tests.factories import (
    FunnelDayFactory,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
)

pytestmark = pytest.mark.django_db

# A Wednesday in New York; its month is November, its week begins on the 11th.
NOON = datetime(2026, 11, 18, 17, 0, tzinfo=UTC)


@pytest.fixture
def desk_then(db: None) -> Desk:
    """Signed in at that noon, for whatever is read then."""
    with time_machine.travel(NOON, tick=False):
        return Desk()


def sold(at: datetime, amount: str, **fields: Any) -> Purchase:
    return make_purchase(total_amount=Decimal(amount), completed_at=at, **fields)


def given_back(at: datetime, purchase: Purchase) -> None:
    Movement.objects.filter(purchase=purchase, kind="refund").update(happened_at=at)


def revenue(desk: Desk, by: str) -> dict[str, tuple[str, str, str, int]]:
    with time_machine.travel(NOON, tick=False):
        answer = desk.get(f"statistics/revenue?by={by}")
    return {
        period["start"]: (
            period["completed"],
            period["refunded"],
            period["net"],
            period["purchases"],
        )
        for period in answer["periods"]
    }


# Revenue


def test_months_hold_what_completed_and_what_went_back_in_them(desk_then: Desk) -> None:
    sold(datetime(2026, 11, 3, 12, tzinfo=UTC), "100.10")
    partly = sold(datetime(2026, 10, 5, 12, tzinfo=UTC), "50.00", refunded_amount=Decimal("20.05"))
    given_back(datetime(2026, 11, 4, 12, tzinfo=UTC), partly)
    wholly = sold(datetime(2026, 9, 5, 12, tzinfo=UTC), "70.00", state=PurchaseState.REFUNDED)
    given_back(datetime(2026, 9, 6, 12, tzinfo=UTC), wholly)
    months = revenue(desk_then, "month")
    assert list(months) == [
        *[f"2025-{month}-01" for month in (12,)],
        *[f"2026-{month:02}-01" for month in range(1, 12)],
    ]
    assert months["2026-11-01"] == ("100.10", "20.05", "80.05", 1)
    assert months["2026-10-01"] == ("50.00", "0.00", "50.00", 1)
    assert months["2026-09-01"] == ("70.00", "70.00", "0.00", 1)
    assert months["2026-08-01"] == ("0.00", "0.00", "0.00", 0)


def test_the_months_add_up_to_the_card_on_the_overview(desk_then: Desk) -> None:
    for day, amount in ((2, "10.00"), (3, "20.50")):
        sold(datetime(2026, 10, day, 12, tzinfo=UTC), amount)
    refunded = sold(datetime(2026, 10, 4, tzinfo=UTC), "9.00", state=PurchaseState.REFUNDED)
    given_back(datetime(2026, 10, 5, tzinfo=UTC), refunded)
    with time_machine.travel(NOON, tick=False):
        answer = desk_then.get("statistics/revenue")
        assert answer["total"] == desk_then.get("stats")["revenue"] == "30.50"
    assert answer["definition"].startswith("Payments on the day they were made, minus")


def test_a_day_ends_at_the_operators_midnight(desk_then: Desk, settings: Settings) -> None:
    # Still October 31st in New York, and November 1st in Mumbai.
    sold(datetime(2026, 11, 1, 3, 59, tzinfo=UTC), "10.00")
    sold(datetime(2026, 11, 1, 4, 0, tzinfo=UTC), "5.00")
    assert revenue(desk_then, "month")["2026-10-01"][0] == "10.00"
    assert revenue(desk_then, "month")["2026-11-01"][0] == "5.00"
    settings.ENV = settings.ENV.model_copy(update={"OPERATOR_TIME_ZONE": "Asia/Mumbai"})
    assert revenue(desk_then, "month")["2026-11-01"][0] == "15.00"


def test_weeks_begin_on_monday(desk_then: Desk) -> None:
    sold(datetime(2026, 11, 16, 4, 59, tzinfo=UTC), "10.00")
    sold(datetime(2026, 11, 16, 5, 0, tzinfo=UTC), "5.00")
    weeks = revenue(desk_then, "week")
    assert list(weeks)[-2:] == ["2026-11-09", "2026-11-16"]
    assert len(weeks) == 12
    assert [weeks["2026-11-09"][0], weeks["2026-11-16"][0]] == ["10.00", "5.00"]
    with time_machine.travel(NOON, tick=False):
        last = desk_then.get("statistics/revenue?by=week")["periods"][-1]
    assert (last["start"], last["end"]) == ("2026-11-16", "2026-11-22")


def test_gifts_demo_and_what_never_completed_are_no_revenue(desk_then: Desk) -> None:
    at = datetime(2026, 11, 3, 12, tzinfo=UTC)
    sold(at, "500.00", is_complimentary=True)
    demo = make_user(is_demo=True)
    sold(at, "500.00", user=demo)
    refunded = sold(at, "500.00", user=demo, state=PurchaseState.REFUNDED)
    given_back(at, refunded)
    make_purchase(state=PurchaseState.PENDING)
    make_purchase(state=PurchaseState.FAILED)
    assert revenue(desk_then, "month")["2026-11-01"] == ("0.00", "0.00", "0.00", 0)


def test_only_weeks_and_months_are_offered(desk: Desk) -> None:
    status, answer = desk.call("GET", "statistics/revenue?by=day")
    assert (status, answer["fields"]) == (422, {"by": "Invalid input"})


# Seats


def test_bootcamps_ahead_and_over_with_what_is_sold(desk: Desk) -> None:
    begin = from_now(days=3)
    soon = make_bootcamp(name="Soon", starts_at=begin, max_seats=4)
    later = make_bootcamp(name="Later", starts_at=begin + timedelta(days=7))
    past = make_bootcamp(name="Past", starts_at=from_now(days=-9), status="archived")
    make_bootcamp(name="Called off", starts_at=begin, status=BootcampStatus.ARCHIVED)
    make_purchase(bundle=make_bundle(bootcamps=[soon, later]))
    make_purchase(bootcamp=soon)
    make_purchase(bootcamp=soon, state=PurchaseState.REFUNDED)
    make_purchase(bootcamp=soon, state=PurchaseState.PENDING, held_for=timedelta(minutes=5))
    make_purchase(bootcamp=past)
    make_purchase(bootcamp=past, user=make_user(is_demo=True))
    answer = desk.get("statistics/seats")
    shown = [(row["name"], row["sold"], row["maxSeats"]) for row in answer["ahead"]]
    assert shown == [("Soon", 2, 4), ("Later", 1, 20)]
    assert [(row["name"], row["sold"]) for row in answer["over"]] == [("Past", 1)]
    assert answer["definition"].startswith("Paid seats that weren't refunded")


# The funnel


def opening(client: Client, step: str = "landing", **headers: str) -> tuple[int, Any]:
    answer = client.post(
        "/api/funnel", {"step": step}, content_type="application/json", headers=headers
    )
    return told(answer)


def counted() -> dict[str, int]:
    return dict(FunnelDay.objects.values_list("step", "count"))


def test_an_opened_page_is_a_number_and_nothing_else() -> None:
    visitor = browser()
    for step in ("landing", "landing", "checkout"):
        answer = visitor.post("/api/funnel", {"step": step}, content_type="application/json")
        assert told(answer) == (200, {"ok": True})
        assert not answer.cookies
    assert counted() == {"landing": 2, "checkout": 1}
    assert {field.name for field in FunnelDay._meta.fields} == {"id", "day", "step", "count"}


@pytest.mark.parametrize("header", ["DNT", "Sec-GPC"])
def test_whoever_asks_not_to_be_tracked_is_not_counted(header: str) -> None:
    visitor = browser()
    assert opening(visitor, **{header: "1"}) == (200, {"ok": True})
    assert counted() == {}
    assert opening(visitor, **{header: "0"})[0] == 200
    assert counted() == {"landing": 1}


@pytest.mark.parametrize(
    ("fields", "count"), [({"role": Role.ADMIN}, 0), ({"is_demo": True}, 0), ({}, 1)]
)
def test_admins_and_the_demo_student_are_no_visitors(fields: dict[str, Any], count: int) -> None:
    visitor = browser()
    visitor.force_login(person(**fields))
    assert opening(visitor, "checkout")[0] == 200
    assert counted().get("checkout", 0) == count


def test_more_than_a_person_could_open_is_not_counted(settings: Settings) -> None:
    # One counter only: while Redis comes and goes there are two, each with a limit of its own.
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    visitor = browser()
    for _ in range(35):
        assert opening(visitor)[0] == 200
    assert counted() == {"landing": 30}
    assert opening(browser("192.0.2.7"))[0] == 200
    assert counted() == {"landing": 31}


def test_only_the_two_pages_can_be_counted() -> None:
    assert told(post(browser(), "/api/funnel", step="paid")) == (422, wrong(step="Invalid input"))
    assert counted() == {}


def test_the_day_is_the_operators() -> None:
    with time_machine.travel(datetime(2026, 11, 1, 3, 59, tzinfo=UTC), tick=False):
        opening(browser())
    assert FunnelDay.objects.get().day == date(2026, 10, 31)


def funnel(desk: Desk, days: int) -> list[tuple[str, int]]:
    steps = desk.get(f"statistics/funnel?days={days}")["steps"]
    return [(step["key"], step["count"]) for step in steps]


def test_the_steps_from_the_sales_page_to_a_paid_seat(desk: Desk) -> None:
    today = from_now().date()
    for ago, count in ((1, 100), (6, 40), (40, 1000)):
        FunnelDayFactory.create(day=today - timedelta(days=ago), count=count)
    FunnelDayFactory.create(day=today - timedelta(days=1), step="checkout", count=12)
    make_purchase()
    make_purchase(state=PurchaseState.REFUNDED)
    make_purchase(state=PurchaseState.PENDING)
    make_purchase(state=PurchaseState.FAILED, cancel_reason=CancelReason.EXPIRED)
    # None of these is a beginning of its own.
    make_purchase(state=PurchaseState.FAILED, cancel_reason=CancelReason.REPLACED)
    make_purchase(is_complimentary=True)
    make_purchase(user=make_user(is_demo=True))
    old = make_purchase()
    Purchase.objects.filter(pk=old.pk).update(created_at=from_now(days=-40))
    assert funnel(desk, 30) == [("landing", 140), ("checkout", 12), ("started", 4), ("paid", 2)]
    assert funnel(desk, 365) == [("landing", 1140), ("checkout", 12), ("started", 5), ("paid", 3)]


def test_the_first_day_of_the_funnel_begins_at_the_operators_midnight(desk_then: Desk) -> None:
    for minute in (59, 0):
        bought = make_purchase()
        # 4:59 is still the evening before in New York; 5:00 is its midnight.
        at = datetime(2026, 11, 17, 4 if minute else 5, minute, tzinfo=UTC)
        Purchase.objects.filter(pk=bought.pk).update(created_at=at)
    with time_machine.travel(NOON, tick=False):
        assert funnel(desk_then, 2) == [
            ("landing", 0),
            ("checkout", 0),
            ("started", 1),
            ("paid", 1),
        ]
        assert funnel(desk_then, 3)[2:] == [("started", 2), ("paid", 2)]


def test_each_step_says_in_words_how_it_is_counted(desk: Desk) -> None:
    answer = desk.get("statistics/funnel")
    assert (answer["days"], answer["timezone"]) == (30, "America/New_York")
    assert all(step["definition"].endswith(".") for step in answer["steps"])
    assert "visitors aren't tracked" in answer["definition"]
    assert desk.call("GET", "statistics/funnel?days=366")[0] == 422


def test_the_statistics_cost_the_same_however_much_was_sold(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 4):
        for _ in range(count):
            make_purchase()
            make_purchase(state=PurchaseState.REFUNDED)
        # The session and the admin come first each time.
        with django_assert_num_queries(4):
            desk.get("statistics/revenue")
        with django_assert_num_queries(5):
            desk.get("statistics/seats")
        with django_assert_num_queries(4):
            desk.get("statistics/funnel")
