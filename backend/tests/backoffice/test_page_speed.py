"""Web vitals of visitors are ratings in counters, and nothing about anybody."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from frontrow.accounts.models import Role
from frontrow.backoffice.statistics.page_speed import PAGE_SPEED
from tests.accounts.people import browser, person, post, told

pytestmark = pytest.mark.django_db

OK = (200, {"ok": True})


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> None:
    PAGE_SPEED.clear()


def tell(client: Client, **seen: Any) -> tuple[int, Any]:
    return told(post(client, "/api/page-speed", **seen))


def counted() -> dict[str, float]:
    [found] = PAGE_SPEED.collect()
    return {
        " ".join([one.labels["page"], one.labels["measure"], one.labels["rating"]]): one.value
        for one in found.samples
        if one.name.endswith("_total")
    }


@pytest.mark.parametrize(
    ("seen", "rating"),
    [
        ({"lcp": 2500}, "lcp good"),
        ({"lcp": 2501}, "lcp needs improvement"),
        ({"lcp": 4001}, "lcp poor"),
        ({"inp": 200}, "inp good"),
        ({"inp": 500}, "inp needs improvement"),
        ({"inp": 501}, "inp poor"),
        ({"cls": 0}, "cls good"),
        ({"cls": 0.11}, "cls needs improvement"),
        ({"cls": 0.26}, "cls poor"),
    ],
)
def test_each_measure_is_rated_as_the_trade_does(seen: dict[str, Any], rating: str) -> None:
    assert tell(browser(), page="checkout", **seen) == OK
    assert counted() == {f"checkout {rating}": 1}


def test_it_costs_no_statement_and_leaves_no_cookie(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    visitor = browser()
    with django_assert_num_queries(0):
        answer = post(visitor, "/api/page-speed", page="landing", lcp=900, inp=40, cls=0.01)
    assert told(answer) == OK
    assert not answer.cookies
    assert counted() == {"landing lcp good": 1, "landing inp good": 1, "landing cls good": 1}
    # The operator's monitor reads it.
    told_to_monitor = browser().get("/metrics").content.decode()
    line = 'frontrow_page_speed_total{measure="lcp",page="landing",rating="good"} 1.0'
    assert line in told_to_monitor


@pytest.mark.parametrize("header", ["DNT", "Sec-GPC"])
def test_whoever_asks_not_to_be_tracked_is_not_counted(header: str) -> None:
    seen = {"page": "landing", "lcp": 900}
    for value in ("1", "0"):
        browser().post(
            "/api/page-speed", seen, content_type="application/json", headers={header: value}
        )
    assert counted() == {"landing lcp good": 1}


def test_admins_are_no_visitors() -> None:
    visitor = browser()
    visitor.force_login(person(role=Role.ADMIN))
    assert tell(visitor, page="other", lcp=900) == OK
    assert counted() == {}


def test_more_than_a_person_could_cause_is_not_counted(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    visitor = browser()
    for _ in range(35):
        assert tell(visitor, page="other", cls=0) == OK
    assert counted() == {"other cls good": 30}
    assert tell(browser("192.0.2.7"), page="other", cls=0) == OK
    assert counted() == {"other cls good": 31}


@pytest.mark.parametrize(
    "seen",
    [
        {"page": "/admin/purchases?search=grace"},
        {"page": "landing", "lcp": -1},
        {"page": "landing", "lcp": 10**9},
        {"page": "landing", "cls": "1e400"},
        {"page": "landing", "visitor": "grace"},
        {"lcp": 900},
    ],
)
def test_nothing_but_the_three_measures_of_a_known_page_is_taken(seen: dict[str, Any]) -> None:
    assert tell(browser(), **seen)[0] == 422
    assert counted() == {}
