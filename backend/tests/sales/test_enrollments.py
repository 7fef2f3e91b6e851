"""Enrollments: shares that add up, an end with its reason, and access by whoever holds them."""

import random
from decimal import Decimal

import pytest
from django.test import Client

from frontrow.catalogue.models import Seat
from frontrow.sales.attending.certificates import issue_certificate
from frontrow.sales.changes.complimentary import withdraw
from frontrow.sales.enrollment.attendees import owned_bootcamp_ids
from frontrow.sales.enrollment.shares import share_out
from frontrow.sales.models import Enrollment, PurchaseState
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.repairs import share_out_again
from tests.factories import (
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
    seats_of,
)
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db


def test_the_bundles_price_is_shared_by_list_price() -> None:
    assert share_out(Decimal("2995.00"), [Decimal(995), Decimal(1495), Decimal(1495)]) == [
        Decimal("747.81"),
        Decimal("1123.60"),
        Decimal("1123.59"),
    ]


def test_what_costs_nothing_is_shared_equally() -> None:
    assert share_out(Decimal("1.00"), [Decimal(0)] * 3) == [
        Decimal("0.34"),
        Decimal("0.33"),
        Decimal("0.33"),
    ]


def test_shares_add_up_and_a_repair_leaves_them_as_they_are() -> None:
    chance = random.Random(18)
    for _ in range(50):
        members = [
            make_bootcamp(price=Decimal(chance.choice([0, 1, chance.randrange(300_000)])) / 100)
            for _ in range(chance.randrange(1, 5))
        ]
        total = Decimal(chance.randrange(500_000)) / 100
        purchase = make_purchase(
            bundle=make_bundle(bootcamps=members, price=total), state=PurchaseState.PENDING
        )
        shares = Enrollment.objects.filter(purchase=purchase).order_by("pk")
        kept = list(shares.values_list("paid", flat=True))
        assert sum(kept) == total
        share_out_again(purchase_id=purchase.pk)
        assert list(shares.values_list("paid", flat=True)) == kept


def test_shares_that_do_not_add_up_are_seen() -> None:
    purchase = make_purchase()
    assert violations() == []
    purchase.enrollments.update(paid="1.00")
    assert violations() == [("shares differ from the total", str(purchase.pk))]


def test_a_live_enrollment_has_its_seat_and_an_ended_one_has_none() -> None:
    moved, gone = make_purchase(), make_purchase()
    moved.enrollments.update(ended_at=from_now(), ended_because="moved")
    assert violations() == [("seats kept without a right", str(moved.pk))]
    seats_of(moved).update(enrollment_id=None)
    assert violations() == []
    seats_of(gone).update(enrollment_id=None)
    assert violations() == [("completed without all its seats", str(gone.pk))]


def test_a_withdrawn_gift_ends_with_its_reason() -> None:
    gift = make_purchase(is_complimentary=True, total_amount=Decimal(0))
    gift.enrollments.update(paid=0)
    assert withdraw(purchase_id=gift.pk)
    ended = enrollment_of(gift)
    assert (ended.ended_because, ended.ended_at is None) == ("withdrawn", False)
    assert not Seat.objects.exclude(enrollment_id=None).exists()
    assert violations() == []


def test_access_asks_the_holder_and_no_longer_the_buyer(client: Client) -> None:
    buyer, holder = make_user(), make_user()
    bootcamp = make_bootcamp(starts_at=from_now(minutes=5), session_url="https://meet.example.test")
    purchase = make_purchase(user=buyer, bootcamp=bootcamp)
    purchase.enrollments.update(holder=holder)
    join = f"/api/user/bootcamps/{bootcamp.pk}/join"
    sign_in_recently(client, buyer)
    assert client.post(join, {}, "application/json").status_code == 404
    assert owned_bootcamp_ids(user=buyer) == set()
    sign_in_recently(client, holder)
    assert client.post(join, {}, "application/json").status_code == 200
    assert owned_bootcamp_ids(user=holder) == {bootcamp.pk}


def test_a_seat_offered_to_an_address_is_no_longer_the_buyers() -> None:
    buyer = make_user()
    purchase = make_purchase(user=buyer)
    purchase.enrollments.update(holder_email="friend@example.test", holder_name="A Friend")
    assert owned_bootcamp_ids(user=buyer) == set()
    assert enrollment_of(purchase).attendee is None


def test_the_certificate_carries_the_holders_name() -> None:
    holder = make_user(first_name="Hanna", last_name="Holder")
    bootcamp = make_bootcamp(starts_at=from_now(hours=-3), ends_at=from_now(hours=-1))
    purchase = make_purchase(bootcamp=bootcamp)
    purchase.enrollments.update(holder=holder, attended_at=from_now(hours=-2))
    issued = issue_certificate(user=holder, bootcamp_id=bootcamp.pk)
    assert (issued.holder_name, issued.enrollment.purchase) == ("Hanna Holder", purchase)
