"""What visitors are offered: true to the second, cheap, and without a single private link."""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from frontrow.catalogue import offers
from frontrow.catalogue.models import Bootcamp, BootcampStatus, Seat
from frontrow.catalogue.schemas import BootcampOut
from frontrow.sales.models import PurchaseState
from tests.factories import enrolment_of, make_bootcamp, make_bundle, make_purchase
from tests.races.crowd import all_at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    offers.bootcamps_answer.forget()
    offers.bundles_answer.forget()
    yield
    offers.bootcamps_answer.forget()
    offers.bundles_answer.forget()


START = datetime.now(UTC).replace(microsecond=0) + timedelta(days=10)


def test_a_bootcamp_is_offered_with_everything_a_visitor_needs(client: Client) -> None:
    bootcamp = make_bootcamp(
        name="Advanced Bootcamp",
        tagline="From demo to product",
        description="Accounts, payments and a domain.",
        bootcamp_type="Launch",
        step=2,
        price=Decimal("1495.00"),
        starts_at=START,
        ends_at=START + timedelta(hours=3),
        includes_coaching=True,
    )
    make_purchase(bootcamp=bootcamp, state=PurchaseState.COMPLETED)
    response = client.get("/api/bootcamps")
    assert response["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert response.json() == [
        {
            "id": bootcamp.pk,
            "name": "Advanced Bootcamp",
            "tagline": "From demo to product",
            "description": "Accounts, payments and a domain.",
            "bootcampType": "Launch",
            "step": 2,
            "price": "1495.00",
            "maxSeats": 20,
            "availableSeats": 19,
            "heldSeats": 0,
            "startDate": START.isoformat().replace("+00:00", "Z"),
            "endDate": (START + timedelta(hours=3)).isoformat().replace("+00:00", "Z"),
            "timezone": "America/New_York",
            "includesCoaching": True,
            "isActive": True,
        }
    ]


def test_archived_and_ended_ones_are_not_and_the_rest_come_in_the_order_of_the_journey(
    client: Client,
) -> None:
    later = make_bootcamp(name="Later", step=1, starts_at=START, ends_at=START + timedelta(hours=3))
    third = make_bootcamp(name="Third", step=3)
    sooner = make_bootcamp(
        name="Sooner",
        step=1,
        starts_at=START - timedelta(days=1),
        ends_at=START + timedelta(hours=1),
    )
    make_bootcamp(name="Archived", status=BootcampStatus.ARCHIVED)
    make_bootcamp(
        name="Over",
        starts_at=START - timedelta(days=40),
        ends_at=START - timedelta(days=39),
    )
    listed = [item["id"] for item in client.get("/api/bootcamps").json()]
    assert listed == [sooner.pk, later.pk, third.pk]


def test_a_held_seat_is_gone_until_its_hold_runs_out(client: Client) -> None:
    bootcamp = make_bootcamp(max_seats=2)
    purchase = make_purchase(bootcamp=bootcamp, state=PurchaseState.PENDING)
    seat = Seat.objects.filter(bootcamp=bootcamp)[0]
    for held_for, left in [(timedelta(minutes=5), 1), (timedelta(seconds=-1), 2)]:
        seat.enrolment_id = enrolment_of(purchase).pk
        seat.held_until = datetime.now(UTC) + held_for
        seat.save()
        offers.bootcamps_answer.forget()
        [shown] = client.get("/api/bootcamps").json()
        assert (shown["availableSeats"], shown["heldSeats"]) == (left, 2 - left)


def test_a_sold_seat_is_not_called_held(client: Client) -> None:
    bootcamp = make_bootcamp(max_seats=1)
    make_bundle(bootcamps=[bootcamp])
    make_purchase(bootcamp=bootcamp, state=PurchaseState.COMPLETED)
    assert client.get("/api/bootcamps").json()[0]["heldSeats"] == 0
    assert client.get("/api/bundles").json()[0]["bootcamps"][0]["heldSeats"] == 0


