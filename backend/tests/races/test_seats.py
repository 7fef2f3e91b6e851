"""However many come at once, a seat is sold once; each race beside a control that fails."""

import random
import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from types import SimpleNamespace

import pytest
from django.db import connection, transaction

from frontrow.catalogue import seats
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.catalogue.seats import NotOnSale, SoldOut, release_seats, take_seats
from frontrow.sales.models import Enrollment, Purchase, PurchaseState
from tests.factories import (
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    seats_of,
)
from tests.races.crowd import all_at_once, tally
from tests.races.unlocked import meeting

pytestmark = pytest.mark.django_db(transaction=True)


def buyers(count: int, bootcamp: Bootcamp) -> list[Purchase]:
    return [make_purchase(bootcamp=bootcamp, state=PurchaseState.PENDING) for _ in range(count)]


def keep(bootcamps: list[Bootcamp], purchase: Purchase) -> Callable[[], dict[int, int]]:
    wanted = {bootcamp.pk: enrollment_of(purchase, bootcamp).pk for bootcamp in bootcamps}
    return partial(take_seats, enrollments=wanted)


def kept(bootcamp: Bootcamp) -> int:
    return Seat.objects.filter(
        bootcamp=bootcamp, enrollment_id__isnull=False, held_until__isnull=True
    ).count()


def test_sixty_buyers_for_twenty_seats_sell_exactly_twenty() -> None:
    bootcamp = make_bootcamp()
    outcomes = all_at_once([keep([bootcamp], purchase) for purchase in buyers(60, bootcamp)])
    assert tally(outcomes) == {"ok": 20, "SoldOut": 40}
    numbers = [
        number for outcome in outcomes if isinstance(outcome, dict) for number in outcome.values()
    ]
    assert sorted(numbers) == list(range(1, 21))


def test_control_counting_first_and_taking_later_oversells() -> None:
    """What a counter without a lock would have sold."""
    bootcamp = make_bootcamp(max_seats=5)
    sold: list[int] = []
    meet = meeting(20)

    def buy(purchase: Purchase) -> None:
        left = Seat.objects.filter(bootcamp=bootcamp, enrollment_id__isnull=True).count() - len(
            sold
        )
        meet()
        if left > 0:
            sold.append(purchase.pk)

    all_at_once([partial(buy, purchase) for purchase in buyers(20, bootcamp)])
    assert len(sold) > 5


def test_bundles_and_singles_mixed_take_all_or_none_without_a_deadlock() -> None:
    bootcamps = [make_bootcamp(max_seats=6) for _ in range(4)]
    wishes = [bootcamps[:3], bootcamps[1:], [bootcamps[3], bootcamps[0]], *([b] for b in bootcamps)]
    rng = random.Random(7)
    acts, wanted = [], {}
    for _ in range(60):
        wish = rng.choice(wishes)
        bundle = make_bundle(bootcamps=wish) if len(wish) > 1 else None
        purchase = (
            make_purchase(bundle=bundle, state=PurchaseState.PENDING)
            if bundle
            else make_purchase(bootcamp=wish[0], state=PurchaseState.PENDING)
        )
        wanted[purchase.pk] = len(wish)
        acts.append(keep(rng.sample(wish, len(wish)), purchase))
    outcomes = all_at_once(acts)
    assert set(tally(outcomes)) <= {"ok", "SoldOut"}
    for bootcamp in bootcamps:
        assert kept(bootcamp) <= 6
    for purchase_id, size in wanted.items():
        assert Seat.objects.filter(
            enrollment_id__in=Enrollment.objects.filter(purchase_id=purchase_id).values("pk")
        ).count() in {0, size}


def test_control_members_taken_in_any_order_deadlock() -> None:
    """Two bundles that lock their members crosswise wait for each other until one is shot."""
    first, second = make_bootcamp(max_seats=1), make_bootcamp(max_seats=1)
    both_have_one = threading.Barrier(2)

    @transaction.atomic
    def crosswise(order: list[Bootcamp]) -> None:
        Seat.objects.select_for_update().get(bootcamp=order[0])
        both_have_one.wait(timeout=120)
        Seat.objects.select_for_update().get(bootcamp=order[1])

    outcomes = all_at_once(
        [partial(crosswise, [first, second]), partial(crosswise, [second, first])]
    )
    assert tally(outcomes) == {"ok": 1, "OperationalError": 1}


