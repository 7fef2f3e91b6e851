"""Free seats confirmed by several at once: real threads, real commits."""

import threading
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.core.errors import Conflict
from frontrow.messaging.models import Message
from frontrow.sales.buyers.visitors import Visitor
from frontrow.sales.free_seats import confirming
from frontrow.sales.links import FREE_SEAT
from frontrow.sales.models import Purchase
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import make_bundle
from tests.lock_waits import until_somebody_waits
from tests.races.crowd import all_at_once, tally
from tests.sales.free import Guest, free_class

pytestmark = pytest.mark.django_db(transaction=True)


def confirming_browser(order: Purchase, number: int = 0) -> Callable[[], Any]:
    visitor = Visitor(key=f"browser {number}", user=None, address="127.0.0.1")
    return lambda: confirming.confirm(visitor=visitor, token=FREE_SEAT.token(order))


def kept(bootcamp: Bootcamp) -> int:
    return Seat.objects.filter(
        bootcamp=bootcamp, enrollment_id__isnull=False, held_until=None
    ).count()


def test_many_browsers_that_confirm_one_link_keep_one_seat_and_write_once() -> None:
    bootcamp = free_class()
    order = Guest().order(bootcamp)
    outcomes = all_at_once([confirming_browser(order, number) for number in range(6)])
    assert tally(outcomes) == {"ok": 6}, outcomes
    assert kept(bootcamp) == 1
    assert Message.objects.filter(category="REGISTRATION_CONFIRM").count() == 1
    assert violations() == []


def test_of_several_who_confirm_for_the_last_seat_one_has_it() -> None:
    bootcamp = free_class(max_seats=1)
    orders = [
        Guest(email=f"g{n}@example.test", address=f"10.0.{n}.1").order(bootcamp) for n in range(5)
    ]
    outcomes = all_at_once([confirming_browser(one) for one in orders])
    assert tally(outcomes) == {"ok": 1, "SoldOut": 4}, outcomes
    assert kept(bootcamp) == 1
    assert Purchase.objects.filter(state="completed").count() == 1
    assert violations() == []


def same_person(bootcamp: Bootcamp, count: int) -> list[Purchase]:
    return [
        Guest(email=f"ada+{n}@example.test", address=f"10.0.{n}.1").order(bootcamp)
        for n in range(count)
    ]


def test_one_person_with_several_addresses_confirms_them_at_once_and_has_one_seat() -> None:
    for _ in range(3):
        bootcamp = free_class()
        outcomes = all_at_once([confirming_browser(one) for one in same_person(bootcamp, 4)])
        assert tally(outcomes)["ok"] == 1, outcomes
        assert kept(bootcamp) == 1
        assert violations() == []


def alone_and_in_a_bundle() -> tuple[Bootcamp, Purchase, Purchase]:
    """One person's two orders: neither replaces the other, and both want the same class."""
    bootcamp = free_class()
    bundle = make_bundle(bootcamps=[bootcamp, free_class(name="Other")], price=Decimal(0))
    ada = Guest()
    return bootcamp, ada.order(bootcamp), ada.order(bundle)


def test_without_turns_one_person_would_have_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: two confirm in the same moment, and neither sees the other's seat."""
    bootcamp, first, second = alone_and_in_a_bundle()
    monkeypatch.setattr(confirming, "_take_turns", lambda _keys: None)
    visitor = Visitor(key="", user=None, address="127.0.0.1")
    with transaction.atomic():
        locked = Purchase.objects.select_for_update().get(pk=first.pk)
        confirming.keep(purchase=locked, visitor=visitor)
        assert tally(all_at_once([confirming_browser(second)])) == {"ok": 1}
    assert kept(bootcamp) == 2


def test_with_turns_the_second_waits_and_is_refused() -> None:
    bootcamp, first, second = alone_and_in_a_bundle()
    visitor = Visitor(key="", user=None, address="127.0.0.1")
    outcomes: list[Any] = []
    act = confirming_browser(second)
    waiting = threading.Thread(target=lambda: outcomes.extend(all_at_once([act])))
    with transaction.atomic():
        locked = Purchase.objects.select_for_update().get(pk=first.pk)
        confirming.keep(purchase=locked, visitor=visitor)
        waiting.start()
        until_somebody_waits()
    waiting.join(timeout=30)
    assert [type(one) for one in outcomes] == [Conflict]
    assert outcomes[0].message == "You already have a seat in Open Evening."
    assert kept(bootcamp) == 1
