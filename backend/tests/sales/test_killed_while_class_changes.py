"""Processes that die while a class changes, several who carry it out at once, and its haste."""

import re
import time
from datetime import timedelta
from decimal import Decimal

import pytest
from pytest_django import Settings

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.core.rate_limit import Limit
from frontrow.messaging.models import Message
from frontrow.sales.class_changes import carrying_out
from frontrow.sales.class_changes.carrying_out import carry_out_change
from frontrow.sales.class_changes.rows import present_seat
from frontrow.sales.models import (
    ClassChange,
    ClassChoice,
    DiscountCode,
    Enrollment,
    Purchase,
    Refund,
)
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import from_now, make_bootcamp, make_purchase
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.killing import killed_at
from tests.races.crowd import all_at_once
from tests.sales.buying import Shopper
from tests.sales.changing import (
    an_operator,
    announce,
    call,
    carry_out,
    choose,
    let_time_pass,
    net,
    plan,
    present,
    preview,
)

pytestmark = pytest.mark.django_db(transaction=True)

ACTING = ("class_change.sales_stopped", "class_change.told", "class_change.before_commit")
CHOOSING = ("class_change.choice_locked", "class_change.choice_before_commit")
CREDITING = (
    "class_change.row_locked",
    "class_change.credit_made",
    "class_change.row_before_commit",
)
CARRYING_OUT = (
    "class_change.row_locked",
    "class_change.refund_asked",
    "class_change.row_before_commit",
    "class_change.rows_done",
    "class_change.before_closing",
    "class_change.closed",
)


@pytest.fixture
def no_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        carrying_out, "PACE", Limit(scope="tests", count=10_000, per=timedelta(seconds=1))
    )


@pytest.fixture
def bought(stripe_server: StripeServer) -> tuple[Purchase, Bootcamp, Bootcamp]:
    lost = make_bootcamp(starts_at=from_now(days=10), max_seats=2)
    other = make_bootcamp(starts_at=from_now(days=20), max_seats=2)
    purchase = Shopper(stripe_server).buy(bootcamp=lost.pk)
    run_jobs()
    return purchase, lost, other


Bought = tuple[Purchase, Bootcamp, Bootcamp]


@pytest.mark.parametrize("label", ACTING)
def test_killed_in_the_act_nothing_has_happened(
    label: str, bought: Bought, settings: Settings
) -> None:
    _, lost, other = bought
    operator = an_operator()
    before = Message.objects.count()
    assert killed_at(
        label, lambda: call(operator, lost, **plan(alternativeIds=[other.pk])), settings
    )
    lost.refresh_from_db()
    assert (lost.sales_stopped_at, lost.canceled_at) == (None, None)
    assert (ClassChange.objects.count(), Message.objects.count()) == (0, before)
    change = announce(operator, lost)
    assert change.choices.count() == 1


@pytest.mark.parametrize("label", CHOOSING)
@pytest.mark.parametrize("choice", ["date", "refund"])
def test_a_choice_made_during_a_kill_stands_exactly_once(
    label: str, choice: str, bought: Bought, settings: Settings, no_pace: None
) -> None:
    purchase, lost, other = bought
    change = announce(an_operator(), lost, alternativeIds=[other.pk])
    seat = present(purchase)
    to = other if choice == "date" else None

    def make_choice() -> None:
        answer = choose(change, seat, choice, to)
        assert answer.status_code == 200, answer.content

    assert killed_at(label, make_choice, settings)
    assert ClassChoice.objects.get().choice == ""
    assert present(purchase) == seat
    for _ in range(2):
        make_choice()
    assert ClassChoice.objects.get().choice == choice
    assert Enrollment.objects.filter(purchase=purchase).count() == (2 if to else 1)
    carry_out(change)
    assert Refund.objects.count() == (0 if to else 1)
    seats = Seat.objects.filter(enrollment_id__in=Enrollment.objects.values("pk"))
    assert seats.count() == (1 if to else 0)
    assert violations() == []


@pytest.mark.parametrize("label", CARRYING_OUT)
def test_killed_while_carrying_out_it_goes_on_and_nothing_is_done_twice(
    label: str,
    bought: Bought,
    settings: Settings,
    stripe_server: StripeServer,
    no_pace: None,
) -> None:
    purchase, lost, _ = bought
    change = announce(an_operator(), lost)
    let_time_pass(change)
    died = False
    for _ in range(4):
        died = died or killed_at(
            label, lambda: carry_out_change.func(change_id=change.pk), settings
        )
        run_jobs(limit=500)
    assert died, "never came there"
    carry_out(change)
    assert change.state == "done"
    row = ClassChoice.objects.get()
    assert (row.choice, row.amount, Refund.objects.count()) == ("refund", Decimal("995.00"), 1)
    ledger = stripe_server.ledger()["payment_intents"][purchase.stripe_payment_intent_id]
    assert ledger["net"] == 0
    assert violations() == []


