"""What visitors are offered: true to the second, cheap, and without a single private link."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from frontrow.catalogue.models import Bootcamp, BootcampStatus, Seat
from frontrow.sales.models import PurchaseState
from tests.factories import enrollment_of, make_bootcamp, make_bundle, make_purchase, make_step

pytestmark = pytest.mark.django_db


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
    assert response["Cache-Control"] == "public, max-age=0, s-maxage=1, must-revalidate"
    [shown] = response.json()
    assert shown["seats"].pop("asOf")
    assert [shown] == [
        {
            "id": bootcamp.pk,
            "name": "Advanced Bootcamp",
            "tagline": "From demo to product",
            "description": "Accounts, payments and a domain.",
            "bootcampType": "Launch",
            "step": 2,
            "course": "2 advanced bootcamp",
            "price": "1495.00",
            "regularPrice": "1495.00",
            "isStruck": False,
            "priceUntil": None,
            "priceSeatsLeft": None,
            "priceThen": None,
            "priceAfterSeats": None,
            "maxSeats": 20,
            "availableSeats": 19,
            "heldSeats": 0,
            "startDate": START.isoformat().replace("+00:00", "Z"),
            "endDate": (START + timedelta(hours=3)).isoformat().replace("+00:00", "Z"),
            "timezone": "America/New_York",
            "includesCoaching": True,
            "isActive": True,
            "salesOpenAt": None,
            "salesCloseAt": None,
            "seats": {"total": 20, "sold": 1, "held": 0, "offered": 0, "free": 19},
            "waitingList": False,
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
        seat.enrollment_id = enrollment_of(purchase).pk
        seat.held_until = datetime.now(UTC) + held_for
        seat.save()
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
    changed = client.get("/api/bootcamps", headers={"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag


def test_it_costs_two_or_four_statements_however_many_there_are(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bundle = make_bundle(bootcamps=[make_bootcamp() for _ in range(5)])
    for bootcamp in Bootcamp.objects.all():
        make_step(bootcamp, first_seats=3)
    make_step(bundle, first_seats=3)
    with django_assert_num_queries(2):
        shown = client.get("/api/bootcamps").json()
    assert {each["priceSeatsLeft"] for each in shown} == {3}
    with django_assert_num_queries(4):
        [bundle_shown] = client.get("/api/bundles").json()
    assert bundle_shown["priceSeatsLeft"] == 3


def test_a_sale_shows_in_the_next_answer(client: Client) -> None:
    bootcamp = make_bootcamp()
    assert client.get("/api/bootcamps").json()[0]["availableSeats"] == 20
    make_purchase(bootcamp=bootcamp, state=PurchaseState.COMPLETED)
    assert client.get("/api/bootcamps").json()[0]["availableSeats"] == 19
