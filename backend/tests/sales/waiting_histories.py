"""Random histories of a waiting list: seats come free while sales end and bundles change.

After each step every new offer is judged by what the operator sells in that moment.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from django.test import Client

from frontrow.catalogue.models import Bootcamp, Bundle, PriceStep
from frontrow.core.clock import now
from frontrow.core.errors import AppError
from frontrow.sales.models import SeatOffer, WaitingEntry
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.waiting.desk_acts import offer_out_of_turn
from tests.factories import from_now, make_bundle
from tests.sales.waiting import free_one, full_class, join, let_run_out, post, serve, token_of

FEWEST_STEPS, MOST_STEPS = 4, 8
SEATS = 1
PRICE, EARLY = Decimal("995.00"), Decimal("795.00")
PRICES = {2: Decimal("1495.00"), 3: Decimal("1995.00")}
KINDS = ("Build", "Launch", "Market")


@dataclass
class Line:
    """Three full classes, two of them a bundle, and people who wait for one or both."""

    seed: int
    log: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    entries: list[WaitingEntry] = field(default_factory=list)

    def __post_init__(self) -> None:
        # Not a secret: the same seed tells the same story.
        self.dice = random.Random(self.seed)
        self.classes: Sequence[Bootcamp] = [
            full_class(seats=SEATS, bootcamp_type=kind, price=PRICE, name=f"{kind} {self.seed}")
            for kind in KINDS
        ]
        self.bundle: Bundle = make_bundle(
            name=f"Both {self.seed}", bootcamps=self.classes[:2], price=PRICES[2]
        )
        # Every seat so far was a gift, so all of these are left.
        self.early = self.classes[0]
        PriceStep.objects.create(
            bootcamp=self.early, price=EARLY, first_seats=SEATS, regular_price=PRICE
        )

    def play(self) -> "Line":
        for _ in range(2):
            self.join()
        for _ in range(self.dice.randint(FEWEST_STEPS, MOST_STEPS)):
            [(_, step)] = self.dice.choices(STEPS, [weight for weight, _ in STEPS])
            try:
                step(self)
            except AppError as refused:
                self.log.append(f"refused: {refused.message}")
            self.judge()
        for one in self.classes:
            free_one(one, count=SEATS)
        serve()
        self.judge()
        self.faults += [f"violation: {kind} of {subject}" for kind, subject in violations()]
        return self

    # What people do

    def join(self) -> None:
        name = f"P{self.seed}n{len(self.entries)}"
        if self.dice.random() < 0.5:
            self.log.append(f"{name} waits for the bundle")
            entry = self._join(name, bundle=self.bundle)
        else:
            wanted = self.dice.choice(self.classes)
            self.log.append(f"{name} waits for {wanted.name}")
            entry = self._join(name, wanted)
        if entry:
            self.entries.append(entry)

    def _join(
        self, name: str, *classes: Bootcamp, bundle: Bundle | None = None
    ) -> WaitingEntry | None:
        try:
            return join(name, *classes, bundle=bundle, client=self._browser())
        except AssertionError as refused:
            self.log.append(f"not in line: {refused}")
            return None

    def _browser(self) -> Client:
        """Of a network of their own: how often one may join is another test's."""
        number = len(self.entries)
        address = f"10.{number}.{self.seed // 256 % 256}.{self.seed % 256}"
        return Client(headers={"Sec-Fetch-Site": "same-origin"}, REMOTE_ADDR=address)

    def decline(self) -> None:
        if offer := self._open_offer():
            self.log.append(f"declined offer {offer.pk}")
            post(f"offers/{token_of(offer.entry)}/decline")

    def run_out(self) -> None:
        if offer := self._open_offer():
            self.log.append(f"offer {offer.pk} ran out")
            let_run_out(offer)

    def _open_offer(self) -> SeatOffer | None:
        offers = SeatOffer.objects.filter(entry__in=self.entries, state="open").order_by("pk")
        return self.dice.choice(list(offers) or [None])

    # What the operator does

    def free(self) -> None:
        freed = self.dice.choice(self.classes)
        self.log.append(f"a seat of {freed.name} is free")
        free_one(freed)

    def end_sales(self) -> None:
        """At once, or soon: sooner than an offer would stand."""
        ends = self.dice.choice((from_now(seconds=-1), from_now(hours=3)))
        self._sales(sales_open_at=None, sales_close_at=ends)

    def open_sales_later(self) -> None:
        self._sales(sales_open_at=from_now(hours=1), sales_close_at=None)

    def sell_on(self) -> None:
        self._sales(sales_open_at=None, sales_close_at=None)

    def _sales(self, **times: object) -> None:
        one = self.dice.choice(self.classes)
        self.log.append(f"{one.name}: {times}")
        Bootcamp.objects.filter(pk=one.pk).update(**times)

    def change_bundle(self) -> None:
        """Other classes at another price, as the desk saves them."""
        members = self.dice.sample(self.classes, self.dice.choice((2, 2, 3)))
        self.log.append(f"the bundle is {[one.name for one in members]}")
        self.bundle.members.all().delete()
        for one in members:
            self.bundle.members.create(bootcamp=one)
        self.bundle.price = PRICES[len(members)]
        self.bundle.save(update_fields=["price"])

    def offer_by_hand(self) -> None:
        """A seat of each that somebody waits for, before the line is served."""
        if not self.entries:
            return
        entry = self.dice.choice(self.entries)
        wished = Bootcamp.objects.filter(pk__in=entry.wishes.values("bootcamp_id")).order_by("pk")
        for one in wished:
            free_one(one)
        self.log.append(f"the desk offers {[one.name for one in wished]} to {entry.email}")
        if wished:
            offer_out_of_turn(bootcamp_id=wished[0].pk, entry_id=entry.pk)

    def serve(self) -> None:
        self.log.append("serve")
        serve()

    # What must hold

    def judge(self) -> None:
        at = now()
        for offer in SeatOffer.objects.filter(entry__in=self.entries).exclude(pk__in=self.seen):
            self.seen.add(offer.pk)
            self.log.append(f"offer {offer.pk} to {offer.entry.email}")
            self.faults += self._wrong_with(offer, at)

    def _wrong_with(self, offer: SeatOffer, at: datetime) -> list[str]:
        held = offer.purchase.enrollments.values("bootcamp_id")
        classes = list(Bootcamp.objects.filter(pk__in=held))
        price = EARLY if classes == [self.early] else PRICE
        if offer.purchase.bundle_id:
            price = Bundle.objects.get(pk=self.bundle.pk).price
        members = set(self.bundle.members.values_list("bootcamp_id", flat=True))
        closes = [one.sales_close_at for one in classes if one.sales_close_at]
        wrong = {
            "offered after sales have closed": any(one <= at for one in closes),
            "offered before sales open": any(
                one.sales_open_at and one.sales_open_at > at for one in classes
            ),
            "an offer outlasts the sales": any(one < offer.expires_at for one in closes),
            "a bundle of other classes": offer.purchase.bundle_id is not None
            and {one.pk for one in classes} != members,
            f"offered for {offer.purchase.total_amount}": offer.purchase.total_amount != price,
            "offered past the start": any(
                one.starts_at < offer.expires_at - timedelta(minutes=1) for one in classes
            ),
        }
        return [why for why, is_so in wrong.items() if is_so]


STEPS: Sequence[tuple[int, Callable[[Line], None]]] = [
    (1, Line.join),
    (2, Line.free),
    (3, Line.serve),
    (1, Line.decline),
    (1, Line.run_out),
    (2, Line.end_sales),
    (1, Line.open_sales_later),
    (1, Line.sell_on),
    (3, Line.change_bundle),
    (2, Line.offer_by_hand),
]
