"""A full house: hundreds wait, seats come free in every way, servers die, the public pushes.

Each round frees seats, kills a process in the middle of serving, lets two others serve at once
while passers-by push for the same seats, and looks at everything: the order of the line, that
nobody has two offers, that no free seat is left while somebody waits for it, and that no passer-by
got one.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from itertools import cycle

import pytest
from django.db import connection, transaction
from django.db.models import Q
from pytest_django import Settings

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.catalogue.seats import FREE, SoldOut, match_seats_to_capacity, take_seats
from frontrow.core.clock import database_now
from frontrow.messaging.models import Message
from frontrow.sales.changes.complimentary import withdraw
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import (
    CancelReason,
    Purchase,
    PurchaseState,
    SeatOffer,
    WaitingEntry,
    WaitingKind,
    WaitingState,
    WaitingWish,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.settlement.settling import call_off
from frontrow.sales.waiting.line import keep_classes_closed
from frontrow.sales.waiting.serving import close_offers_that_ran_out, serve
from frontrow.sales.waiting.telling import tell_of_ended_offers
from tests.factories import enrolment_of, from_now, make_bootcamp, make_bundle, make_purchase
from tests.faults.processes import report
from tests.races.crowd import all_at_once
from tests.sales.test_killed_while_changing import killed_at
from tests.sales.waiting import let_run_out
from tests.sizes import size

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ENTRIES = size("WAITING_ENTRIES")
CLASSES = 12
FREED = ENTRIES * 2 // 5
ATTEMPTS = ENTRIES * 10
ROUNDS = max(3, ENTRIES // 20)
SEED = 22
DEATHS = (
    "make_offer.after_seats",
    "serve.after_offers",
    "serve.before_commit",
    "serve.after_expiry",
)
LONGEST_IDLE = 60.0


@dataclass
class House:
    """The classes, who waits for them, and passers-by with a pending purchase in each."""

    classes: list[Bootcamp]
    spare: Bootcamp
    rng: random.Random
    public: dict[int, int] = field(default_factory=dict)
    freed: Counter[str] = field(default_factory=Counter)
    taken_by_public: int = 0
    attempts: int = 0
    longest_idle: float = 0.0

    def free_seats(self, count: int) -> None:
        ways = cycle(self.rng.sample(self.ways(), len(self.ways())))
        for _ in range(count):
            bootcamp = self.rng.choice(self.classes)
            way = next(ways)
            if not way(bootcamp):
                self.more_seats(bootcamp)

    def ways(self) -> list[Callable[[Bootcamp], bool]]:
        return [
            self.withdrawn,
            self.moved_away,
            self.hold_ran_out,
            self.called_off,
            self.more_seats,
        ]

    def withdrawn(self, bootcamp: Bootcamp) -> bool:
        given = Purchase.objects.filter(
            bootcamp=bootcamp, state=PurchaseState.COMPLETED, is_complimentary=True
        ).first()
        return given is not None and self.did("withdrawn", withdraw(purchase_id=given.pk))

    def moved_away(self, bootcamp: Bootcamp) -> bool:
        sold = Purchase.objects.filter(
            bootcamp=bootcamp, state=PurchaseState.COMPLETED, is_complimentary=False
        ).first()
        if sold is None:
            return False
        seat = sold.enrolments.get(ended_at=None)
        move_seat(
            enrolment_id=seat.pk,
            bootcamp_id=self.spare.pk,
            theirs=Q(),
            mover=Mover(is_desk=True),
        )
        return self.did("moved away")

    def hold_ran_out(self, bootcamp: Bootcamp) -> bool:
        held = Seat.objects.filter(
            bootcamp=bootcamp, held_until__gt=database_now(), is_offered=False
        ).first()
        if held is None:
            return False
        Seat.objects.filter(pk=held.pk).update(held_until=from_now(seconds=-1))
        return self.did("hold ran out")

    def called_off(self, bootcamp: Bootcamp) -> bool:
        pending = Purchase.objects.filter(
            bootcamp=bootcamp,
            state=PurchaseState.PENDING,
            held_until__isnull=False,
            seat_offer=None,
        ).first()
        return pending is not None and self.did(
            "called off", call_off(purchase=pending, reason=CancelReason.REPLACED)
        )

    def more_seats(self, bootcamp: Bootcamp) -> bool:
        bootcamp.refresh_from_db()
        bootcamp.max_seats += 1
        with transaction.atomic():
            bootcamp.save(update_fields=["max_seats"])
            match_seats_to_capacity(bootcamp=bootcamp)
        return self.did("more seats")

    def did(self, way: str, done: bool = True) -> bool:
        self.freed[way] += done
        return done

    def pass_on_some(self) -> None:
        """Some of those who were offered a seat decline, and for some the time runs out."""
        for offer in SeatOffer.objects.filter(state="open").select_related("purchase")[:4]:
            if self.rng.random() < 0.5:
                call_off(purchase=offer.purchase, reason=CancelReason.EXPIRED, because="declined")
            else:
                let_run_out(offer)

    def push(self, times: int) -> int:
        """A passer-by tries for every class in turn; how many seats they got."""
        got = 0
        for turn in range(times):
            bootcamp = self.classes[turn % len(self.classes)]
            try:
                take_seats(enrolments={bootcamp.pk: self.public[bootcamp.pk]})
            except SoldOut:
                continue
            got += 1
        return got


@pytest.fixture
def house() -> House:
    rng = random.Random(SEED)
    each = FREED // CLASSES + 2
    classes = [
        make_bootcamp(
            name=f"Class {number}", max_seats=3 * each, starts_at=from_now(days=20 + number)
        )
        for number in range(CLASSES)
    ]
    spare = make_bootcamp(name="Spare", max_seats=900, starts_at=from_now(days=90))
    house = House(classes, spare, rng)
    for bootcamp in classes:
        for number in range(3 * each):
            fill(bootcamp, number % 3)
        stranger = make_purchase(bootcamp=bootcamp, state=PurchaseState.PENDING, user=None)
        house.public[bootcamp.pk] = enrolment_of(stranger).pk
    people_wait(house)
    return house


def fill(bootcamp: Bootcamp, kind: int) -> None:
    if kind == 0:
        make_purchase(bootcamp=bootcamp, user=None, total_amount=0, is_complimentary=True)
    elif kind == 1:
        make_purchase(bootcamp=bootcamp, user=None)
    else:
        hold = timedelta(minutes=10)
        make_purchase(
            bootcamp=bootcamp,
            state=PurchaseState.PENDING,
            user=None,
            held_for=hold,
            held_until=from_now(minutes=10),
        )


def people_wait(house: House) -> None:
    bundle = make_bundle(bootcamps=house.classes[:3], name="Three of them")
    start = from_now(hours=-1)
    entries = [
        WaitingEntry(
            kind=WaitingKind.BUNDLE if number % 25 == 24 else WaitingKind.DATES,
            bundle=bundle if number % 25 == 24 else None,
            email=f"waiting-{number}@example.test",
            name=f"Waiting {number}",
            timezone="America/New_York",
            queued_at=start + timedelta(seconds=number),
        )
        for number in range(ENTRIES)
    ]
    WaitingEntry.objects.bulk_create(entries)
    wishes = []
    for entry in entries:
        wished = (
            house.classes[:3]
            if entry.bundle_id
            else house.rng.sample(house.classes, house.rng.randint(1, 3))
        )
        wishes += [WaitingWish(entry=entry, bootcamp=one) for one in wished]
    WaitingWish.objects.bulk_create(wishes)
    keep_classes_closed()


def offers_by_class(offers: Sequence[SeatOffer]) -> dict[int, list[SeatOffer]]:
    found: dict[int, list[SeatOffer]] = {}
    for offer in offers:
        for one in offer.purchase.enrolments.all():
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
            enrolment_id__in=offer.purchase.enrolments.values("pk"), is_offered=True
        )
        # A bundle is held whole.
        assert held.count() == members


def test_the_line_keeps_its_order_whatever_frees_seats_and_whoever_dies(
    house: House, settings: Settings
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
            .prefetch_related("purchase__enrolments")
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
    assert house.longest_idle < LONGEST_IDLE
    assert set(house.freed) >= {
        "withdrawn",
        "moved away",
        "hold ran out",
        "called off",
        "more seats",
    }
    assert violations() == []


def run_serving() -> None:
    close_offers_that_ran_out()
    serve()


@contextmanager
def open_to_passers_by() -> Iterator[None]:
    """`seat_enrolment` as it would be if it asked only whether a seat is free."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('seat_enrolment'::regproc)")
        (ours,) = cursor.fetchone()
        found = "seat_is_open(s.enrolment_id, s.held_until, b.serves_list)"
        assert found in ours
        weaker = ours.replace(found, "seat_is_free(s.enrolment_id, s.held_until)")
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
