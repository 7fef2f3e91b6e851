"""Who is coming, as an admin reads it."""

from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from pytest_django import DjangoAssertNumQueries

from frontrow.sales.models import Purchase, PurchaseState
from tests.catalogue.desk import Desk
from tests.factories import (
    DisputeFactory,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
)

pytestmark = pytest.mark.django_db

as_json = DjangoJSONEncoder().default


def bought(hours_ago: int, **fields: Any) -> Purchase:
    return make_purchase(completed_at=from_now(hours=-hours_ago), **fields)


def test_members_and_guests_single_and_bundle_newest_first(desk: Desk) -> None:
    bootcamp = make_bootcamp(name="Launch")
    ada = make_user(first_name="Ada", last_name="Lovelace", email="ada@example.test")
    single = bought(2, bootcamp=bootcamp, user=ada)
    guest = bought(
        1,
        bundle=make_bundle(bootcamps=[bootcamp], name="All"),
        user=None,
        guest_email="gale@example.test",
        guest_full_name="Gale Guest",
    )
    bought(1, bootcamp=make_bootcamp())
    answer = desk.get(f"bootcamps/{bootcamp.pk}/attendees")
    assert answer == [
        {
            "user": None,
            "purchase": {
                "id": guest.pk,
                "guestEmail": "gale@example.test",
                "guestFullName": "Gale Guest",
                "isBundle": True,
                "packageName": "All",
                "createdAt": as_json(guest.created_at),
            },
            "name": "Gale Guest",
            "email": "gale@example.test",
            "isGuest": True,
            "isBundle": True,
            "isDisputed": False,
            "registeredAt": as_json(guest.completed_at),
            "attendance": {
                "state": "expected",
                "cameAt": None,
                "minutes": None,
                "markedAt": None,
                "markedBy": "",
            },
        },
        {
            "user": {
                "id": ada.pk,
                "email": "ada@example.test",
                "firstName": "Ada",
                "lastName": "Lovelace",
            },
            "purchase": {
                "id": single.pk,
                "guestEmail": "",
                "guestFullName": "",
                "isBundle": False,
                "packageName": "Launch",
                "createdAt": as_json(single.created_at),
            },
            "name": "Ada Lovelace",
            "email": "ada@example.test",
            "isGuest": False,
            "isBundle": False,
            "isDisputed": False,
            "registeredAt": as_json(single.completed_at),
            "attendance": {
                "state": "expected",
                "cameAt": None,
                "minutes": None,
                "markedAt": None,
                "markedBy": "",
            },
        },
    ]


@pytest.mark.parametrize(
    "fields",
    [
        *({"state": state} for state in PurchaseState if state != PurchaseState.COMPLETED),
        {"user": "demo"},
    ],
)
def test_who_has_no_paid_seat_is_on_neither_list(desk: Desk, fields: dict[str, Any]) -> None:
    if "user" in fields:
        fields = {"user": make_user(is_demo=True)}
    bootcamp = make_bootcamp()
    make_purchase(bootcamp=bootcamp, **fields)
    assert desk.get(f"bootcamps/{bootcamp.pk}/attendees") == []
    assert desk.get("recent-attendees") == []


def test_the_ten_who_bought_last_each_purchase_once(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bundle = make_bundle(bootcamps=[make_bootcamp(), make_bootcamp()])
    last = bought(0, bundle=bundle)
    others = [bought(hours, bootcamp=make_bootcamp(max_seats=1)) for hours in range(1, 12)]
    # The session, the admin, and the purchases with their buyers.
    with django_assert_num_queries(3):
        listed = desk.get("recent-attendees")
    assert [row["purchase"]["id"] for row in listed] == [
        last.pk,
        *(purchase.pk for purchase in others[:9]),
    ]
    assert [row["isBundle"] for row in listed] == [True] + [False] * 9


def test_recent_attendees_say_which_cohort(desk: Desk) -> None:
    camp = make_bootcamp(timezone="America/Denver")
    bought(1, bundle=make_bundle(bootcamps=[camp]))
    bought(2, bootcamp=camp)
    bundled, single = desk.get("recent-attendees")
    assert bundled["bootcamp"] is None
    assert single["bootcamp"] == {
        "id": camp.pk,
        "startDate": as_json(camp.starts_at),
        "timezone": "America/Denver",
    }


def test_a_disputed_person_is_marked_while_the_bank_decides(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    disputed, over, fine = (bought(hours, bootcamp=bootcamp) for hours in (1, 2, 3))
    DisputeFactory.create(purchase=disputed)
    DisputeFactory.create(purchase=over, closed_at=from_now(), status="won")
    told = {
        one["purchase"]["id"]: one["isDisputed"]
        for one in desk.get(f"bootcamps/{bootcamp.pk}/attendees")
    }
    assert told == {disputed.pk: True, over.pk: False, fine.pk: False}
    recent = {one["purchase"]["id"]: one["isDisputed"] for one in desk.get("recent-attendees")}
    assert recent == told
