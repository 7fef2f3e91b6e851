"""The full house of test_full_house: its classes, who waits for them, how seats come free."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import cycle

from django.db import transaction
from django.db.models import Q

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.catalogue.seats import SoldOut, match_seats_to_capacity, take_seats
from frontrow.core.clock import database_now
from frontrow.sales.changes.complimentary import withdraw
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import (
    CancelReason,
    Purchase,
    PurchaseState,
    SeatOffer,
    WaitingEntry,
    WaitingKind,
    WaitingWish,
)
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import call_off, settle
from frontrow.sales.waiting.line import keep_classes_closed
from tests.factories import enrollment_of, from_now, make_bootcamp, make_bundle, make_purchase
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper
from tests.sales.waiting import let_run_out
from tests.sizes import size

ENTRIES = size("WAITING_ENTRIES")
CLASSES = 12
FREED = ENTRIES * 2 // 5
SEED = 22
WAYS = 6
# Paid for at the provider, in each class: as many as are refunded there, on average.
BOUGHT = FREED // (WAYS * CLASSES) + 1


@dataclass
class House:
    """The classes, who waits for them, and passers-by with a pending purchase in each."""

    classes: list[Bootcamp]
    spare: Bootcamp
    rng: random.Random
    public: dict[int, int] = field(default_factory=dict)
    # By class: paid for through the front door, with a payment at the provider.
    bought: dict[int, list[Purchase]] = field(default_factory=dict)
    refunded_payments: list[str] = field(default_factory=list)
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
            self.refunded,
        ]

    def withdrawn(self, bootcamp: Bootcamp) -> bool:
        given = Purchase.objects.filter(
            bootcamp=bootcamp, state=PurchaseState.COMPLETED, is_complimentary=True
        ).first()
        return given is not None and self.did("withdrawn", withdraw(purchase_id=given.pk))

    def moved_away(self, bootcamp: Bootcamp) -> bool:
        paid_for = self.bought[bootcamp.pk]
        sold = (
            Purchase.objects.filter(
                bootcamp=bootcamp, state=PurchaseState.COMPLETED, is_complimentary=False
            )
            .exclude(pk__in=[one.pk for one in paid_for])
            .first()
        )
        if sold is None:
            return False
        seat = sold.enrollments.get(ended_at=None)
        move_seat(
            enrollment_id=seat.pk,
            bootcamp_id=self.spare.pk,
            theirs=Q(),
            mover=Mover(is_desk=True),
        )
        return self.did("moved away")

    def refunded(self, bootcamp: Bootcamp) -> bool:
        """The whole way: asked for, paid back at the provider, and only then is the seat free."""
        if not self.bought[bootcamp.pk]:
            return False
        purchase = self.bought[bootcamp.pk].pop()
        request_refund(purchase_id=purchase.pk, reason="admin")
        settled = settle(purchase=purchase).purchase
        assert settled.state == PurchaseState.REFUNDED
        self.refunded_payments.append(purchase.stripe_payment_intent_id or "")
        return self.did("refunded")

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
                take_seats(enrollments={bootcamp.pk: self.public[bootcamp.pk]})
            except SoldOut:
                continue
            got += 1
        return got


def make_house(stripe: StripeServer) -> House:
    each = FREED // CLASSES + 2
    seats = 3 * each + BOUGHT
    classes = [
        make_bootcamp(name="Class", max_seats=seats, starts_at=from_now(days=20 + number))
        for number in range(CLASSES)
    ]
    spare = make_bootcamp(name="Class", max_seats=900, starts_at=from_now(days=90))
    house = House(classes, spare, random.Random(SEED))
    for bootcamp in classes:
        house.bought[bootcamp.pk] = [buy(stripe, bootcamp, number) for number in range(BOUGHT)]
        for number in range(3 * each):
            fill(bootcamp, number % 3)
        stranger = make_purchase(bootcamp=bootcamp, state=PurchaseState.PENDING, user=None)
        house.public[bootcamp.pk] = enrollment_of(stranger).pk
    people_wait(house)
    return house


def buy(stripe: StripeServer, bootcamp: Bootcamp, number: int) -> Purchase:
    shopper = Shopper(
        stripe,
        email=f"bought-{bootcamp.pk}-{number}@example.test",
        address=f"10.{bootcamp.pk % 250}.{number}.1",
    )
    return shopper.buy(bootcamp=bootcamp.pk)


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
    with transaction.atomic():
        keep_classes_closed()
