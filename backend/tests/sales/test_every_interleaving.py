"""Every order in which two buyers, two handlers each and any number of crashes can meet.

The real `decide` runs inside a small model of seats and provider. From each reachable state the
world is also left alone (all handlers dead, customers gone, time up) until the sweep has settled
everything: then nobody may be charged without a seat, and nothing may be told twice. Each guard
is taken out once, and the search must then find the fault it guards against.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import pytest

from frontrow.sales.models import PurchaseState
from frontrow.sales.settlement.decision import (
    Call,
    Decision,
    PaymentSeen,
    PurchaseSeen,
    Seats,
    decide,
)

PENDING, CAPTURING, CANCELING, COMPLETED, REFUNDING, REFUNDED, FAILED = PurchaseState
AT_REST = {COMPLETED, REFUNDED, FAILED}
CENTS = 99500


@dataclass(frozen=True)
class Guards:
    """What protects the machine; each can be left out to see what happens."""

    reads_state_under_lock: bool = True
    captures_manually: bool = True
    seats_are_counted: bool = True


class Buyer(NamedTuple):
    """One purchase, its payment at the provider, and the handlers working on it."""

    wants: tuple[int, ...]
    state: PurchaseState = PENDING
    seat: bool = False
    kept: bool = False
    is_over: bool = False
    payment: str = "requires_payment_method"
    captures: int = 0
    refunds: int = 0
    emails: int = 0
    handlers: tuple[tuple[object, ...], ...] = ((), ())


World = tuple[tuple[int, ...], tuple[Buyer, ...]]


@cache
def payment_seen(status: str, refunds: int, number: int) -> PaymentSeen:
    return PaymentSeen(
        status=status,
        cents=CENTS,
        currency="usd",
        purchase_id=number,
        refunded_cents=CENTS if refunds else 0,
    )


def seen(buyer: Buyer, number: int) -> PaymentSeen:
    return payment_seen(buyer.payment, buyer.refunds, number)


@cache
def decided(state: PurchaseState, is_over: bool, payment: PaymentSeen, number: int) -> Decision:
    purchase = PurchaseSeen(id=number, state=state, cents=CENTS, currency="usd", is_over=is_over)
    return decide(purchase, payment)


def write(
    free: tuple[int, ...], buyer: Buyer, decision: Decision, guards: Guards
) -> tuple[tuple[int, ...], Buyer, Call]:
    """One transaction: the seats, then the state, all or nothing."""
    if decision.seats == Seats.KEEP and not buyer.seat:
        enough = all(left >= want for left, want in zip(free, buyer.wants, strict=True))
        if not enough and guards.seats_are_counted:
            assert decision.otherwise is not None
            return write(free, buyer, decision.otherwise, guards)
        free = tuple(left - want for left, want in zip(free, buyer.wants, strict=True))
        buyer = buyer._replace(seat=True)
    if decision.seats == Seats.KEEP:
        buyer = buyer._replace(kept=True)
    if decision.seats in {Seats.RELEASE, Seats.RELEASE_BEFORE_START} and buyer.seat:
        free = tuple(left + want for left, want in zip(free, buyer.wants, strict=True))
        buyer = buyer._replace(seat=False, kept=False)
    if decision.state is not None:
        told = buyer.emails + (decision.state == COMPLETED)
        buyer = buyer._replace(state=decision.state, emails=min(told, 2))
    return free, buyer, decision.then


def call(buyer: Buyer, what: Call) -> Buyer:
    """The provider does what it is asked, if the payment allows it; keys make refunds single."""
    if what == Call.CAPTURE and buyer.payment == "requires_capture":
        return buyer._replace(payment="succeeded", captures=buyer.captures + 1)
    if what == Call.CANCEL and buyer.payment in {"requires_payment_method", "requires_capture"}:
        return buyer._replace(payment="canceled")
    if what == Call.REFUND and buyer.payment == "succeeded":
        return buyer._replace(refunds=1)
    return buyer


def handler_steps(
    free: tuple[int, ...], buyer: Buyer, number: int, guards: Guards
) -> Iterator[tuple[tuple[int, ...], Buyer]]:
    """What each of a buyer's handlers may do next; being killed is always one of it."""
    for slot, doing in enumerate(buyer.handlers):

        def now(task: tuple[object, ...], who: Buyer, slot: int = slot) -> Buyer:
            tasks = list(who.handlers)
            tasks[slot] = task
            return who._replace(handlers=tuple(tasks))

        if not doing:
            if buyer.state not in AT_REST:
                yield free, now(("read",), buyer)
            continue
        yield free, now((), buyer)
        if doing[0] == "read":
            yield free, now(("decide", seen(buyer, number), buyer.state), buyer)
        elif doing[0] == "decide":
            _, payment, state = doing
            assert isinstance(payment, PaymentSeen)
            assert isinstance(state, PurchaseState)
            known = buyer.state if guards.reads_state_under_lock else state
            decision = decided(known, buyer.is_over, payment, number)
            left, after, then = write(free, buyer, decision, guards)
            yield left, now(("call", then) if then != Call.NONE else (), after)
        else:
            what = doing[1]
            assert isinstance(what, Call)
            yield free, now(("read",), call(buyer, what))


