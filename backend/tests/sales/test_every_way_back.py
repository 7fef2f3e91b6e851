"""Every order in which money can go back: requests, the Dashboard, banks, two handlers, crashes.

The real `decide` runs in a small model of our rows and the provider, for one purchase of two parts.
From each reachable state the world is also left alone (handlers dead, every event lost) until the
event list and the sweep have settled it: then books, state and requests must agree with the
provider. Each guard is taken out once, and the search must find the fault it guards against.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import pytest

from frontrow.sales.models import PurchaseState
from frontrow.sales.settlement.decision import (
    NOTHING_TO_DO,
    Call,
    Decision,
    PaymentSeen,
    PurchaseSeen,
    Seats,
    decide,
)

COMPLETED, REFUNDING, REFUNDED = (
    PurchaseState.COMPLETED,
    PurchaseState.REFUNDING,
    PurchaseState.REFUNDED,
)
# A part is one, the whole is two.
WHOLE = 2
Task = tuple[object, ...]
DEAD: Task = ("dead",)


@dataclass(frozen=True)
class Guards:
    """What protects the machine; each can be left out to see what happens."""

    sends_only_requests: bool = True
    keys_make_it_one: bool = True
    undoes_refusals: bool = True
    disputes_take_their_size: bool = True
    notices_newer_answers: bool = True
    follows_event_list: bool = True
    # Not a guard: how often somebody may ask.
    requests: int = 1


class Request(NamedTuple):
    cents: int
    status: str = "requested"
    is_asked: bool = True


class Made(NamedTuple):
    """A refund at the provider: of the request with this number, or 0 of the Dashboard."""

    request: int
    cents: int
    status: str = "pending"

    @property
    def is_live(self) -> bool:
        return self.status != "failed"


class Money(NamedTuple):
    """The payment as the provider has it, or as we noted it."""

    refunds: tuple[Made, ...] = ()
    disputed: int = 0
    dispute: str = ""

    def back(self, *statuses: str) -> int:
        return sum(one.cents for one in self.refunds if one.status in statuses)

    @property
    def lost(self) -> int:
        return self.disputed if self.dispute == "lost" else 0

    @property
    def left(self) -> int:
        return WHOLE - self.back("pending", "succeeded") - self.lost

    @property
    def is_refundable(self) -> bool:
        return self.dispute in {"", "won"}


class Life(NamedTuple):
    state: PurchaseState = COMPLETED
    has_seat: bool = True
    requests: tuple[Request, ...] = ()
    noted: Money = Money()
    there: Money = Money()
    handlers: tuple[Task, ...] = ((), ())
    fault: str = ""

    @property
    def requested(self) -> int:
        """The number of the request to be sent, or 0."""
        waiting = [n for n, one in enumerate(self.requests, 1) if one.status == "requested"]
        return waiting[0] if waiting else 0

    def with_request(self, number: int, **changes: object) -> "Life":
        requests = list(self.requests)
        requests[number - 1] = requests[number - 1]._replace(**changes)  # type: ignore[arg-type]
        return self._replace(requests=tuple(requests))


@cache
def decided(state: PurchaseState, has_request: bool, money: Money, guards: Guards) -> Decision:
    lost = money.lost if guards.disputes_take_their_size else WHOLE * bool(money.lost)
    decision = decide(
        PurchaseSeen(
            id=1, state=state, cents=WHOLE, currency="usd", is_over=False, has_request=has_request
        ),
        PaymentSeen(
            status="succeeded",
            cents=WHOLE,
            currency="usd",
            purchase_id=1,
            refunded_cents=money.back("succeeded"),
            returning_cents=money.back("pending"),
            lost_cents=lost,
        ),
    )
    is_undone = (state, decision.state) == (REFUNDING, COMPLETED)
    return NOTHING_TO_DO if is_undone and not guards.undoes_refusals else decision


def note(life: Life, money: Money, guards: Guards) -> Life:
    life = life._replace(noted=money)
    for made in money.refunds:
        if made.request:
            life = life.with_request(made.request, status=made.status, cents=made.cents)
    is_free = not any(one.status in {"requested", "pending"} for one in life.requests)
    if not guards.sends_only_requests and is_free and len(life.requests) < guards.requests:
        for made in money.refunds:
            if not made.request and made.status == "pending":
                again = Request(made.cents, is_asked=False)
                life = life._replace(requests=(*life.requests, again))
    return life


def write(life: Life, money: Money, guards: Guards) -> tuple[Life, Task]:
    """One transaction: what the provider said, and what is decided from it."""
    before = life.state
    life = note(life, money, guards)
    decision = decided(before, bool(life.requested), money, guards)
    if decision.seats in {Seats.RELEASE, Seats.RELEASE_BEFORE_START}:
        life = life._replace(has_seat=False)
    if decision.state is not None:
        life = life._replace(state=decision.state)
    if decision.state == REFUNDED:
        closed = (
            one._replace(status="declined") if one.status in {"requested", "pending"} else one
            for one in life.requests
        )
        life = life._replace(requests=tuple(closed))
    is_on_its_way = any(one == Request(WHOLE, "pending") for one in life.requests)
    if (before, life.state) == (REFUNDING, COMPLETED) and is_on_its_way:
        life = life._replace(fault="undone while on its way")
    sends = decision.then == Call.REFUND or bool(life.requested)
    return life, ("list", life.requested) if sends and life.requested else ()


def look(life: Life, number: int) -> tuple[Life, Task]:
    """What the provider lists, before it is asked: perhaps it has the refund already."""
    request = life.requests[number - 1]
    if request.status != "requested" or any(m.request == number for m in life.there.refunds):
        return life, ()
    cents = min(request.cents, life.there.left)
    if cents <= 0:
        return life.with_request(number, status="declined"), ()
    return life, ("create", number, cents, life.there.left)


def create(life: Life, number: int, cents: int, left: int, guards: Guards) -> Life:
    """Pending at first; once for each key; refused while disputed."""
    there = life.there
    if guards.keys_make_it_one and any(made.request == number for made in there.refunds):
        return life
    if there.is_refundable and cents <= there.left:
        return refund_there(life, Made(number, cents))
    is_refused = there.left == left and life.requests[number - 1].status == "requested"
    return life.with_request(number, status="declined") if is_refused else life


def refund_there(life: Life, made: Made) -> Life:
    return life._replace(there=life.there._replace(refunds=(*life.there.refunds, made)))


def handler_steps(life: Life, guards: Guards) -> Iterator[Life]:
    """What each handler may do next; being killed is always one of it."""
    for slot, doing in enumerate(life.handlers):
        other = life.handlers[1 - slot]
        if doing == DEAD:
            continue
        if doing:
            yield working(life, (), other)
            yield next_of(life, doing, other, guards)
        elif is_worth_a_look(life):
            yield working(life, ("write", True, life.requested > 0, life.state, life.there), other)


def next_of(life: Life, doing: Task, other: Task, guards: Guards) -> Life:
    match doing:
        case ("write", is_newest, has_request, state, Money() as money):
            is_same = (is_newest, has_request) == (True, life.requested > 0)
            if state != life.state or (guards.notices_newer_answers and not is_same):
                return working(life, (), other)
            after, then = write(life, money, guards)
            if after.noted != life.noted and other and other[0] == "write":
                other = ("write", False, *other[2:])
            return working(after, then, other)
        case ("list", int(number)):
            after, then = look(life, number)
            return working(after, then, other)
        case ("create", int(number), int(cents), int(left)):
            return working(create(life, number, cents, left, guards), (), other)
    raise AssertionError(doing)


def working(life: Life, one: Task, other: Task) -> Life:
    """Which handler is which does not matter."""
    return life._replace(handlers=(one, other) if hash(one) <= hash(other) else (other, one))


def is_worth_a_look(life: Life) -> bool:
    return life.noted != life.there or life.state == REFUNDING or bool(life.requested)


def steps(life: Life, guards: Guards) -> Iterator[Life]:
    yield from handler_steps(life, guards)
    yield from requests_asked(life, guards)
    there = life.there
    if there.is_refundable and all(one.request for one in there.refunds):
        for cents in range(1, there.left + 1):
            yield refund_there(life, Made(0, cents))
    for place, one in enumerate(there.refunds):
        if one.status == "pending":
            for status in ("succeeded", "failed"):
                made = list(there.refunds)
                made[place] = one._replace(status=status)
                yield life._replace(there=there._replace(refunds=tuple(made)))
    yield from disputes(life)


def disputes(life: Life) -> Iterator[Life]:
    there = life.there
    if not there.dispute:
        for cents in range(1, there.left + 1):
            yield life._replace(there=there._replace(disputed=cents, dispute="open"))
    elif there.dispute == "open":
        for status in ("won", "lost"):
            yield life._replace(there=there._replace(dispute=status))


def requests_asked(life: Life, guards: Guards) -> Iterator[Life]:
    is_free = not any(one.status in {"requested", "pending"} for one in life.requests)
    may = life.state == COMPLETED and is_free and life.noted.dispute != "open"
    if may and len(life.requests) < guards.requests:
        for cents in range(1, life.noted.left + 1):
            asked = life._replace(requests=(*life.requests, Request(cents)))
            is_all = cents == life.noted.left
            yield asked._replace(state=REFUNDING) if is_all else asked


@cache
def left_alone(life: Life, guards: Guards) -> Life:
    """No handler lives and no event comes: the event list and the sweep alone."""
    for _ in range(8):
        is_swept = life.state == REFUNDING or life.requested
        if not is_swept and not (guards.follows_event_list and life.noted != life.there):
            break
        life, then = write(life, life.there, guards)
        while then:
            life = next_of(life._replace(handlers=(then, ())), then, (), guards)
            then = next(filter(None, life.handlers), ())
        life = life._replace(handlers=((), ()))
    return life


def faults(life: Life) -> set[str]:
    found = {life.fault} - {""}
    live = [one for one in life.there.refunds if one.is_live]
    if sum(one.cents for one in live) + life.there.lost > WHOLE:
        found.add("more given back than paid")
    named = [one.request for one in live if one.request]
    if len(named) != len(set(named)):
        found.add("sent twice")
    if any(not life.requests[number - 1].is_asked for number in named):
        found.add("sent though nobody asked")
    return found


def faults_in_the_end(life: Life) -> set[str]:
    found = set()
    there = life.there
    gone = there.back("succeeded") + there.lost
    if life.noted != there:
        found.add("books differ")
    if life.requested:
        found.add("never sent")
    waiting = {one.request for one in there.refunds if one.status == "pending"}
    if any(one.status == "pending" and n not in waiting for n, one in enumerate(life.requests, 1)):
        found.add("waits for what is decided")
    if life.state == COMPLETED and not life.has_seat:
        found.add("completed without a seat")
    if life.state == COMPLETED and gone >= WHOLE and life.noted == there:
        found.add("seat and all of the money")
    if life.state == REFUNDED and gone < WHOLE:
        found.add("neither seat nor money")
    if life.state == REFUNDING and gone + there.back("pending") < WHOLE:
        found.add("stuck with nothing on its way")
    return found


def explore(guards: Guards, *, until: str = "", second: Task = ()) -> tuple[int, set[str]]:
    """All states reachable, and every fault in any of them; or until that one is found."""
    start = Life(handlers=((), second))
    known, queue = {start}, deque([start])
    found: set[str] = set()
    while queue and until not in found:
        life = queue.popleft()
        alone = left_alone(life._replace(handlers=((), ()), fault=""), guards)
        found |= faults(life) | faults(alone) | faults_in_the_end(alone)
        for after in steps(life, guards):
            if after not in known:
                known.add(after)
                queue.append(after)
    return len(known), found


def test_money_goes_back_in_every_possible_order() -> None:
    states, found = explore(Guards())
    assert found == set()
    assert states > 100_000


def test_one_handler_that_may_die_anywhere_and_two_requests() -> None:
    states, found = explore(Guards(requests=2), second=DEAD)
    assert found == set()
    assert states > 10_000


@pytest.mark.parametrize(
    ("guards", "fault"),
    [
        (Guards(sends_only_requests=False), "sent though nobody asked"),
        (Guards(keys_make_it_one=False), "sent twice"),
        (Guards(undoes_refusals=False), "stuck with nothing on its way"),
        (Guards(disputes_take_their_size=False), "neither seat nor money"),
        (Guards(notices_newer_answers=False), "undone while on its way"),
        (Guards(follows_event_list=False), "books differ"),
    ],
)
def test_control_without_its_guard_the_fault_is_found(guards: Guards, fault: str) -> None:
    _, found = explore(guards, until=fault)
    assert fault in found
