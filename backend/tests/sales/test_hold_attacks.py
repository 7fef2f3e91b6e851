"""Visitors who hold seats and never pay: they keep nobody out who comes with a card."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.sales.models import Purchase
from tests.factories import from_now, make_bootcamp, make_purchase, seats_of
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper
from tests.sales.free import held
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = size("HOLD_ATTACKS")
# The rule before: a share of all seats, and nothing that spans a day.
OLD_RULE = {
    "< 2 * per_network": "< 1000",
    "AND (s.enrollment_id IS NULL OR s.held_until IS NOT NULL)": "",
}


@contextlib.contextmanager
def rewritten(function: str, changes: dict[str, str]) -> Iterator[None]:
    """A weaker version of a database function, made from the one that is there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef(%s::regproc)", [function])
        (ours,) = cursor.fetchone()
        weaker = ours
        for found, put in changes.items():
            assert found in weaker, f"{function} no longer says {found!r}"
            weaker = weaker.replace(found, put)
        cursor.execute(weaker)
        try:
            yield
        finally:
            cursor.execute(ours)


def class_with(left: int) -> Bootcamp:
    """Twenty seats, of which so many are not sold."""
    bootcamp = make_bootcamp(name="Beginner Bootcamp")
    for _ in range(20 - left):
        make_purchase(bootcamp=bootcamp)
    return bootcamp


def attack(stripe_server: StripeServer, bootcamp: Bootcamp, *, turn: int, attackers: int) -> int:
    """Visitors from networks of their own hold what they can, and never pay; seats held then."""
    for number in range(attackers):
        attacker = Shopper(
            stripe_server,
            email=f"nobody{turn}-{number}@example.test",
            address=f"10.{turn % 250}.{number}.1",
        )
        answer = attacker.ask_session(bootcamp=bootcamp.pk)
        if answer.status_code == 200:
            attacker.hold(answer.json()["paymentIntentId"])
    return held(bootcamp)


def honest_buyer(stripe_server: StripeServer, turn: int) -> Shopper:
    return Shopper(stripe_server, email=f"buyer{turn}@example.test", address=f"172.16.{turn}.1")


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_holds_that_are_never_paid_for_leave_a_seat_for_a_card(
    turn: int, stripe_server: StripeServer
) -> None:
    left = turn % 10 + 1
    bootcamp = class_with(left=left)
    assert attack(stripe_server, bootcamp, turn=turn, attackers=left + 1) == left * 4 // 10
    buyer = honest_buyer(stripe_server, turn)
    bought = buyer.buy(bootcamp=bootcamp.pk)
    assert seats_of(bought).filter(bootcamp=bootcamp, held_until=None).exists()
    # And whoever comes next finds a seat too, unless that was the last one.
    after = honest_buyer(stripe_server, turn + 100).ask_session(bootcamp=bootcamp.pk)
    assert after.status_code == (200 if left > 1 else 409)


def test_control_a_share_of_all_seats_keeps_every_card_out(stripe_server: StripeServer) -> None:
    bootcamp = class_with(left=7)
    with rewritten("may_hold", OLD_RULE):
        assert attack(stripe_server, bootcamp, turn=1, attackers=8) == 7
    refused = honest_buyer(stripe_server, 1).ask_session(bootcamp=bootcamp.pk)
    assert refused.status_code == 409


def wait_ten_minutes() -> None:
    Seat.objects.exclude(held_until=None).update(held_until=from_now(seconds=-1))
    ago = F("held_until") - timedelta(minutes=10)
    Purchase.objects.exclude(held_until=None).update(held_until=ago)


@pytest.mark.parametrize("networks", ["10.9.{}.{}", "2001:db8:{}:{}::1"])
def test_three_networks_cannot_hold_again_and_again(
    networks: str, stripe_server: StripeServer
) -> None:
    bootcamp = make_bootcamp()
    found = []
    for turn in range(4):
        for number in range(9):
            one = Shopper(
                stripe_server,
                email=f"nobody{turn}-{number}@example.test",
                address=networks.format(number % 3, turn * 10 + number + 1),
            )
            one.hold(one.session(bootcamp=bootcamp.pk))
        found.append(held(bootcamp))
        wait_ten_minutes()
    # Eight at once, six a network and day: nineteenth and later ones pay without a hold.
    assert found == [8, 8, 2, 0]
    other = Shopper(stripe_server, email="else@example.test", address="10.200.0.1")
    assert other.hold(other.session(bootcamp=bootcamp.pk)).json()["heldUntil"] is not None
    # A day later they are forgotten.
    Purchase.objects.exclude(held_until=None).update(held_until=from_now(days=-1))
    again = Shopper(stripe_server, email="new@example.test", address=networks.format(0, 99))
    assert again.hold(again.session(bootcamp=bootcamp.pk)).json()["heldUntil"] is not None


def test_holds_that_were_paid_for_do_not_count(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    for number in range(7):
        buyer = Shopper(
            stripe_server, email=f"buyer{number}@example.test", address=f"10.0.5.{number}"
        )
        intent = buyer.session(bootcamp=bootcamp.pk)
        assert buyer.hold(intent).json()["heldUntil"] is not None
        buyer.confirm(intent)
        assert buyer.complete(intent).json()["status"] == "completed"
