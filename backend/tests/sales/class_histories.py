"""Made-up changes of a class: who had a seat and how, what they chose, and where processes died."""

import random
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client

from frontrow.catalogue.models import Seat
from frontrow.core.errors import AppError
from frontrow.core.jobs import enqueue
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.complimentary import enrol
from frontrow.sales.changes.handing_over import accept_offer
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.class_changes import carrying_out, choosing
from frontrow.sales.class_changes.clock import keep_changes_going
from frontrow.sales.enrolment.enrolments import chain_of
from frontrow.sales.models import (
    Choice,
    ChosenBy,
    ClassChoice,
    Enrolment,
    Purchase,
    Refund,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.settlement import moved_seats
from frontrow.sales.settlement.settling import settle_purchase
from tests.factories import HandOverFactory, from_now, make_bootcamp, make_bundle, make_code
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales import changing
from tests.sales.buying import Shopper
from tests.sales.history_deaths import Death, Killed

KINDS = ("single", "single", "code", "bundle", "bundle", "gift", "moved", "handed over")
CHOICES = ("", "", "refund", "credit", "date", "date", "refund_all", "keep")


def armed(monkeypatch: pytest.MonkeyPatch, death: Death) -> Death:
    """It also dies at the places where a change is chosen and carried out."""
    for module in (carrying_out, choosing, moved_seats):
        monkeypatch.setattr(module, "crash_point", death)
    return death


@dataclass
class Story:
    server: StripeServer
    operator: Client
    death: Death
    seed: int
    # Everybody takes the money: then the dry run must have said it.
    all_money: bool = False
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        # Not a secret: the same seed tells the same story.
        self.dice = random.Random(self.seed)
        days = 10 + self.seed % 5
        self.lost = make_bootcamp(name=f"Lost {self.seed}", starts_at=from_now(days=days))
        self.others = [
            make_bootcamp(name=f"Lost {self.seed}", starts_at=from_now(days=20 + n), max_seats=2)
            for n in range(2)
        ]
        self.member = make_bootcamp(
            name=f"Member {self.seed}", starts_at=from_now(days=40), price=Decimal("333.34")
        )
        self.purchases: list[Purchase] = []

    def play(self) -> "Story":
        for number in range(self.dice.randint(2, 4)):
            self.purchases.append(self._bought(number))
        run_jobs(limit=1000)
        ids = [one.pk for one in self.others]
        self.said = changing.preview(self.operator, self.lost, alternativeIds=ids)
        kind = {} if self.all_money or self.dice.random() < 0.7 else self._moved()
        self.change = changing.announce(
            self.operator,
            self.lost,
            alternativeIds=ids,
            offersCredit=self.dice.random() < 0.8,
            **kind,
        )
        for purchase in self.purchases:
            self._choose(purchase)
        keep_changes_going.func(timestamp=0)
        changing.let_time_pass(self.change)
        for _ in range(14):
            self._die_perhaps(self._go_on)
            self.change.refresh_from_db()
            if self.change.state == "done":
                break
        return self

    def faults(self) -> list[str]:
        """What must never be. Nothing where all is well."""
        found = [str(one) for one in violations()]
        if self.change.state != "done":
            found.append(f"never done: {list(self.rows().values())}")
        for row in self.rows():
            found += self._faults_of(row)
        for purchase in self.purchases:
            if purchase.stripe_payment_intent_id is None:
                continue
            back = self._given_back(purchase)
            asked = Refund.objects.filter(purchase=purchase, status="succeeded")
            if back != sum((one.amount for one in asked), Decimal(0)):
                found.append(f"{back} went back of {purchase.pk}, not what was asked")
            purchase.refresh_from_db()
            if back + purchase.credited_amount > purchase.total_amount:
                found.append(f"more than was paid for {purchase.pk}")
        if self.all_money:
            total = sum((self._given_back(one) for one in self.purchases), Decimal(0))
            if total != Decimal(self.said["moneyIfAll"]):
                found.append(f"the dry run said {self.said['moneyIfAll']}, it was {total}")
        return found

    def rows(self) -> Any:
        return ClassChoice.objects.filter(change=self.change).order_by("pk")

    def _faults_of(self, row: ClassChoice) -> list[str]:
        chain = Enrolment.objects.filter(chain_of(row.enrolment_id))
        seats = Seat.objects.filter(enrolment_id__in=chain.values("pk"), held_until=None).count()
        purchase = row.enrolment.purchase
        is_gift = purchase.total_amount == 0
        back = self._given_back(purchase)
        # What the seat itself had cost, by the lines of the refunds.
        lines = sum(
            (one.amount for one in row.enrolment.refund_lines.filter(movement__status="succeeded")),
            Decimal(0),
        )
        share = row.enrolment.paid
        wrong = {
            "neither seat nor money": not (seats or back or row.credit_id or is_gift),
            "seat and money": bool(seats and (lines or row.credit_id)),
            "money and credit": bool(lines and row.credit_id),
            "two seats": seats > 1,
            "not the share": row.choice == "refund" and not is_gift and lines != share,
            "not what was chosen": row.choice == "refund" and row.amount != lines,
            "not all of it": row.choice == "refund_all" and row.amount != back,
            "another credit": row.credit is not None
            and int(row.credit.value * 100) != (int(share * 100) * 110 + 50) // 100,
            "a choice without its seat": row.choice in {"date", "keep"} and seats != 1,
        }
        return [f"{why}: {row.choice}" for why, is_so in wrong.items() if is_so]

    def _given_back(self, purchase: Purchase) -> Decimal:
        if purchase.stripe_payment_intent_id is None:
            return Decimal(0)
        ledger = self.server.ledger()["payment_intents"][purchase.stripe_payment_intent_id]
        return Decimal(ledger["captured"] - ledger["net"]) / 100

    def _bought(self, number: int) -> Purchase:
        how = self.dice.choice(KINDS)
        self.log.append(how)
        email = f"s{self.seed}n{number}@example.test"
        shopper = Shopper(self.server, email=email, address=f"10.{self.seed % 250}.{number}.1")
        if how == "gift":
            return enrol(
                bootcamp_ids=[self.lost.pk], bundle_id=None, email=email, full_name="Gil Gift"
            )
        if how == "bundle":
            bundle = make_bundle(bootcamps=[self.lost, self.member], price=Decimal("1111.11"))
            return shopper.buy(bundle=bundle.pk)
        if how == "code":
            make_code(f"OFF{self.seed}N{number}", value=self.dice.randint(1, 60))
            return shopper.buy(bootcamp=self.lost.pk, code=f"OFF{self.seed}N{number}")
        if how == "moved":
            early = make_bootcamp(name=self.lost.name, starts_at=from_now(days=8), max_seats=1)
            purchase = shopper.buy(bootcamp=early.pk)
            seat = changing.present(purchase)
            move_seat(enrolment_id=seat.pk, bootcamp_id=self.lost.pk, theirs=Q(), mover=Mover())
            return purchase
        purchase = shopper.buy(bootcamp=self.lost.pk)
        if how == "handed over":
            self._hand_over(purchase, number)
        return purchase

    def _hand_over(self, purchase: Purchase, number: int) -> None:
        token = f"offer {self.seed} {number} {self.dice.random()}"
        HandOverFactory.create(
            enrolment=self._seat(purchase),
            to_email=f"h{self.seed}n{number}{self.dice.randint(0, 10**6)}@example.test",
            to_name="Fay Friend",
            token_hash=digest(token),
        )
        accept_offer(token=token)

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
            self._hand_over(purchase, 9)

    def _try(self, purchase: Purchase, choice: str) -> None:
        self.log.append(choice)
        if not choice:
            return
        to = self.dice.choice(self.others) if choice == "date" else None
        try:
            choosing.choose(
                change=self.change,
                enrolment_id=self._seat(purchase).pk,
                choice=Choice(choice),
                to_bootcamp_id=to.pk if to else None,
                by=ChosenBy.STUDENT,
            )
        except AppError as refused:
            self.log.append(refused.code)

    def _seat(self, purchase: Purchase) -> Enrolment:
        seats = Enrolment.objects.filter(purchase=purchase, ended_at=None)
        return seats.exclude(bootcamp=self.member).get()

    def _go_on(self) -> None:
        # As the minute's sweep does for whatever lost its process, without waiting for it.
        for purchase in Purchase.objects.filter(pk__in=[one.pk for one in self.purchases]):
            if purchase.state == "refunding" or purchase.refunds.filter(status="requested"):
                enqueue(settle_purchase, purchase_id=purchase.pk)
        carrying_out.carry_out_change.func(change_id=self.change.pk)
        run_jobs(limit=1000)

    def _die_perhaps(self, act: Any) -> None:
        self.death.points_left = self.dice.randint(1, 12) if self.dice.random() < 0.5 else 0
        try:
            act()
        except Killed as at:
            self.log.append(f"died at {at}")
        finally:
            self.death.points_left = 0

    def _moved(self) -> dict[str, Any]:
        return changing.move_to(from_now(days=15).replace(hour=12, minute=0))
