"""The list of bootcamps in pages: found, filtered and sorted by the database, at any size."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from frontrow.catalogue.models import Bootcamp, BootcampStatus, BootcampType
from tests.catalogue.desk import Desk, make_many
from tests.factories import from_now, make_bootcamp, make_purchase, make_step

pytestmark = pytest.mark.django_db

THREE_HOURS = timedelta(hours=3)


def dated(name: str, days: float, **fields: Any) -> Bootcamp:
    starts_at = from_now(days=days)
    return make_bootcamp(name=name, starts_at=starts_at, ends_at=starts_at + THREE_HOURS, **fields)


def names(desk: Desk, query: str = "") -> list[str]:
    return [row["name"] for row in desk.get(f"bootcamps/page?{query}")["rows"]]


def a_few(desk: Desk) -> None:
    archived = {"status": BootcampStatus.ARCHIVED}
    dated("Long over", -30, **archived)
    dated("Just over", -2, **archived, bootcamp_type=BootcampType.MARKET)
    dated("Kept", -1, kept_active_at=from_now())
    dated("Next year", 300, price=Decimal(500))
    dated("Tomorrow", 1, bootcamp_type=BootcampType.LAUNCH)
    dated("Draft", 7, published_at=None)
    dated("Called off", 3, **archived)


def test_what_is_ahead_comes_soonest_first_and_what_is_over_latest_first(desk: Desk) -> None:
    a_few(desk)
    answer = desk.get("bootcamps/page")
    assert [row["name"] for row in answer["rows"]] == [
        *("Tomorrow", "Called off", "Draft", "Next year"),
        *("Kept", "Just over", "Long over"),
    ]
    assert answer["total"] == 7
    assert answer["counts"] == {"active": 4, "archived": 3, "all": 7}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("status=active", ["Tomorrow", "Draft", "Next year", "Kept"]),
        ("status=archived", ["Called off", "Just over", "Long over"]),
        ("state=ahead", ["Tomorrow", "Called off", "Next year"]),
        ("state=over", ["Kept", "Just over", "Long over"]),
        ("state=draft", ["Draft"]),
        ("state=ahead&status=active", ["Tomorrow", "Next year"]),
        ("type=Launch", ["Tomorrow"]),
        ("search=over+MARKET", ["Just over"]),
        ("search=nothing", []),
        ("sort=name&status=active", ["Draft", "Kept", "Next year", "Tomorrow"]),
        ("sort=name&status=active&descending=true", ["Tomorrow", "Next year", "Kept", "Draft"]),
        ("sort=price&status=active&size=1", ["Next year"]),
        ("sort=date&size=2", ["Long over", "Just over"]),
        ("size=3&page=3", ["Long over"]),
        ("size=3&page=4", []),
    ],
)
def test_it_is_filtered_sorted_and_cut(desk: Desk, query: str, expected: list[str]) -> None:
    a_few(desk)
    assert names(desk, query) == expected


def test_a_canceled_class_is_not_active_and_not_ahead_while_its_people_choose(desk: Desk) -> None:
    dated("Ahead", 2)
    dated("Canceled", 1, canceled_at=from_now())
    answer = desk.get("bootcamps/page?status=active")
    assert [row["name"] for row in answer["rows"]] == ["Ahead"]
    assert answer["counts"] == {"active": 1, "archived": 1, "all": 2}
    assert names(desk, "state=ahead") == ["Ahead"]
    assert names(desk, "state=canceled") == ["Canceled"]
    assert names(desk, "status=archived") == ["Canceled"]
    [row] = desk.get("bootcamps/page?state=canceled")["rows"]
    assert row["canceledAt"] is not None
    assert desk.get("bootcamps/page?state=ahead")["rows"][0]["canceledAt"] is None


def test_a_row_tells_the_price_that_is_charged_now(desk: Desk) -> None:
    make_step(dated("Early", 20, price=Decimal(480)), price=Decimal(380))
    make_step(dated("Ended", 10, price=Decimal(480)), until=from_now(days=-1))
    dated("Plain", 30, price=Decimal(480))
    rows = desk.get("bootcamps/page")["rows"]
    assert [(row["name"], row["priceNow"], row["price"]) for row in rows] == [
        ("Ended", "480.00", "480.00"),
        ("Early", "380.00", "480.00"),
        ("Plain", "480.00", "480.00"),
    ]


def test_a_day_is_found_as_it_is_shown_on_the_clock_of_the_class(desk: Desk) -> None:
    late = datetime(2031, 11, 27, 2, tzinfo=UTC)
    for zone in ("America/New_York", "Asia/Mumbai"):
        make_bootcamp(name=zone, starts_at=late, ends_at=late + THREE_HOURS, timezone=zone)
    assert names(desk, "search=wed,+nov+26,+2031") == ["America/New_York"]
    assert names(desk, "search=thu+nov+27") == ["Asia/Mumbai"]
    assert names(desk, "search=friday") == []


@pytest.mark.parametrize(
    "query", ["page=0", "size=51", "state=soon", "type=Cook", "search=" + "x" * 101, "sort=seats"]
)
def test_what_makes_no_sense_is_refused(desk: Desk, query: str) -> None:
    assert desk.call("GET", f"bootcamps/page?{query}")[0] == 422


def test_a_row_is_the_same_as_in_the_whole_list(desk: Desk) -> None:
    bootcamp = make_bootcamp(max_seats=5)
    make_purchase(bootcamp=bootcamp)
    [row] = desk.get("bootcamps/page")["rows"]
    assert (row["enrolled"], row["availableSeats"]) == (1, 4)
    assert {**row} == {**desk.get(f"bootcamps/{bootcamp.pk}")}


def test_a_page_of_two_thousand_costs_as_many_statements_as_one_of_ten(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_many(2000)
    for query in ("", "search=bootcamp+jan", "state=ahead&sort=name&page=90", "page=100"):
        # Session, admin, counts, how many match, which, the rows, seats, people and changes.
        with django_assert_num_queries(9):
            answer = desk.get(f"bootcamps/page?{query}")
        assert len(answer["rows"]) == 20, query
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert len(desk.get("bootcamps/options?search=bootcamp")) == 20
    assert len(asked) == 4
    # The slowest of them reads every name and day once; no index would help with that.
    assert max(float(query["time"]) for query in asked) < 0.5


def test_options_are_few_soonest_first_with_the_chosen_one_before_them(desk: Desk) -> None:
    a_few(desk)
    chosen = dated("Chosen", -400)
    for number in range(25):
        dated(f"Many m{number:02}", 20 + number, max_seats=2)
    options = desk.get(f"bootcamps/options?chosen={chosen.pk}")
    assert [row["name"] for row in options][:3] == ["Chosen", "Tomorrow", "Called off"]
    assert len(options) == 21
    found = desk.get("bootcamps/options?search=many+m24")
    assert [(row["name"], row["availableSeats"]) for row in found] == [("Many m24", 2)]
    assert set(found[0]) == {"id", "name", "startDate", "timezone", "status", "availableSeats"}
    on_sale = [row["name"] for row in desk.get("bootcamps/options?onSale=true")]
    assert "Draft" not in on_sale
    assert "Called off" not in on_sale
    assert on_sale[:2] == ["Tomorrow", "Many m00"]
