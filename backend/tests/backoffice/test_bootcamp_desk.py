"""The admin's list of bootcamps: whole, true, and as cheap with thousands as with one."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from frontrow.catalogue.models import BootcampStatus
from frontrow.sales.models import PurchaseState
from tests.catalogue.desk import Desk, make_many
from tests.factories import from_now, make_bootcamp, make_bundle, make_purchase, make_user

pytestmark = pytest.mark.django_db


def test_the_list_holds_every_bootcamp_the_latest_first_with_true_counts(desk: Desk) -> None:
    past = make_bootcamp(
        starts_at=from_now(days=-2),
        ends_at=from_now(days=-1),
        status=BootcampStatus.ARCHIVED,
        max_seats=1,
    )
    later = make_bootcamp(starts_at=from_now(days=60), max_seats=5)
    sooner = make_bootcamp(starts_at=from_now(days=20), max_seats=3)
    make_purchase(bootcamp=past)
    make_purchase(bundle=make_bundle(bootcamps=[later, sooner]))
    make_purchase(bootcamp=later, state=PurchaseState.REFUNDED)
    make_purchase(bootcamp=later, state=PurchaseState.PENDING, held_for=timedelta(minutes=5))
    make_purchase(bootcamp=later, state=PurchaseState.PENDING, held_for=timedelta(minutes=-5))
    listed = desk.get("bootcamps")
    assert [
        (row["id"], row["status"], row["enrolled"], row["availableSeats"], row["maxSeats"])
        for row in listed
    ] == [
        (later.pk, "active", 1, 3, 5),
        (sooner.pk, "active", 1, 2, 3),
        (past.pk, "archived", 1, 0, 1),
    ]
    for row in listed:
        assert as_dates(desk.get(f"bootcamps/{row['id']}")) == as_dates(row)


def as_dates(row: dict[str, Any]) -> dict[str, Any]:
    """One shows microseconds and the other does not."""
    dates = {
        name: datetime.fromisoformat(value).replace(microsecond=0)
        for name, value in row.items()
        if value and name.endswith(("At", "Date"))
    }
    return row | dates


def test_a_demo_student_counts_as_nobody(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    make_purchase(bootcamp=bootcamp, user=make_user(is_demo=True))
    make_purchase(bootcamp=bootcamp, user=None)
    assert desk.get(f"bootcamps/{bootcamp.pk}")["enrolled"] == 1
    assert desk.get(f"bootcamps/{bootcamp.pk}/change-preview")["attendees"] == 1


def test_two_thousand_bootcamps_cost_as_many_statements_as_one(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_many(2000)
    # The session, the admin, the bootcamps, their free seats, attendees and changes.
    with django_assert_num_queries(6):
        listed = desk.get("bootcamps")
    assert len(listed) == 2000
    assert {row["availableSeats"] for row in listed} == {2}


def test_what_a_change_would_touch_is_said_before_it_is_made(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    make_purchase(bootcamp=bootcamp)
    make_purchase(bundle=make_bundle(bootcamps=[bootcamp]))
    make_purchase(bootcamp=bootcamp, state=PurchaseState.REFUNDED)
    make_purchase(bootcamp=bootcamp, state=PurchaseState.REFUNDING)
    make_purchase(bootcamp=bootcamp, state=PurchaseState.PENDING, held_for=timedelta(minutes=5))
    make_purchase(bootcamp=bootcamp, state=PurchaseState.PENDING, held_for=timedelta(minutes=-5))
    assert desk.get(f"bootcamps/{bootcamp.pk}/change-preview") == {
        "attendees": 2,
        "beingRefunded": 1,
        "heldSeats": 1,
        "takenSeats": 4,
    }
    status, _ = desk.call("PATCH", f"bootcamps/{bootcamp.pk}", {"maxSeats": 3})
    assert status == 409
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"maxSeats": 4})