def steps(world: World, guards: Guards) -> Iterator[World]:
    free, buyers = world
    for place, buyer in enumerate(buyers):
        number = place + 1

        def with_buyer(left: tuple[int, ...], after: Buyer, place: int = place) -> World:
            return left, (*buyers[:place], after, *buyers[place + 1 :])

        if buyer.payment == "requires_payment_method":
            if guards.captures_manually:
                paid = buyer._replace(payment="requires_capture")
            else:
                paid = buyer._replace(payment="succeeded", captures=1)
            yield with_buyer(free, paid)
        if buyer.state == PENDING and not buyer.is_over:
            if not buyer.seat and all(
                left >= want for left, want in zip(free, buyer.wants, strict=True)
            ):
                held = tuple(left - want for left, want in zip(free, buyer.wants, strict=True))
                yield with_buyer(held, buyer._replace(seat=True))
            yield with_buyer(*time_passes(free, buyer))
        for left, after in handler_steps(free, buyer, number, guards):
            yield with_buyer(left, after)


def time_passes(free: tuple[int, ...], buyer: Buyer) -> tuple[tuple[int, ...], Buyer]:
    """The hold ends by itself, and the day is over."""
    if buyer.seat and not buyer.kept:
        free = tuple(left + want for left, want in zip(free, buyer.wants, strict=True))
        buyer = buyer._replace(seat=False)
    return free, buyer._replace(is_over=True)


def abandoned(world: World) -> World:
    """Every handler has died where it stood."""
    free, buyers = world
    return free, tuple(buyer._replace(handlers=((), ())) for buyer in buyers)


@cache
def left_alone(world: World, guards: Guards) -> World:
    """Everybody is gone; only the minute's sweep still settles."""
    free, found = world
    buyers = list(found)
    for _ in range(8):
        for place, buyer in enumerate(buyers):
            if buyer.state == PENDING:
                free, buyer = time_passes(free, buyer)  # noqa: PLW2901
            number = place + 1
            decision = decided(buyer.state, buyer.is_over, seen(buyer, number), number)
            free, after, then = write(free, buyer, decision, guards)
            buyers[place] = call(after, then)
    return free, tuple(buyers)


def faults(world: World, capacity: tuple[int, ...]) -> set[str]:
    free, buyers = world
    found = set()
    if min(free) < 0:
        found.add("oversold")
    for room, left in enumerate(free):
        if left + sum(b.wants[room] for b in buyers if b.seat) != capacity[room]:
            found.add("seats do not add up")
    for buyer in buyers:
        if buyer.captures > 1:
            found.add("captured twice")
        if buyer.emails > 1:
            found.add("told twice")
        if buyer.state == COMPLETED and not (buyer.payment == "succeeded" and buyer.kept):
            found.add("completed without money or seat")
    return found


def faults_in_the_end(world: World) -> set[str]:
    found = set()
    for buyer in world[1]:
        has_seat = buyer.state == COMPLETED
        got_money_back = buyer.state == REFUNDED and buyer.refunds == 1
        if buyer.payment == "succeeded" and has_seat == got_money_back:
            found.add("charged without a seat")
        if buyer.state not in AT_REST:
            found.add("stuck")
        if buyer.state == COMPLETED and buyer.emails != 1:
            found.add("told not exactly once")
        if buyer.payment == "requires_capture":
            found.add("money reserved for ever")
        if buyer.refunds:
            found.add("charged and then refunded")
    return found


def explore(
    wishes: Sequence[tuple[int, ...]], guards: Guards, *, until: str = ""
) -> tuple[int, set[str]]:
    """All states reachable, and every fault in any of them; or until that one is found."""
    capacity = tuple(1 for _ in wishes[0])
    start: World = (capacity, tuple(Buyer(wants=wish) for wish in wishes))
    known, queue = {start}, deque([start])
    found: set[str] = set()
    while queue and until not in found:
        world = queue.popleft()
        found |= faults(world, capacity) | faults_in_the_end(left_alone(abandoned(world), guards))
        for after in steps(world, guards):
            if after not in known:
                known.add(after)
                queue.append(after)
    return len(known), found


ONE_SEAT = [(1,), (1,)]


def test_two_buyers_of_one_seat_in_every_possible_order() -> None:
    states, found = explore(ONE_SEAT, Guards())
    assert found == set()
    assert states > 50_000


def test_a_bundle_and_a_single_in_every_possible_order() -> None:
    states, found = explore([(1, 1), (1, 0)], Guards())
    assert found == set()
    assert states > 50_000


@pytest.mark.parametrize(
    ("guards", "fault"),
    [
        (Guards(reads_state_under_lock=False), "told twice"),
        (Guards(captures_manually=False), "charged and then refunded"),
        (Guards(seats_are_counted=False), "oversold"),
    ],
)
def test_control_without_its_guard_the_fault_is_found(guards: Guards, fault: str) -> None:
    _, found = explore(ONE_SEAT, guards, until=fault)
    assert fault in found