@pytest.mark.parametrize("label", CREDITING)
def test_killed_while_a_credit_is_made_there_is_one_and_no_money_beside_it(
    label: str,
    bought: Bought,
    settings: Settings,
    stripe_server: StripeServer,
    no_pace: None,
) -> None:
    purchase, lost, _ = bought
    change = announce(an_operator(), lost)
    assert choose(change, present(purchase), "credit").status_code == 200
    let_time_pass(change)
    before = Message.objects.count()
    assert killed_at(label, lambda: carry_out_change.func(change_id=change.pk), settings)
    # Nothing of it was kept: the seat is theirs, and no code was sent.
    purchase.refresh_from_db()
    assert (DiscountCode.objects.count(), purchase.credited_amount) == (0, Decimal(0))
    assert (Message.objects.count(), present(purchase).bootcamp) == (before, lost)
    for _ in range(2):
        carry_out(change)
    purchase.refresh_from_db()
    [code] = DiscountCode.objects.all()
    assert (code.value, purchase.credited_amount) == (Decimal("1094.50"), Decimal("995.00"))
    assert Message.objects.filter(dedupe_key__startswith="class-credit:").count() == 1
    assert (change.state, Refund.objects.count(), net(stripe_server, purchase)) == (
        "done",
        0,
        99_500,
    )
    assert violations() == []


def _two_at_once(change: ClassChange) -> None:
    let_time_pass(change)
    carrying_out.begin(change_id=change.pk)
    row = ClassChoice.objects.get(change=change)
    all_at_once([lambda: carrying_out.carry_out(row_id=row.pk)] * 4)


def test_of_four_who_carry_out_one_credit_one_makes_it(
    bought: Bought, stripe_server: StripeServer
) -> None:
    purchase, lost, _ = bought
    change = announce(an_operator(), lost)
    choose(change, present(purchase), "credit")
    _two_at_once(change)
    assert DiscountCode.objects.count() == 1
    purchase.refresh_from_db()
    assert purchase.credited_amount == Decimal("995.00")


def test_control_without_the_locks_one_seat_is_credited_several_times(
    bought: Bought, monkeypatch: pytest.MonkeyPatch
) -> None:
    purchase, lost, _ = bought
    change = announce(an_operator(), lost)
    choose(change, present(purchase), "credit")

    class Unlocked:
        """The rows as they are, taken by nobody."""

        def __init__(self) -> None:
            self.rows = ClassChoice.objects

        def select_related(self, *names: str) -> object:
            return self.rows.select_related(*names)

        def select_for_update(self, **_: object) -> object:
            return self.rows.all()

    class Rows:
        objects = Unlocked()

    monkeypatch.setattr(carrying_out, "ClassChoice", Rows)
    monkeypatch.setattr(
        carrying_out, "lock_with_bases", lambda *, purchase_id: Purchase.objects.get(pk=purchase_id)
    )
    real = present_seat

    def slowly(first_id: int) -> object:
        seat = real(first_id)
        time.sleep(0.3)
        return seat

    monkeypatch.setattr(carrying_out, "present_seat", slowly)
    let_time_pass(change)
    carrying_out.begin(change_id=change.pk)
    row = ClassChoice.objects.get(change=change)
    all_at_once([lambda: carrying_out.carry_out(row_id=row.pk)] * 4)
    assert DiscountCode.objects.count() > 1


def test_the_provider_is_asked_for_at_most_five_refunds_a_second() -> None:
    carrying_out.PACE.forget("")
    begun = time.monotonic()
    for _ in range(11):
        carrying_out.wait_for_turn()
    assert time.monotonic() - begun >= 1.9


@pytest.mark.timing
@pytest.mark.proof
def test_a_thousand_emails_are_queued_within_five_seconds() -> None:
    lost = make_bootcamp(starts_at=from_now(days=10), max_seats=1000)
    for _ in range(1000):
        make_purchase(bootcamp=lost)
    operator = an_operator()
    # As the dialog does before.
    preview(operator, lost)
    begun = time.monotonic()
    announce(operator, lost)
    took = time.monotonic() - begun
    assert Message.objects.filter(category="CLASS_CHANGE").count() == 1000
    assert ClassChoice.objects.count() == 1000
    files = Message.objects.filter(category="CLASS_CHANGE").values_list("attachments", flat=True)
    entries = {re.search(r"UID:(\S+)", one[0]["text"])[1] for one in files}  # type: ignore[index]
    assert len(entries) == 1000, "each has an entry of their own"
    assert took < 5, took
