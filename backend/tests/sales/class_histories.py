"""Made-up changes of a class: who had a seat and how, what they chose, and where processes died.

`tests.sales.class_history_buyers` has how they came by their seats, and
`tests.sales.class_histories_at_rest` says what must hold at the end.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest
from django.http import HttpRequest

from frontrow.accounts.models import User
from frontrow.backoffice.class_changes import acts, dry_run
from frontrow.backoffice.class_changes.schemas import ClassChangeIn
from frontrow.catalogue.models import BootcampType
from frontrow.core.errors import AppError
from frontrow.core.jobs import enqueue
from frontrow.messaging.delivery import deliver_waiting
from frontrow.sales.class_changes import carrying_out, choosing
from frontrow.sales.class_changes.clock import keep_changes_going
from frontrow.sales.models import Choice, ChosenBy, ClassChange, ClassChoice, Enrolment, Purchase
from frontrow.sales.settlement import moved_seats
from frontrow.sales.settlement.settling import settle_purchase
from tests.factories import from_now, make_bootcamp
from tests.fakes.stripe import Json, StripeServer
from tests.jobs import run_jobs
from tests.sales import changing
from tests.sales.class_history_buyers import Buyers
from tests.sales.histories import INQUIRIES, OPEN, History
from tests.sales.history_deaths import Death, Killed

CHOICES = ("", "", "refund", "credit", "date", "date", "refund_all", "keep")
DISPUTED = 0.15
MOST_ROUNDS = 16
# By then every bank has decided.
DECIDED_BY_ROUND = 4


def armed(monkeypatch: pytest.MonkeyPatch, death: Death) -> Death:
    """It also dies at the places where a change is chosen and carried out."""
    for module in (carrying_out, choosing, moved_seats):
        monkeypatch.setattr(module, "crash_point", death)
    return death


@dataclass
class Story:
    server: StripeServer
    operator: User
    death: Death
    seed: int
    # Everybody takes the money: then the dry run must have said it.
    all_money: bool = False
    log: list[str] = field(default_factory=list)
    # Each has a seat in the class; `besides` is what belongs to them and has none there.
    purchases: list[Purchase] = field(default_factory=list)
    besides: list[Purchase] = field(default_factory=list)
    said: Decimal = Decimal(0)

    def __post_init__(self) -> None:
        # The provider remembers nothing of the stories before.
        self.server.reset()
        # Not a secret: the same seed tells the same story.
        self.dice = random.Random(self.seed)
        days = 10 + self.seed % 5
        self.lost = make_bootcamp(name=f"Lost {self.seed}", starts_at=from_now(days=days))
        self.others = [
            make_bootcamp(name=f"Lost {self.seed}", starts_at=from_now(days=20 + n), max_seats=2)
            for n in range(2)
        ]
        self.member = make_bootcamp(
            name=f"Member {self.seed}",
            starts_at=from_now(days=40),
            price=Decimal("333.34"),
            bootcamp_type=BootcampType.LAUNCH,
        )
        self.buyers = Buyers(self.server, self.dice, self.seed, self.lost, self.member)

    def play(self) -> "Story":
        for number in range(self.dice.randint(2, 4)):
            how, [purchase, *besides] = self.buyers.buy(number)
            self.log.append(how)
            self.purchases.append(purchase)
            self.besides += besides
        self._run_jobs()
        self.change = self._announce()
        for purchase in self.purchases:
            self._dispute_perhaps(purchase)
            self._choose(purchase)
        self._decide_disputes()
        keep_changes_going.func(timestamp=0)
        changing.let_time_pass(self.change)
        for number in range(MOST_ROUNDS):
            self._decide_disputes(at_once=number >= DECIDED_BY_ROUND)
            self._die_perhaps(self._go_on)
            if number < 1:
                self._dispute_perhaps(self.dice.choice(self.purchases))
            self.change.refresh_from_db()
            if self.change.state == "done":
                break
        return self

    @property
    def all_ids(self) -> list[int]:
        return [one.pk for one in (*self.purchases, *self.besides)]

    def rows(self) -> Any:
        return ClassChoice.objects.filter(change=self.change).order_by("pk")

    def _announce(self) -> ClassChange:
        """As the desk does: what it asks for is read and checked, and it is in the audit log."""
        is_cancel = self.all_money or self.dice.random() < 0.7
        wanted = ClassChangeIn.model_validate(
            changing.plan(
                alternativeIds=[one.pk for one in self.others],
                offersCredit=self.dice.random() < 0.8,
                **({} if is_cancel else self._moved()),
            )
        )
        if self.all_money:
            self.said = dry_run.preview(bootcamp_id=self.lost.pk, wanted=wanted).money_if_all
        request = HttpRequest()
        request.auth = request.user = self.operator  # type: ignore[attr-defined]
        request.session = {}  # type: ignore[assignment]
        acts.announce(request=request, bootcamp_id=self.lost.pk, wanted=wanted)
        return ClassChange.objects.get(bootcamp=self.lost)

    def _choose(self, purchase: Purchase) -> None:
        """Once or twice; whoever dies in between tries again, as a person would."""
        if self.all_money:
            if self.dice.random() < 0.5:
                self._try(purchase, "refund")
            return
        for _ in range(self.dice.choice((0, 1, 1, 2))):
            self._die_perhaps(lambda: self._try(purchase, self.dice.choice(CHOICES)))
        if self.dice.random() < 0.1 and not purchase.is_complimentary:
            self.log.append("handed over late")
            self._hand_over_late(purchase)

    def _hand_over_late(self, purchase: Purchase) -> None:
        if seat := self._seat(purchase):
            try:
                self.buyers.hand_over(seat, 9)
            except AppError as refused:
                self.log.append(refused.code)

    def _try(self, purchase: Purchase, choice: str) -> None:
        self.log.append(choice)
        seat = self._seat(purchase)
        if not choice or seat is None:
            return
        to = self.dice.choice(self.others) if choice == "date" else None
        try:
            choosing.choose(
                change=self.change,
                enrolment_id=seat.pk,
                choice=Choice(choice),
                to_bootcamp_id=to.pk if to else None,
                by=ChosenBy.STUDENT,
            )
        except AppError as refused:
            self.log.append(refused.code)

    def _seat(self, purchase: Purchase) -> Enrolment | None:
        """None where a bank has taken the money for it."""
        seats = Enrolment.objects.filter(purchase=purchase, ended_at=None)
        return seats.exclude(bootcamp=self.member).first()

    # What banks do around it

    def _dispute_perhaps(self, purchase: Purchase) -> None:
        """All of the payment or a part of it; never after a credit, which would be both."""
        purchase.refresh_from_db()
        if self.dice.random() > DISPUTED or purchase.credited_amount:
            return
        row = self.server.ledger()["payment_intents"].get(purchase.stripe_payment_intent_id)
        left = History.left(row) if row else 0
        if left <= 0:
            return
        amount = self.dice.choice((left, self.dice.randint(1, left)))
        status = self.dice.choice(("needs_response", "warning_needs_response"))
        self.server.dispute(purchase.stripe_payment_intent_id or "", amount=amount, status=status)
        self.log.append(f"dispute over {amount}: {status}")
        self._hear_of(purchase)

    def _decide_disputes(self, *, at_once: bool = False) -> None:
        found = self.server.call("GET", "/v1/disputes", {"limit": 100}).body["data"]
        for dispute in found:
            if dispute["status"] not in OPEN or (self.dice.random() < 0.5 and not at_once):
                continue
            ending = self._ending(dispute)
            self.server.decide_dispute(dispute["id"], ending)
            self.log.append(f"dispute {ending}")
            intent = dispute["payment_intent"]
            self._hear_of(*(p for p in self.purchases if p.stripe_payment_intent_id == intent))

    def _ending(self, dispute: Json) -> str:
        """Of a payment that was lost in part the provider refunds nothing more: a person's case."""
        if dispute["status"] in INQUIRIES:
            return "warning_closed"
        row = self.server.ledger()["payment_intents"][dispute["payment_intent"]]
        is_whole = dispute["amount"] == row["captured"]
        return self.dice.choice(("won", "lost")) if is_whole and not self.all_money else "won"

    def _hear_of(self, *purchases: Purchase) -> None:
        """As the provider's event does."""
        for purchase in purchases:
            enqueue(settle_purchase, purchase_id=purchase.pk)
        self._run_jobs()

    # What we do

    def _go_on(self) -> None:
        # As the minute's sweep does for whatever lost its process, without waiting for it.
        for purchase in Purchase.objects.filter(pk__in=self.all_ids):
            if purchase.state == "refunding" or purchase.refunds.filter(status="requested"):
                enqueue(settle_purchase, purchase_id=purchase.pk)
        if self.rows().exclude(failure="").exists():
            keep_changes_going.func(timestamp=0)
        carrying_out.carry_out_change.func(change_id=self.change.pk)
        self._run_jobs()

    def _run_jobs(self) -> None:
        # What is written in the outbox is not read here, so nothing need send it.
        run_jobs(limit=1000, without=[deliver_waiting])

    def _die_perhaps(self, act: Callable[[], None]) -> None:
        self.death.points_left = self.dice.randint(1, 12) if self.dice.random() < 0.5 else 0
        try:
            act()
        except Killed as at:
            self.log.append(f"died at {at}")
        finally:
            self.death.points_left = 0

    def _moved(self) -> dict[str, Any]:
        return changing.move_to(from_now(days=15).replace(hour=12, minute=0))
