"""Several at once at one list: one offer for each seat, and no class left open to passers-by."""

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.catalogue.offers import offered_bootcamps
from frontrow.catalogue.seats import SoldOut, take_seats
from frontrow.messaging.models import Message
from frontrow.sales.models import PurchaseState, SeatOffer, WaitingEntry
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.waiting import joining, serving
from frontrow.sales.waiting.serving import serve
from tests.factories import enrollment_of, make_purchase
from tests.races.crowd import PATIENCE_SECONDS, all_at_once, tally
from tests.sales.waiting import ask_to_join, free_one, full_class, join, post, token_of
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

READS = size("SEAT_COUNT_READS")


def people(count: int, bootcamp: Bootcamp) -> list[WaitingEntry]:
    return [
        join(f"Waiting{number}", bootcamp, client=Client(REMOTE_ADDR=f"10.0.{number}.1"))
        for number in range(count)
    ]


def test_eight_who_serve_at_once_offer_each_seat_once() -> None:
    bootcamp = full_class(seats=10)
    people(12, bootcamp)
    free_one(bootcamp, count=6)
    outcomes = all_at_once([serve] * 8)
    assert set(tally(outcomes)) == {"ok"}
    assert sum(one for one in outcomes if isinstance(one, int)) == 6
    offered = SeatOffer.objects.values_list("entry__email", flat=True).order_by("pk")
    assert list(offered) == [f"waiting{number}@example.test" for number in range(6)]
    emails = Message.objects.filter(category="LIST_OFFER").values_list("recipient", flat=True)
    assert max(Counter(emails).values()) == 1
    assert violations() == []


def test_control_reading_first_and_offering_later_would_offer_twice() -> None:
    """What a list without the lock and the look behind it would have done."""
    bootcamp = full_class(seats=2)
    people(3, bootcamp)
    free_one(bootcamp)
    gate, offered = threading.Barrier(2), []

    def naive() -> None:
        first = WaitingEntry.objects.filter(state="waiting").order_by("queued_at", "pk").first()
        gate.wait(timeout=30)
        offered.append(first.pk if first else None)

    all_at_once([naive, naive])
    assert len(offered) == 2
    assert len(set(offered)) == 1


def while_serving_waits_to_commit(
    monkeypatch: pytest.MonkeyPatch, bootcamp: Bootcamp, name: str
) -> bool:
    """Somebody joins between the last look of whoever serves and their commit: is it closed?"""
    reached, go_on = threading.Event(), threading.Event()

    def pause(label: str) -> None:
        if label == "serve.before_commit" and threading.current_thread() is server:
            reached.set()
            assert go_on.wait(timeout=30)

    monkeypatch.setattr(serving, "crash_point", pause)

    def serve_slowly() -> None:
        try:
            serve()
        finally:
            connection.close()

    def join_meanwhile() -> None:
        try:
            ask_to_join(name, bootcamp)
        finally:
            connection.close()

    server = threading.Thread(target=serve_slowly)
    joiner = threading.Thread(target=join_meanwhile)
    server.start()
    assert reached.wait(timeout=30)
    joiner.start()
    # With the lock they wait; without it they are done before.
    joiner.join(timeout=1)
    go_on.set()
    server.join(timeout=30)
    joiner.join(timeout=30)
    bootcamp.refresh_from_db()
    return bootcamp.serves_list


def test_whoever_joins_while_the_list_is_served_closes_the_class(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bootcamp = full_class(seats=1)
    join("Ada", bootcamp)
    free_one(bootcamp)
    assert while_serving_waits_to_commit(monkeypatch, bootcamp, "Bea")


def test_control_without_the_lock_the_class_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    bootcamp = full_class(seats=1)
    join("Ada", bootcamp)
    free_one(bootcamp)
    monkeypatch.setattr(serving, "take_turns", lambda: None)
    monkeypatch.setattr(joining, "take_turns", lambda: None)
    assert not while_serving_waits_to_commit(monkeypatch, bootcamp, "Bea")


def test_declining_and_running_out_at_once_end_one_offer_once() -> None:
    bootcamp = full_class(seats=2)
    first, *_ = people(2, bootcamp)
    free_one(bootcamp)
    serve()
    token = token_of(first)
    outcomes = all_at_once([partial(post, f"offers/{token}/decline")] * 4 + [serve] * 2)
    assert set(tally(outcomes)) == {"ok"}
    first.refresh_from_db()
    assert (first.state, first.misses) == ("waiting", 1)
    assert SeatOffer.objects.get(entry=first).state == "declined"


def churn(bootcamp: Bootcamp, stop: threading.Event) -> int:
    """Seats taken, freed and offered, until told to stop; how often."""
    times = 0
    mine = enrollment_of(make_purchase(bootcamp=bootcamp, state=PurchaseState.PENDING)).pk
    while not stop.is_set():
        try:
            take_seats(enrollments={bootcamp.pk: mine})
        except SoldOut:
            serve()
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE seats SET enrollment_id = NULL, held_until = NULL WHERE enrollment_id = %s",
                [mine],
            )
        times += 1
    return times


@pytest.mark.timeout(3600)
def test_the_numbers_add_up_in_every_reading_under_load() -> None:
    bootcamp = full_class(seats=20)
    people(3, bootcamp)
    free_one(bootcamp, count=4)
    stop = threading.Event()

    def read() -> int:
        for _ in range(READS // 2):
            [one] = offered_bootcamps()
            parts = one.seats.sold + one.seats.held + one.seats.offered + one.seats.free
            assert parts == one.seats.total == one.max_seats == 20
            assert min(one.seats.offered, one.seats.held, one.seats.free) >= 0
        return READS // 2

    def read_and_stop() -> int:
        try:
            return read()
        finally:
            stop.set()

    acts: list[Callable[[], int]] = [partial(churn, bootcamp, stop), read_and_stop, read]
    outcomes = all_at_once(acts, within=PATIENCE_SECONDS + READS / 40)
    assert set(tally(outcomes)) == {"ok"}, outcomes


def test_control_counted_one_after_another_they_do_not_add_up() -> None:
    """Free before, sold after: a seat that was sold in between is counted twice."""
    bootcamp = full_class(seats=4)
    free_one(bootcamp)
    free = bootcamp.seats.filter(enrollment_id=None).count()
    make_purchase(bootcamp=bootcamp)
    sold = bootcamp.seats.exclude(enrollment_id=None).count()
    assert free + sold == 5