def test_a_seat_that_is_only_locked_is_waited_for_not_called_sold_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other buyer rolls back: the seat was free all along."""
    bootcamp = make_bootcamp(max_seats=1)
    hesitant, patient = buyers(2, bootcamp)
    is_taken, has_looked, is_back = (threading.Event() for _ in range(3))

    def pause(_: float) -> None:
        has_looked.set()
        assert is_back.wait(30)

    monkeypatch.setattr(seats, "time", SimpleNamespace(sleep=pause))

    def change_of_mind() -> bool:
        with transaction.atomic():
            keep([bootcamp], hesitant)()
            is_taken.set()
            waits = has_looked.wait(30)
            transaction.set_rollback(True)
        is_back.set()
        return waits

    def come_a_little_later() -> bool:
        assert is_taken.wait(30)
        return keep([bootcamp], patient)() == {bootcamp.pk: 1}

    assert all_at_once([change_of_mind, come_a_little_later]) == [True, True]
    assert seats_of(patient).get() == Seat.objects.get(bootcamp=bootcamp)


def test_a_buyer_never_waits_behind_another_buyers_lock() -> None:
    """The slow one commits only after the quick one is done."""
    bootcamp = make_bootcamp(max_seats=2)
    slow, quick = buyers(2, bootcamp)
    is_taken, is_done = threading.Event(), threading.Event()

    def dawdle() -> bool:
        with transaction.atomic():
            keep([bootcamp], slow)()
            is_taken.set()
            return is_done.wait(10)

    def hurry() -> bool:
        assert is_taken.wait(30)
        keep([bootcamp], quick)()
        is_done.set()
        return True

    assert all_at_once([dawdle, hurry]) == [True, True]
    kept = Seat.objects.filter(bootcamp=bootcamp, held_until=None)
    assert set(kept) == set(seats_of(slow, quick))


def test_a_hold_ends_by_itself_and_the_seat_goes_to_the_next() -> None:
    bootcamp = make_bootcamp(max_seats=1)
    first, second = buyers(2, bootcamp)

    def hold(purchase: Purchase) -> dict[int, int]:
        wanted = {bootcamp.pk: enrollment_of(purchase).pk}
        return take_seats(enrollments=wanted, hold_for=timedelta(minutes=10))

    assert hold(first) == {bootcamp.pk: 1}
    with pytest.raises(SoldOut, match="is sold out"):
        hold(second)
    Seat.objects.filter(bootcamp=bootcamp).update(held_until=from_now(seconds=-1))
    assert hold(second) == {bootcamp.pk: 1}
    assert seats_of(second).get() == Seat.objects.get(bootcamp=bootcamp)


def test_keeping_turns_ones_own_hold_into_a_seat_and_takes_no_second_one() -> None:
    bootcamp = make_bootcamp(max_seats=3)
    [purchase] = buyers(1, bootcamp)
    mine = {bootcamp.pk: enrollment_of(purchase).pk}
    take_seats(enrollments=mine, hold_for=timedelta(minutes=10))
    take_seats(enrollments=mine)
    take_seats(enrollments=mine)
    seat = seats_of(purchase).get()
    assert (seat.number, seat.held_until) == (1, None)


def test_twenty_calls_for_one_purchase_take_one_seat() -> None:
    bootcamp = make_bootcamp(max_seats=20)
    [purchase] = buyers(1, bootcamp)
    outcomes = all_at_once([keep([bootcamp], purchase)] * 20)
    # One seat per purchase and bootcamp is the database's own rule; settle takes turns anyway.
    assert set(tally(outcomes)) <= {"ok", "IntegrityError"}
    assert seats_of(purchase).count() == 1


@pytest.mark.parametrize("change", [{"status": "archived"}, {"starts_at": from_now(seconds=-1)}])
def test_nothing_sells_after_the_start_or_from_the_archive(change: dict[str, object]) -> None:
    bootcamp = make_bootcamp()
    [purchase] = buyers(1, bootcamp)
    Bootcamp.objects.filter(pk=bootcamp.pk).update(**change)
    with pytest.raises(NotOnSale, match="is no longer on sale"):
        keep([bootcamp], purchase)()
    assert not seats_of(purchase).exists()


def test_a_bundle_with_one_full_member_leaves_the_others_free() -> None:
    open_one, full = make_bootcamp(name="Open"), make_bootcamp(name="Full", max_seats=0)
    bundle = make_bundle(bootcamps=[open_one, full])
    purchase = make_purchase(bundle=bundle, state=PurchaseState.PENDING)
    with pytest.raises(SoldOut, match=r"^Full is sold out\.$"):
        keep([open_one, full], purchase)()
    assert not seats_of(purchase).exists()


def test_released_seats_come_back_once() -> None:
    bootcamp = make_bootcamp(max_seats=2)
    [purchase] = buyers(1, bootcamp)
    keep([bootcamp], purchase)()
    assert release_seats(enrollment_ids=[one.pk for one in purchase.enrollments.all()]) == 1
    assert release_seats(enrollment_ids=[one.pk for one in purchase.enrollments.all()]) == 0
    assert kept(bootcamp) == 0


def test_taking_a_seat_is_one_statement() -> None:
    bootcamp = make_bootcamp()
    [purchase] = buyers(1, bootcamp)
    enrollment = enrollment_of(purchase)
    with connection.execute_wrapper(counted := Counting()):
        seats._take_one(bootcamp.pk, enrollment.pk, None)
    assert counted.statements == 1


class Counting:
    def __init__(self) -> None:
        self.statements = 0

    def __call__(self, execute: Callable[..., object], *args: object) -> object:
        self.statements += 1
        return execute(*args)
