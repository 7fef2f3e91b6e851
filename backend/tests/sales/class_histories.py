"""Made-up changes of a class: who had a seat and how, what they chose, and where processes died.

`tests.sales.class_history_buyers` has how they came by their seats, `class_history_meanwhile` what
they do after a choice, `class_history_credits` what becomes of credits, and
`class_histories_at_rest` says what must hold at the end.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.test import Client

from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.backoffice.class_changes import acts, dry_run
from frontrow.backoffice.class_changes.schemas import ClassChangeIn
from frontrow.catalogue.models import Bootcamp, BootcampType
from frontrow.core.errors import AppError
from frontrow.core.jobs import enqueue
from frontrow.messaging.delivery import deliver_waiting
from frontrow.sales.class_changes import carrying_out, choosing
from frontrow.sales.class_changes.clock import keep_changes_going
from frontrow.sales.ledger.refund_records import UNDER_WAY
from frontrow.sales.models import (
    Choice,
    ChosenBy,
    ClassChange,
    ClassChoice,
    Enrollment,
    Purchase,
    ReconciliationBreak,
    Refund,
)
from frontrow.sales.settlement import moved_seats
from frontrow.sales.settlement.settling import settle_purchase
from tests.factories import from_now, make_bootcamp
from tests.fakes.stripe import Json, StripeServer
from tests.jobs import run_jobs
from tests.sales import changing
from tests.sales.class_history_buyers import Buyers
from tests.sales.class_history_meanwhile import MONEY, SEAT, happen
from tests.sales.histories import INQUIRIES, OPEN, History
from tests.sales.history_deaths import Death, Killed

PRICE, DEARER = Decimal("995.00"), Decimal("1195.00")
CLOSES_BEFORE = timedelta(days=1)
CHOICES = ("", "", "refund", "credit", "date", "date", "refund_all", "keep")
DISPUTED = 0.15
MEANWHILE = 0.5
REFUNDS_WAIT, REFUND_FAILS = 0.6, 0.4
PRESSED = 0.5
COACHED = 0.5
MOST_ROUNDS = 20
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
    # The same admin at the board.
    desk: Client
    death: Death
    seed: int
    # Everybody takes the money: then the dry run must have said it.
    all_money: bool = False
    log: list[str] = field(default_factory=list)
    # Each has a seat in the class; `besides` is what belongs to them and has none there.
    purchases: list[Purchase] = field(default_factory=list)
    besides: list[Purchase] = field(default_factory=list)
    said: Decimal = Decimal(0)
    changes: list[ClassChange] = field(default_factory=list)
    # Of each seat, by the first of its chain: what was decided last, and the price of the dearest
    # class that we moved it to.
    last: dict[int, str] = field(default_factory=dict)
    worth: dict[int, Decimal] = field(default_factory=dict)
    # What was wrong in the moment in which it happened.
    faults: list[str] = field(default_factory=list)
    typed: int = 0

    def __post_init__(self) -> None:
        # The provider remembers nothing of the stories before.
        self.server.reset()
        # Not a secret: the same seed tells the same story.
        self.dice = random.Random(self.seed)
        days = 10 + self.seed % 5
        starts = from_now(days=days)
        name = f"Lost {self.seed}"
        coached = [self.dice.random() < COACHED for _ in range(3)]
        self.lost = make_bootcamp(
            name=name,
            starts_at=starts,
            sales_close_at=starts - CLOSES_BEFORE if self.seed % 2 else None,
            includes_coaching=coached[0],
        )
        # Offered in its place; the second is dearer, and costs nothing to whoever chooses it.
        self.others = [
            make_bootcamp(
                name=name,
                starts_at=from_now(days=20 + n),
                max_seats=2,
                price=price,
                includes_coaching=coached[n + 1],
            )
            for n, price in enumerate((PRICE, DEARER))
        ]
        # Of the same course, and not offered: of its price, 30 cents above, and dearer.
        self.own_dates = [
            make_bootcamp(name=name, starts_at=from_now(days=25), max_seats=9, price=price)
            for price in (PRICE, PRICE + Decimal("0.30"), DEARER)
        ]
        self.dearer = self.own_dates[-1]
        self.member = make_bootcamp(
            name=f"Member {self.seed}",
            starts_at=from_now(days=40),
            price=Decimal("333.34"),
            bootcamp_type=BootcampType.LAUNCH,
            includes_coaching=True,
        )
        self.buyers = Buyers(self.server, self.dice, self.seed, self.lost, self.member)

    def play(self) -> "Story":
        for number in range(self.dice.randint(2, 4)):
            how, [purchase, *besides] = self.buyers.buy(number)
            self.log.append(how)
            self.purchases.append(purchase)
            self.besides += besides
        self.run_jobs()
        self.change = self.announce(self.lost, is_cancel=self._is_canceled())
        self.server.control(
            "POST", "settings", {"refunds_pending": self.dice.random() < REFUNDS_WAIT}
        )
        for purchase in self.purchases:
            self._dispute_perhaps(purchase)
            self.choose_perhaps(purchase)
        if not self.all_money:
            for purchase in self.purchases:
                if self.dice.random() < MEANWHILE:
                    self._die_perhaps(partial(happen, self, purchase))
        self._decide_disputes()
        keep_changes_going.func(timestamp=0)
        for change in self.changes:
            changing.let_time_pass(change)
        for number in range(MOST_ROUNDS):
            is_late = number >= DECIDED_BY_ROUND
            self._decide_disputes(at_once=is_late)
            self._decide_refunds(at_once=is_late)
            self._press_perhaps(at_once=is_late)
            self._die_perhaps(self._go_on)
            if number < 1:
                self._dispute_perhaps(self.dice.choice(self.purchases))
            if self._is_done():
                break
        self.change.refresh_from_db()
        return self

    @property
    def all_ids(self) -> list[int]:
        return [one.pk for one in (*self.purchases, *self.besides)]

    def rows(self) -> Any:
        return ClassChoice.objects.filter(change__in=self.changes).order_by("pk")

    def address(self, number: int) -> str:
        """A network of their own."""
        return f"10.{self.seed % 250}.{number}.2"

    def dear_class(self) -> Bootcamp:
        """That a credit never pays whole; another one after it was canceled."""
        name = f"Dear {self.seed}"
        found = Bootcamp.objects.filter(name=name, canceled_at=None).first()
        return found or make_bootcamp(
            name=name, starts_at=from_now(days=60), price=Decimal("1995.00")
        )

    def announce(
        self, bootcamp: Bootcamp, *, is_cancel: bool, instead: Sequence[Bootcamp] | None = None
    ) -> ClassChange:
        """As the desk does: what it asks for is read and checked, and it is in the audit log."""
        offered = self.others if instead is None else instead
        wanted = ClassChangeIn.model_validate(
            changing.plan(
                alternativeIds=[one.pk for one in offered],
                offersCredit=self.dice.random() < 0.8,
                **({} if is_cancel else self._moved()),
            )
        )
        if self.all_money:
            self.said = dry_run.preview(bootcamp_id=bootcamp.pk, wanted=wanted).money_if_all
        acts.announce(by=Actor.of(self.operator), bootcamp_id=bootcamp.pk, wanted=wanted)
        change = ClassChange.objects.get(bootcamp=bootcamp)
        self.changes.append(change)
        return change

    def carry_out_at_once(self, change: ClassChange) -> None:
        """Nobody answers, and every refund arrives."""
        self.server.control("POST", "settings", {"refunds_pending": False})
        changing.carry_out(change)

    def decide(self, seat: Enrollment, what: str) -> None:
        self.last[seat.calendar_number] = what

    def worth_of(self, seat: Enrollment) -> Decimal:
        """As bought, or the dearest class that we moved it to."""
        return max(seat.price, self.worth.get(seat.calendar_number, Decimal(0)))

    def is_kept(self, seat: Enrollment) -> bool:
        """Whether silence keeps it where it is."""
        canceled = [one.bootcamp_id for one in self.changes if one.kind == "cancel"]
        return seat.bootcamp_id not in canceled

    def seat_of(self, purchase: Purchase) -> Enrollment | None:
        """None where a bank has taken the money for it."""
        purchase.refresh_from_db()
        seats = Enrollment.objects.filter(purchase=purchase, ended_at=None)
        return seats.exclude(bootcamp=self.member).select_related("bootcamp").first()

    def choose_perhaps(self, purchase: Purchase) -> None:
        """Once or twice; whoever dies in between tries again, as a person would."""
        if self.all_money:
            if self.dice.random() < 0.5:
                self._try(purchase, "refund")
            return
        for _ in range(self.dice.choice((0, 1, 1, 2))):
            self._die_perhaps(lambda: self._try(purchase, self.dice.choice(CHOICES)))

    def _is_canceled(self) -> bool:
        return self.all_money or self.dice.random() < 0.7

    def _try(self, purchase: Purchase, choice: str) -> None:
        """About the newest change that the seat is in."""
        seat = self.seat_of(purchase)
        if not choice or seat is None:
            return
        number = seat.calendar_number
        row = self.rows().filter(enrollment_id=number).select_related("change").last()
        to = self.dice.choice(self.others) if choice == "date" else None
        self.log.append(f"{number} {choice} {to.price if to else ''}")
        if row is None:
            return
        try:
            choosing.choose(
                change=row.change,
                enrollment_id=seat.pk,
                choice=Choice(choice),
                to_bootcamp_id=to.pk if to else None,
                by=ChosenBy.STUDENT,
                # Who paid, where the choice is about money; else the holder.
                pays=Choice(choice) in choosing.MONEY,
            )
        except AppError as refused:
            self.log.append(refused.code)
            return
        self.decide(seat, SEAT if choice in {"date", "keep"} else MONEY)
        if to and to.pk != seat.bootcamp_id:
            self.worth[number] = max(self.worth.get(number, to.price), to.price)

    # What banks do around it

    def _dispute_perhaps(self, purchase: Purchase) -> None:
        """All of the payment or a part of it; never here after a credit, which has its own."""
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

    def _decide_refunds(self, *, at_once: bool = False) -> None:
        """Some come back; sooner or later each arrives."""
        if at_once:
            self.server.control("POST", "settings", {"refunds_pending": False})
        found = self.server.call("GET", "/v1/refunds", {"limit": 100}).body["data"]
        for refund in found:
            if refund["status"] != "pending" or (self.dice.random() < 0.5 and not at_once):
                continue
            fails = self.dice.random() < REFUND_FAILS and not at_once
            self.server.settle_refund(refund["id"], "failed" if fails else "succeeded")
            self.log.append(f"refund of {refund['amount']} {'failed' if fails else 'arrived'}")
            intent = refund["payment_intent"]
            self._hear_of(*Purchase.objects.filter(stripe_payment_intent_id=intent))

    def _press_perhaps(self, *, at_once: bool = False) -> None:
        """Buttons of the board about these purchases."""
        rows = ReconciliationBreak.objects.filter(purchase__in=self.all_ids, resolved_at=None)
        for row in rows.order_by("pk"):
            if at_once or self.dice.random() < PRESSED:
                body = {"key": f"break/{row.pk}", "note": "seen"}
                answer: Any = self.desk.post(
                    "/api/admin/reconciliation/repair", body, "application/json"
                )
                self.log.append(f"pressed {row.kind}: {answer.status_code}")

    def _hear_of(self, *purchases: Purchase) -> None:
        """As the provider's event does."""
        for purchase in purchases:
            enqueue(settle_purchase, purchase_id=purchase.pk)
        self.run_jobs()

    # What we do

    def _go_on(self) -> None:
        # As the minute's sweep does for whatever lost its process, without waiting for it.
        for purchase in Purchase.objects.filter(pk__in=self.all_ids):
            if purchase.state == "refunding" or purchase.refunds.filter(status="requested"):
                enqueue(settle_purchase, purchase_id=purchase.pk)
        if self.rows().exclude(failure="").exists():
            keep_changes_going.func(timestamp=0)
        for change in self.changes:
            carrying_out.carry_out_change.func(change_id=change.pk)
        self.run_jobs()

    def _is_done(self) -> bool:
        waiting = Refund.objects.filter(purchase__in=self.all_ids, status__in=UNDER_WAY)
        changes = ClassChange.objects.filter(pk__in=[one.pk for one in self.changes])
        return not waiting.exists() and all(one.state == "done" for one in changes)

    def run_jobs(self) -> None:
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
