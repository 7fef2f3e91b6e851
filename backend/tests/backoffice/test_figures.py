"""The dashboard's figures, each as its tooltip says."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from frontrow.catalogue.models import BootcampStatus
from frontrow.messaging.models import Message, MessageStatus
from frontrow.sales.models import Enrollment, PurchaseState, SeatOffer
from tests.catalogue.desk import Desk
from tests.factories import (
    ContactMessageFactory,
    from_now,
    make_bootcamp,
    make_bundle,
    make_message,
    make_purchase,
    make_user,
)
from tests.sales.waiting import free_one, full_class, join, let_run_out, serve

pytestmark = pytest.mark.django_db


def stats(desk: Desk) -> tuple[str, int, int, float]:
    answer = desk.get("stats")
    return (
        answer["revenue"],
        answer["attendees"],
        answer["availableSeats"],
        answer["completionRate"],
    )


def ended(**fields: Any) -> Any:
    return make_bootcamp(starts_at=from_now(days=-2), ends_at=from_now(days=-1), **fields)


def test_with_nothing_sold_every_figure_is_nought(desk: Desk) -> None:
    assert stats(desk) == ("0.00", 0, 0, 0.0)
    assert desk.get("stats")["definitions"] == {
        "revenue": "Completed purchases minus refunds.",
        "attendees": "People who hold a paid seat, each counted once.",
        "availableSeats": "Free seats in active bootcamps that haven't started.",
        "completionRate": "Attended seats out of paid seats, in bootcamps that have ended.",
    }


def test_revenue_is_what_was_completed_minus_what_went_back(desk: Desk) -> None:
    make_purchase(total_amount=Decimal("100.10"))
    make_purchase(total_amount=Decimal("50.00"), refunded_amount=Decimal("20.05"))
    make_purchase(total_amount=Decimal("70.00"), state=PurchaseState.REFUNDED)
    make_purchase(total_amount=Decimal("9.00"), state=PurchaseState.REFUNDING)
    for state in (PurchaseState.PENDING, PurchaseState.FAILED, PurchaseState.CAPTURING):
        make_purchase(total_amount=Decimal("1000.00"), state=state)
    make_purchase(total_amount=Decimal("500.00"), is_complimentary=True)
    make_purchase(total_amount=Decimal("500.00"), user=make_user(is_demo=True))
    assert stats(desk)[0] == "139.05"


def test_a_person_counts_once_however_often_and_however_they_bought(desk: Desk) -> None:
    bootcamps = [make_bootcamp() for _ in range(3)]
    ada = make_user(email="ada@example.test")
    make_purchase(bootcamp=bootcamps[0], user=ada)
    make_purchase(bundle=make_bundle(bootcamps=bootcamps[1:]), user=ada)
    make_purchase(bootcamp=bootcamps[0], user=None, guest_email="Ada@Example.test")
    make_purchase(bootcamp=bootcamps[0], user=None, guest_email="guest@example.test")
    for state in (PurchaseState.REFUNDED, PurchaseState.REFUNDING, PurchaseState.PENDING):
        make_purchase(bootcamp=bootcamps[0], state=state)
    make_purchase(bootcamp=bootcamps[0], user=make_user(is_demo=True))
    assert stats(desk)[1] == 2


def test_available_seats_are_those_somebody_could_still_buy(desk: Desk) -> None:
    on_sale = make_bootcamp(max_seats=5)
    make_purchase(bootcamp=on_sale)
    make_purchase(bootcamp=on_sale, state=PurchaseState.PENDING, held_for=timedelta(minutes=5))
    make_purchase(bootcamp=on_sale, state=PurchaseState.PENDING, held_for=timedelta(minutes=-5))
    make_bootcamp(status=BootcampStatus.ARCHIVED)
    make_bootcamp(starts_at=from_now(minutes=-1))
    make_bootcamp(max_seats=7)
    assert stats(desk)[2] == 3 + 7


def test_the_completion_rate_is_attended_over_seated_in_what_has_ended(desk: Desk) -> None:
    over, ahead = ended(), make_bootcamp()
    for came in (True, True, False):
        purchase = make_purchase(bundle=make_bundle(bootcamps=[over, ahead]))
        if came:
            Enrollment.objects.filter(purchase=purchase).update(attended_at=from_now())
    refunded = make_purchase(bootcamp=over, state=PurchaseState.REFUNDED)
    Enrollment.objects.filter(purchase=refunded).update(attended_at=from_now())
    make_purchase(bootcamp=over, user=make_user(is_demo=True))
    assert stats(desk)[3] == 66.7


def test_the_figures_cost_the_same_however_much_was_sold(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        make_purchase(bootcamp=ended())
        make_purchase()
    # The session and the admin, then one statement for each card.
    with django_assert_num_queries(6):
        desk.get("stats")
    with django_assert_num_queries(10):
        desk.get("summary")


def test_the_strip_of_an_empty_site(desk: Desk) -> None:
    assert desk.get("summary") == {
        "nextSession": None,
        "alsoSoon": [],
        "heldSeats": 0,
        "failedSends": 0,
        "unreadMessages": 0,
        "openDisputes": None,
        "issues": 0,
        "waiting": None,
        "lowFeedback": 0,
    }


def test_the_strip_names_the_next_session_and_what_needs_a_look(desk: Desk) -> None:
    ended()
    make_bootcamp(starts_at=from_now(days=1), status=BootcampStatus.ARCHIVED)
    coming = make_bootcamp(name="Next", starts_at=from_now(days=2), timezone="Asia/Mumbai")
    make_bootcamp(starts_at=from_now(days=3))
    make_purchase(bootcamp=coming)
    make_purchase(bootcamp=coming, state=PurchaseState.PENDING, held_for=timedelta(minutes=5))
    make_purchase(bootcamp=coming, state=PurchaseState.PENDING, held_for=timedelta(minutes=-5))
    make_message(status=MessageStatus.FAILED)
    make_message(status=MessageStatus.PENDING)
    old = make_message(status=MessageStatus.FAILED)
    Message.objects.filter(pk=old.pk).update(created_at=from_now(days=-8))
    ContactMessageFactory.create()
    ContactMessageFactory.create(read_at=from_now())
    assert desk.get("summary") == {
        "nextSession": {
            "id": coming.pk,
            "name": "Next",
            "startDate": coming.starts_at.isoformat().replace("+00:00", "Z"),
            "endDate": coming.ends_at.isoformat().replace("+00:00", "Z"),
            "timezone": "Asia/Mumbai",
            "enrolled": 1,
        },
        "alsoSoon": [],
        "heldSeats": 1,
        "failedSends": 1,
        "unreadMessages": 1,
        "openDisputes": None,
        "issues": 0,
        "waiting": None,
        "lowFeedback": 0,
    }


def test_the_strip_says_how_many_wait_and_leads_to_the_longest_list(desk: Desk) -> None:
    short, long = full_class(), full_class()
    join("Ada", short)
    for name in ("Bea", "Cleo", "Dora"):
        join(name, long)
    # Waits for a new date, and so in no class's line.
    join("Eve", interest="Launch")
    free_one(long)
    serve()
    assert desk.get("summary")["waiting"] == {
        "people": 3,
        "openOffers": 1,
        "bootcampId": long.pk,
    }
    # Its time is over, though nobody has noted it yet.
    let_run_out(SeatOffer.objects.get())
    assert desk.get("summary")["waiting"]["openOffers"] == 0


def test_one_under_way_is_next_and_an_archived_one_takes_place_if_somebody_paid(
    desk: Desk,
) -> None:
    make_bootcamp()
    archived = make_bootcamp(starts_at=from_now(days=1), status=BootcampStatus.ARCHIVED)
    make_purchase(bootcamp=archived)
    assert desk.get("summary")["nextSession"]["id"] == archived.pk
    running = make_bootcamp(starts_at=from_now(hours=-1), ends_at=from_now(hours=1))
    assert desk.get("summary")["nextSession"]["id"] == running.pk
    # It takes place beside the other, and both are a press away.
    soon = make_bootcamp(starts_at=from_now(minutes=55))
    make_bootcamp(starts_at=from_now(minutes=65))
    assert [one["id"] for one in desk.get("summary")["alsoSoon"]] == [soon.pk]


def test_a_canceled_class_is_nobodys_next(desk: Desk) -> None:
    canceled = make_bootcamp(
        starts_at=from_now(minutes=30), canceled_at=from_now(), sales_stopped_at=from_now()
    )
    make_purchase(bootcamp=canceled)
    assert desk.get("summary")["nextSession"] is None
