"""A full house: hundreds wait, seats come free in every way, servers die, the public pushes.

Each round frees seats, kills a process in the middle of serving, lets two others serve at once
while passers-by push for the same seats, and looks at everything: the order of the line, that
nobody has two offers, that no free seat is left while somebody waits for it, and that no passer-by
got one.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import pytest
from django.db import connection
from pytest_django import Settings

from frontrow.catalogue.models import Seat
from frontrow.catalogue.seats import FREE
from frontrow.messaging.models import Message
from frontrow.sales.models import SeatOffer, WaitingEntry, WaitingKind, WaitingState
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.waiting.serving import close_offers_that_ran_out, serve
from frontrow.sales.waiting.telling import tell_of_ended_offers
from tests.fakes.stripe import StripeServer
from tests.faults.full_house import CLASSES, ENTRIES, FREED, House, make_house
from tests.faults.processes import report
from tests.killing import killed_at
from tests.pace import allowed
from tests.races.crowd import all_at_once
from tests.sales.waiting import let_run_out

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ATTEMPTS = ENTRIES * 10
ROUNDS = max(3, ENTRIES // 20)
DEATHS = (
    "make_offer.after_seats",
    "serve.after_offers",
    "serve.before_commit",
    "serve.after_expiry",
)
LONGEST_IDLE = 60.0


@pytest.fixture
def house(stripe_server: StripeServer) -> House:
    return make_house(stripe_server)


def offers_by_class(offers: Sequence[SeatOffer]) -> dict[int, list[SeatOffer]]:
    found: dict[int, list[SeatOffer]] = {}
    for offer in offers:
        for one in offer.purchase.enrollments.all():
            found.setdefault(one.bootcamp_id, []).append(offer)
    return found


def inversions(offers: Sequence[SeatOffer]) -> list[tuple[int, int, int]]:
    """Offered before somebody who waited longer for the same date and still has nothing."""
    passed = []
    for bootcamp_id, theirs in offers_by_class(offers).items():
        last = max(theirs, key=lambda one: one.entry.queued_at)
        longer = WaitingEntry.objects.filter(
            state=WaitingState.WAITING,
            kind=WaitingKind.DATES,
            wishes__bootcamp_id=bootcamp_id,
            queued_at__lt=last.entry.queued_at,
        )
        passed += [(bootcamp_id, last.entry_id, one.pk) for one in longer]
    return passed


def idle() -> list[int]:
    """Classes with a free seat that somebody waits for: any date, or a bundle that is complete."""
    free = Counter(Seat.objects.filter(FREE).values_list("bootcamp_id", flat=True))
    lines = WaitingEntry.objects.filter(state=WaitingState.WAITING).prefetch_related("wishes")
    left = []
    for entry in lines:
        wished = [one.bootcamp_id for one in entry.wishes.all() if one.bootcamp_id]
        can = all if entry.kind == WaitingKind.BUNDLE else any
        if can(free[one] > 0 for one in wished):
            left += wished
    return left


def one_offer_each() -> None:
    open_offers = SeatOffer.objects.filter(state="open")
    people = Counter(open_offers.values_list("entry_id", flat=True))
    assert not people or max(people.values()) == 1
    for offer in open_offers.select_related("purchase", "entry"):
        members = 3 if offer.entry.bundle_id else 1
        held = Seat.objects.filter(
            enrollment_id__in=offer.purchase.enrollments.values("pk"), is_offered=True
        )
        # A bundle is held whole.
        assert held.count() == members


def test_the_line_keeps_its_order_whatever_frees_seats_and_whoever_dies(
    house: House, settings: Settings, stripe_server: StripeServer
) -> None:
    began = time.monotonic()
    killed = 0
    for number in range(ROUNDS):
        freed_at = time.monotonic()
        house.free_seats(-(-FREED // ROUNDS))
        before = set(SeatOffer.objects.values_list("pk", flat=True))
        label = DEATHS[number % len(DEATHS)]
        if label == "serve.after_expiry":
            let_run_out(SeatOffer.objects.filter(state="open").order_by("pk")[0])
        killed += killed_at(label, run_serving, settings)
        per_thread = -(-ATTEMPTS // ROUNDS // 2)
        acts: list[Callable[[], int]] = [serve, serve]
        acts += [partial(house.push, per_thread) for _ in range(2)]
        outcomes = all_at_once(acts)
        done = [one for one in outcomes if isinstance(one, int)]
        assert len(done) == len(acts), outcomes
        house.taken_by_public += sum(done[2:])
        house.attempts += 2 * per_thread
        serve()
        house.longest_idle = max(house.longest_idle, time.monotonic() - freed_at)
        new = list(
            SeatOffer.objects.exclude(pk__in=before)
            .select_related("entry")
            .prefetch_related("purchase__enrollments")
        )
        assert inversions(new) == []
        assert idle() == []
        one_offer_each()
        house.pass_on_some()
        close_offers_that_ran_out()
        tell_of_ended_offers()
    serve()
    offers = SeatOffer.objects.count()
    emails = Message.objects.filter(dedupe_key__startswith="seat-offer:").count()
    report(
        f"full house: {ENTRIES} waited, {sum(house.freed.values())} seats freed"
        f" ({dict(house.freed)}), {killed} processes killed, {house.attempts} public attempts took"
        f" {house.taken_by_public}, {offers} offers, {emails} emails,"
        f" longest idle {house.longest_idle:.1f} s, {time.monotonic() - began:.0f} s"
    )
    assert killed == ROUNDS
    assert house.taken_by_public == 0
    assert emails == offers
    assert house.longest_idle < allowed(LONGEST_IDLE)
    assert set(house.freed) >= {
        "withdrawn",
        "moved away",
        "hold ran out",
        "called off",
        "more seats",
        "refunded",
    }
    payments = stripe_server.ledger()["payment_intents"]
    # Each of them is back with its buyer, at the provider as well.
    assert {payments[one]["net"] for one in house.refunded_payments} == {0}
    assert violations() == []


def run_serving() -> None:
    close_offers_that_ran_out()
    serve()


@contextmanager
def open_to_passers_by() -> Iterator[None]:
    """`seat_enrollment` as it would be if it asked only whether a seat is free."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('seat_enrollment'::regproc)")
        (ours,) = cursor.fetchone()
        found = "seat_is_open(s.enrollment_id, s.held_until, b.serves_list)"
        assert found in ours
        weaker = ours.replace(found, "seat_is_free(s.enrollment_id, s.held_until)")
        cursor.execute(weaker.replace("%", "%%"), [])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(ours.replace("%", "%%"), [])


def test_control_without_the_guard_passers_by_take_what_the_list_was_promised(house: House) -> None:
    with open_to_passers_by():
        house.free_seats(CLASSES)
        assert house.push(CLASSES) > 0