def test_a_bundle_has_as_many_seats_as_its_fullest_member(client: Client) -> None:
    build, market = make_bootcamp(name="Build", step=1), make_bootcamp(name="Market", step=3)
    bundle = make_bundle(
        bootcamps=[market, build], name="Complete Bundle", price=Decimal("2995.00")
    )
    make_bundle(bootcamps=[build], is_active=False)
    make_purchase(bootcamp=market, state=PurchaseState.COMPLETED)
    [offer] = client.get("/api/bundles").json()
    assert offer["id"] == str(bundle.pk)
    assert (offer["price"], offer["availableSeats"]) == ("2995.00", 19)
    assert [(item["name"], item["availableSeats"]) for item in offer["bootcamps"]] == [
        ("Build", 20),
        ("Market", 19),
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"status": BootcampStatus.ARCHIVED},
        {"starts_at": datetime.now(UTC) - timedelta(minutes=1)},
    ],
)
def test_a_bundle_with_a_member_that_no_longer_sells_has_none(
    client: Client, change: dict[str, object]
) -> None:
    build, market = make_bootcamp(), make_bootcamp()
    make_bundle(bootcamps=[build, market])
    Bootcamp.objects.filter(pk=market.pk).update(**change)
    assert client.get("/api/bundles").json()[0]["availableSeats"] == 0


def test_no_private_link_ever_shows(client: Client) -> None:
    links = {
        name: f"https://canary.example.test/{name}"
        for name in (
            "session_url",
            "recording_url",
            "resources_url",
            "zoom_join_url",
            "zoom_registration_url",
            "zoom_start_url",
        )
    }
    make_bundle(bootcamps=[make_bootcamp(**links, zoom_meeting_id="canary")])
    text = client.get("/api/bootcamps").content + client.get("/api/bundles").content
    assert b"canary" not in text


def test_an_unchanged_catalogue_is_a_304_and_a_sale_changes_it(client: Client) -> None:
    bootcamp = make_bootcamp()
    etag = client.get("/api/bootcamps")["ETag"]
    again = client.get("/api/bootcamps", headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    make_purchase(bootcamp=bootcamp, state=PurchaseState.COMPLETED)
    offers.bootcamps_answer.forget()
    changed = client.get("/api/bootcamps", headers={"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag


def test_it_costs_one_or_two_statements_and_then_none(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_bundle(bootcamps=[make_bootcamp() for _ in range(5)])
    with django_assert_num_queries(1):
        client.get("/api/bootcamps")
    with django_assert_num_queries(2):
        client.get("/api/bundles")
    with django_assert_num_queries(0):
        client.get("/api/bootcamps")
        client.get("/api/bundles")


def test_what_is_shown_is_at_most_a_moment_old(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert offers.KEPT_SECONDS <= 2
    bootcamp = make_bootcamp()
    client.get("/api/bootcamps")
    make_purchase(bootcamp=bootcamp, state=PurchaseState.COMPLETED)
    assert client.get("/api/bootcamps").json()[0]["availableSeats"] == 20
    monkeypatch.setattr(offers, "KEPT_SECONDS", 0)
    assert client.get("/api/bootcamps").json()[0]["availableSeats"] == 19


@pytest.mark.django_db(transaction=True)
def test_a_hundred_visitors_at_once_ask_the_database_once() -> None:
    make_bootcamp()
    asked: list[int] = []

    def ask() -> list[BootcampOut]:
        asked.append(1)
        found = offers.offered_bootcamps()
        connection.close()
        return found

    answer = offers.KeptAnswer(ask, list[BootcampOut])
    with ThreadPoolExecutor(max_workers=16) as pool:
        bodies = set(pool.map(lambda _: answer._current().body, range(100)))
    assert len(asked) == 1
    assert [item["availableSeats"] for item in json.loads(bodies.pop())] == [20]


def test_a_stalled_database_keeps_nobody_waiting_for_more_than_one_question() -> None:
    asked: list[float] = []

    def fail_slowly() -> list[Any]:
        asked.append(time.monotonic())
        time.sleep(0.5)
        raise RuntimeError("database away")

    answer = offers.KeptAnswer(fail_slowly, list[BootcampOut])
    began = time.monotonic()
    told = all_at_once([answer._current] * 8)
    assert {str(one) for one in told} == {"database away"}
    assert len(asked) == 1
    assert time.monotonic() - began < 3
    # The next one asks again: a failure is told to those who waited for it, and to nobody after.
    with pytest.raises(RuntimeError):
        answer._current()
    assert len(asked) == 2


def test_while_one_asks_the_others_have_the_answer_of_a_moment_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_answer = threading.Event()
    asked: list[int] = []

    def ask() -> list[Any]:
        asked.append(1)
        if len(asked) > 1:
            assert may_answer.wait(20)
        return []

    answer = offers.KeptAnswer(ask, list[BootcampOut])
    first = answer._current()
    monkeypatch.setattr(offers, "KEPT_SECONDS", 0.0)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(answer._current)
        while len(asked) < 2:
            time.sleep(0.01)
        assert answer._current() is first, "nobody waits for the slow one"
        may_answer.set()
        assert slow.result(20) is not first
