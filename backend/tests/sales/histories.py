"""Random histories of one purchase after the sale, each replayable from its seed.

A history draws its steps from `random.Random(seed)`: refunds asked for here and made in the
provider's Dashboard, disputes, webhooks that come twice, late or never, jobs, and processes that
die; seats that move, are handed over or go back one by one; and the desk, which marks who was there
and presses the board's buttons. Then everything comes to rest. `tests.sales.history_steps` has the
steps, also those that pay again, `tests.sales.history_desk` has the desk's, and
`tests.sales.histories_at_rest` says what must hold.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db.models import F, Q
from django.test import Client

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.core.clock import now
from frontrow.core.errors import Conflict, Gone, NotFound
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.handing_over import accept_offer
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import Enrollment, HandOver, Purchase, Refund, StripeEvent
from frontrow.sales.reconciliation.stripe_events import TELLING, follow_event_list
from frontrow.sales.reconciliation.sweep import compare_with_provider, sweep_unfinished
from frontrow.sales.refunds.requests import refundable, request_refund
from frontrow.sales.settlement.settling import settle
from tests.factories import HandOverFactory
from tests.fakes.stripe import Json, StripeServer
from tests.jobs import run_jobs
from tests.sales.history_deaths import Death, Killed
from tests.sales.history_desk import Owed, give_missing_seats, press_everything

FEWEST_STEPS, MOST_STEPS = 4, 12
DEATH = 0.05
OVERTAKEN = 0.3
# The longest run of crash points that a job passes.
DEEPEST_DEATH = 6
LEFT_WITH_THE_BANK = 0.1
BOARD_EMPTIED = 0.5
SHORT_OF_FUNDS = 0.6
A_MINUTE = timedelta(minutes=1)
UNDECIDED = ("pending", "requires_action")
INQUIRIES = ("warning_needs_response", "warning_under_review")
OPEN = ("needs_response", "under_review", *INQUIRIES)


@dataclass
class Surroundings:
    """What all histories of one test share."""

    server: StripeServer
    death: Death
    buyer: User
    # An admin at the board.
    desk: Client
    # Switched off by the controls.
    delivers_events: bool = True
    follows_event_list: bool = True
    webhook: Client = field(default_factory=Client)


@dataclass
class History:
    around: Surroundings
    seed: int
    purchase: Purchase
    steps: list[str] = field(default_factory=list)
    # The cents of each request that we accepted, by the number of its row.
    asked: dict[int, int] = field(default_factory=dict)
    # Where a seat of it can be; a bundle is in some of them.
    classes: Sequence[Bootcamp] = ()
    # What can be paid for besides: a dearer date, and the rest of a bundle.
    dearer: Bootcamp | None = None
    rest: Bundle | None = None
    # Where the history has a buyer of its own.
    owner: User | None = None
    # What was paid for besides: price differences and upgrades.
    others: list[Purchase] = field(default_factory=list)
    in_dashboard: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    owed: Owed = field(default_factory=Owed)
    # The row of the board that each request of a button was for.
    mended: dict[int, int] = field(default_factory=dict)
    # What was wrong in the moment in which it happened.
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.intent = self.purchase.stripe_payment_intent_id or ""

    @property
    def buyer(self) -> User:
        return self.owner or self.around.buyer

    @property
    def desk(self) -> Client:
        return self.around.desk

    @property
    def purchases(self) -> list[Purchase]:
        return [self.purchase, *self.others]

    def play(self, beginnings: "Steps", later: "Steps") -> None:
        self.hear_of_the_sale()
        self.let_refunds_wait()
        for number in range(self.chance.randint(FEWEST_STEPS, MOST_STEPS)):
            dies = self.chance.random() < DEATH
            self.around.death.points_left = dies * self.chance.randint(1, DEEPEST_DEATH)
            is_overtaken = self.chance.random() < OVERTAKEN
            self.around.death.meanwhile = self.be_overtaken if is_overtaken else None
            steps = later if number else beginnings
            [(_, step)] = self.chance.choices(steps, [weight for weight, _ in steps])
            try:
                step(self)
            except Killed as killed:
                self.note(f"killed at {killed}")
            self.owed.follow(self)
        self.around.death.points_left = 0
        self.around.death.meanwhile = None
        self.come_to_rest()

    def hear_of_the_sale(self) -> None:
        """The events of buying have come and been handled; what follows is of money's way back."""
        events = self.around.server.events()
        self.told |= {event["id"] for event in events}
        StripeEvent.objects.bulk_create(
            StripeEvent(id=event["id"], type=event["type"], object_id=self.intent, handled_at=now())
            for event in events
        )

    def come_to_rest(self) -> None:
        self.note("--- coming to rest")
        stays = self.chance.random() < LEFT_WITH_THE_BANK
        while not stays and (undecided := self.refunds(*UNDECIDED)):
            self.decide_refund(undecided)
        if self.chance.random() > LEFT_WITH_THE_BANK:
            while open_ones := self.disputes(*OPEN):
                self.move_dispute(open_ones)
        self.follow_list()
        for _ in range(2):
            self.sweep()
        self.run()
        give_missing_seats(self)
        if not stays and self.chance.random() < BOARD_EMPTIED:
            press_everything(self)

    # What people ask of us

    def ask_for_all(self) -> None:
        self.ask(None, "first session", self.buyer)

    def ask_for_part(self) -> None:
        self.purchase.refresh_from_db()
        left = int(refundable(self.purchase) * 100)
        if left:
            self.ask(self.cents(left), "goodwill", None)

    def ask(
        self,
        cents: int | None,
        reason: str,
        by: User | None,
        enrollment_id: int | None = None,
    ) -> None:
        amount = None if cents is None else Decimal(cents) / 100
        try:
            refund = request_refund(
                purchase_id=self.purchase.pk,
                reason=reason,
                amount=amount,
                enrollment_id=enrollment_id,
                requested_by=by,
            )
        except Conflict as refused:
            self.note(f"asked for {cents or 'all'}, refused: {refused.message}")
            return
        # Not where another is under way and was returned instead.
        if refund.reason == reason:
            self.asked.setdefault(refund.pk, int(refund.amount * 100))
        self.note(f"asked for {cents or 'all'}: request {refund.pk} of {refund.amount}")

    def give_back_one(self) -> None:
        if seat := self.a_seat():
            self.ask(None, "one of several", self.buyer, enrollment_id=seat.pk)

    def move(self) -> None:
        if not (seat := self.a_seat()):
            return
        to = self.chance.choice(self.classes)
        try:
            move_seat(
                enrollment_id=seat.pk, bootcamp_id=to.pk, theirs=Q(), mover=Mover(is_desk=True)
            )
            self.note(f"moved {seat.pk} to class {to.pk}")
        except (Conflict, NotFound) as refused:
            self.note(f"not moved to class {to.pk}: {refused.message}")

    def hand_over(self) -> None:
        if not (seat := self.a_seat()):
            return
        token = f"{self.seed} {seat.pk} {len(self.steps)}"
        HandOverFactory.create(
            enrollment=seat, token_hash=digest(token), to_email=f"holder-{seat.pk}@example.test"
        )
        try:
            accept_offer(token=token)
            self.note(f"handed over {seat.pk}")
        except (Conflict, Gone) as refused:
            HandOver.objects.filter(enrollment=seat).update(state="void", to_email="", to_name="")
            self.note(f"not handed over: {refused.message}")

    def live_seats(self) -> list[Enrollment]:
        live = Enrollment.objects.filter(purchase=self.purchase, ended_at=None)
        return list(live.order_by("pk"))

    def a_seat(self) -> Enrollment | None:
        return self.chance.choice(self.live_seats() or [None])

    # What happens at the provider

    def refund_in_dashboard(self) -> None:
        row = self.ledger()
        left = self.left(row)
        if left <= 0 or row["dispute_open"] or row["dispute_lost"]:
            return
        made = self.around.server.refund_at_provider(self.intent, self.cents(left))
        self.in_dashboard.add(made["id"])
        self.note(f"Dashboard: {made['id']} of {made['amount']}, {made['status']}")

    def let_refunds_wait(self) -> None:
        waits = self.chance.random() < SHORT_OF_FUNDS
        self.around.server.control("POST", "settings", {"refunds_pending": waits})
        self.note(f"refunds wait: {waits}")

    def decide_a_refund(self) -> None:
        if undecided := self.refunds(*UNDECIDED):
            self.decide_refund(undecided)

    def decide_refund(self, undecided: Sequence[Json]) -> None:
        refund = self.chance.choice(undecided)
        endings = ["succeeded", "succeeded", "failed", "canceled", "requires_action", "pending"]
        ending = self.chance.choice([one for one in endings if one != refund["status"]])
        self.around.server.settle_refund(refund["id"], ending)
        self.note(f"bank: {refund['id']} of {refund['amount']} {ending}")

    def send_a_refund_back(self) -> None:
        if finished := self.refunds("succeeded"):
            refund = self.chance.choice(finished)
            self.around.server.settle_refund(refund["id"], "failed")
            self.note(f"bank: {refund['id']} of {refund['amount']} came back")

    def open_dispute(self) -> None:
        left = self.left(self.ledger())
        if left <= 0:
            return
        status = self.chance.choice(["needs_response", "needs_response", "warning_needs_response"])
        dispute = self.around.server.dispute(self.intent, amount=self.cents(left), status=status)
        self.note(f"bank: {dispute['id']} over {dispute['amount']}, {status}")

    def move_a_dispute(self) -> None:
        if open_ones := self.disputes(*OPEN):
            self.move_dispute(open_ones)

    def move_dispute(self, open_ones: Sequence[Json]) -> None:
        dispute = self.chance.choice(open_ones)
        nexts = ["under_review", "won", "lost"]
        if dispute["status"] in INQUIRIES:
            nexts = ["warning_under_review", "warning_closed"]
            # Not for more than is left, which would be the bank's own fault.
            if dispute["amount"] <= self.left(self.ledger()):
                nexts.append("needs_response")
        status = self.chance.choice([one for one in nexts if one != dispute["status"]])
        self.around.server.decide_dispute(dispute["id"], status)
        self.note(f"bank: {dispute['id']} over {dispute['amount']} {status}")

    # What comes to us by itself

    def deliver(self) -> None:
        """Each new event once, twice or never, in any order, and perhaps an old one again."""
        events = self.around.server.events(*TELLING)
        new = [event for event in events if event["id"] not in self.told]
        old = [event for event in events if event["id"] in self.told]
        self.told |= {event["id"] for event in new}
        if not self.around.delivers_events:
            return
        due = [event for event in new for _ in range(self.chance.choice([0, 1, 1, 2]))]
        due += self.chance.sample(old, min(len(old), self.chance.randint(0, 1)))
        self.chance.shuffle(due)
        self.note(f"events: {[event['type'] for event in due]} of {len(new)} new")
        for event in due:
            answer = self.around.server.deliver(self.around.webhook, event)
            assert answer.status_code == 200, answer.content

    def be_overtaken(self) -> None:
        """Another handler reads a later answer of the provider's, and is the first to write."""
        self.note("overtaken by another handler: {")
        step = self.chance.choice([self.decide_a_refund, self.move_a_dispute, self.compare])
        step()
        settle(purchase=Purchase.objects.get(pk=self.purchase.pk))
        self.note("}")

    def run(self) -> None:
        self.note("jobs")
        run_jobs()

    def sweep(self) -> None:
        self.note("sweep")
        Purchase.objects.filter(pk__in=[one.pk for one in self.purchases]).update(
            state_since=F("state_since") - A_MINUTE,
            terms_accepted_at=F("terms_accepted_at") - A_MINUTE,
        )
        StripeEvent.objects.filter(handled_at=None).update(received_at=F("received_at") - A_MINUTE)
        sweep_unfinished(timestamp=0)
        run_jobs()

    def follow_list(self) -> None:
        if self.around.follows_event_list:
            self.note("event list")
            follow_event_list(timestamp=0)
            run_jobs()

    def compare(self) -> None:
        self.note("compare")
        compare_with_provider(timestamp=0)

    # What the provider has

    def ledger(self, of: Purchase | None = None) -> Json:
        intent = (of or self.purchase).stripe_payment_intent_id
        row: Json = self.around.server.ledger()["payment_intents"][intent]
        return row

    def refunds(self, *statuses: str) -> list[Json]:
        return self.listed("refunds", statuses)

    def disputes(self, *statuses: str) -> list[Json]:
        return self.listed("disputes", statuses)

    def failed_at_bank(self, name: str | int) -> int:
        """The cents of a refund that wasn't made, by its name on the board."""
        made = {one["id"]: int(one["amount"]) for one in self.refunds()}
        return made[name] if name in made else int(Refund.objects.get(pk=name).amount * 100)

    def listed(self, what: str, statuses: Sequence[str]) -> list[Json]:
        asked = {"payment_intent": self.intent, "limit": 100}
        found: Any = self.around.server.call("GET", f"/v1/{what}", asked).body["data"]
        return [one for one in found if not statuses or one["status"] in statuses]

    @staticmethod
    def left(row: Json) -> int:
        gone = ("refunded", "refund_pending", "dispute_lost", "dispute_open")
        return int(row["captured"]) - sum(int(row[one]) for one in gone)

    def cents(self, most: int) -> int:
        """All of it, or any part: the whole is where states change."""
        part = self.chance.randint(1, most)
        return self.chance.choice([most, part, part])

    def note(self, what: str) -> None:
        self.steps.append(what)

    def __str__(self) -> str:
        return "\n  ".join([f"seed {self.seed}, purchase {self.purchase.pk}", *self.steps])


# How likely each is, and what.
Steps = Sequence[tuple[int, Callable[[History], None]]]
