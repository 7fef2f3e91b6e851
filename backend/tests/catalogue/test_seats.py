"""A bootcamp has exactly as many seats as it may sell."""

import pytest
from django.db import IntegrityError, transaction

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.catalogue.seats import SoldOut, match_seats_to_capacity, take_seats
from frontrow.core.errors import Conflict
from frontrow.sales.models import PurchaseState
from tests.factories import enrollment_of, make_bootcamp, make_purchase, seats_of

pytestmark = pytest.mark.django_db(transaction=True)


def numbers(bootcamp: Bootcamp) -> list[int]:
    return list(bootcamp.seats.order_by("number").values_list("number", flat=True))


@transaction.atomic
def resize(bootcamp: Bootcamp, seats: int) -> None:
    bootcamp.max_seats = seats
    bootcamp.save()
    match_seats_to_capacity(bootcamp=bootcamp)


def test_seats_are_added_and_removed_at_the_end() -> None:
    bootcamp = make_bootcamp(max_seats=3)
    assert numbers(bootcamp) == [1, 2, 3]
    resize(bootcamp, 5)
    assert numbers(bootcamp) == [1, 2, 3, 4, 5]
    resize(bootcamp, 2)
    assert numbers(bootcamp) == [1, 2]


def test_taken_seats_stay_and_gaps_are_filled_when_it_grows_again() -> None:
    bootcamp = make_bootcamp(max_seats=3)
    purchase = make_purchase(bootcamp=bootcamp, state=PurchaseState.COMPLETED)
    seats_of(purchase).update(enrollment_id=None)
    Seat.objects.filter(bootcamp=bootcamp, number=3).update(
        enrollment_id=enrollment_of(purchase).pk
    )
    resize(bootcamp, 2)
    assert numbers(bootcamp) == [1, 3]
    resize(bootcamp, 4)
    assert numbers(bootcamp) == [1, 2, 3, 4]


def test_a_smaller_bootcamp_keeps_high_numbers_that_are_taken_and_still_grows_exactly() -> None:
    bootcamp = make_bootcamp(max_seats=5)
    for number in (4, 5):
        purchase = make_purchase(bootcamp=bootcamp, state=PurchaseState.COMPLETED)
        seats_of(purchase).update(enrollment_id=None)
        Seat.objects.filter(bootcamp=bootcamp, number=number).update(
            enrollment_id=enrollment_of(purchase).pk
        )
    resize(bootcamp, 2)
    assert numbers(bootcamp) == [4, 5]
    resize(bootcamp, 3)
    assert numbers(bootcamp) == [1, 4, 5]


def test_capacity_cannot_go_below_what_is_sold() -> None:
    bootcamp = make_bootcamp(max_seats=3)
    make_purchase(bootcamp=bootcamp, state=PurchaseState.COMPLETED)
    make_purchase(bootcamp=bootcamp, state=PurchaseState.COMPLETED)
    with pytest.raises(Conflict, match="More seats than that are already taken"):
        resize(bootcamp, 1)
    bootcamp.refresh_from_db()
    assert (bootcamp.max_seats, numbers(bootcamp)) == (3, [1, 2, 3])


def test_control_forgetting_the_seats_is_refused_when_it_commits() -> None:
    bootcamp = make_bootcamp(max_seats=3)
    bootcamp.max_seats = 5
    with pytest.raises(IntegrityError, match="has 3 seats instead of 5"):
        bootcamp.save()


@pytest.mark.parametrize("is_reversed", [False, True])
def test_seats_are_taken_in_the_order_of_classes_whatever_order_they_are_asked_in(
    *, is_reversed: bool
) -> None:
    """So two bundles never wait for each other: the first class that is full is named."""
    full = [make_bootcamp(name=name, max_seats=1) for name in ("First", "Second")]
    for one in full:
        make_purchase(bootcamp=one)
    wanted = sorted(((one.pk, 10**9 + one.pk) for one in full), reverse=is_reversed)
    with pytest.raises(SoldOut, match=r"^First is sold out"):
        take_seats(enrollments=dict(wanted))
