"""Random histories of one purchase: the books end equal to the provider's, to the cent.

A failure prints the seed and the steps; `MONEY_HISTORY=seed` plays that one alone.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client

from frontrow.backoffice.statistics.figures import count_stats
from frontrow.catalogue.models import Bootcamp, BootcampType, Bundle
from frontrow.integrations.stripe_records import Payment
from frontrow.sales.models import Purchase, PurchaseState, Refund
from frontrow.sales.settlement import settling
from frontrow.sales.settlement.decision import (
    NOTHING_TO_DO,
    Decision,
    PaymentSeen,
    PurchaseSeen,
    decide,
)
from tests.factories import make_admin, make_bootcamp, make_bundle, make_user
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper
from tests.sales.histories import History, Surroundings
from tests.sales.histories_at_rest import exported, faults_of
from tests.sales.history_deaths import armed
from tests.sales.history_steps import BEGINNINGS, STEPS
from tests.signing_in import sign_in_recently
from tests.sizes import size

# Begun early: nothing else takes as long in one process.
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

AT_ONCE = 30
PRICE, BUNDLE_PRICE = Decimal("995.00"), Decimal("1495.00")
# A guard that is gone must be missed within so many histories.
CONTROLS = 60


@pytest.fixture
def around(stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch) -> Surroundings:
    return Surroundings(server=stripe_server, death=armed(monkeypatch), buyer=make_user())


@pytest.fixture
def admin() -> Client:
    browser = Client(headers={"Sec-Fetch-Site": "same-origin"})
    sign_in_recently(browser, make_admin())
    return browser


@dataclass(frozen=True)
class Offer:
    """Three classes of one kind, two of them together, a dearer one, and a step that follows."""

    classes: Sequence[Bootcamp]
    bundle: Bundle
    dearer: Bootcamp
    # Of the first and a step of another kind: its rest is the second.
    rest: Bundle


def make_offer(people: int) -> Offer:
    classes = [make_bootcamp(max_seats=people, price=PRICE) for _ in range(3)]
    # Everybody may pay for it more than once, after refunds.
    dearer = make_bootcamp(max_seats=2 * people, price=PRICE + 200)
    second = make_bootcamp(max_seats=2 * people, price=PRICE, bootcamp_type=BootcampType.LAUNCH)
    return Offer(
        classes=classes,
        bundle=make_bundle(bootcamps=classes[:2], price=BUNDLE_PRICE),
        dearer=dearer,
        rest=make_bundle(bootcamps=[classes[2], second], price=BUNDLE_PRICE),
    )


def begin(around: Surroundings, offer: Offer, seed: int) -> History:
    """Bought and paid, at a provider that remembers nothing else; every third buys two together.

    Every third has an account of its own and can get the rest of a bundle.
    """
    around.server.reset()
    shopper = Shopper(
        around.server,
        email=f"buyer-{seed}@example.test",
        address=f"10.{seed // 65536}.{seed // 256 % 256}.{seed % 256}",
    )
    is_bundle = seed % 3 == 0
    purchase = (
        shopper.buy(bundle=offer.bundle.pk)
        if is_bundle
        else shopper.buy(bootcamp=offer.classes[0].pk)
    )
    owner = make_user() if seed % 3 == 1 else None
    Purchase.objects.filter(pk=purchase.pk).update(user=owner or around.buyer)
    return History(
        around,
        seed,
        purchase,
        classes=offer.classes,
        dearer=offer.dearer,
        rest=offer.rest,
        owner=owner,
    )


def played(around: Surroundings, seeds: range) -> Iterator[tuple[History, list[str]]]:
    """Each history with what was found wrong at its end."""
    offer = make_offer(len(seeds))
    for seed in seeds:
        revenue_before = count_stats().revenue
        history = begin(around, offer, seed)
        try:
            history.play(BEGINNINGS, STEPS)
            faults = faults_of(history, revenue_before=revenue_before)
        except IntegrityError as refused:
            faults = [f"the database refused: {refused}"]
        except Exception as error:
            error.add_note(str(history))
            raise
        yield history, faults


def chunks() -> list[range]:
    if alone := os.environ.get("MONEY_HISTORY"):
        return [range(int(alone), int(alone) + 1)]
    seeds = range(size("MONEY_HISTORIES"))
    return [seeds[start : start + AT_ONCE] for start in range(0, len(seeds), AT_ONCE)]


@pytest.mark.parametrize("seeds", chunks(), ids=str)
def test_whatever_happens_the_books_end_equal_to_the_providers(
    seeds: range, around: Surroundings, admin: Client
) -> None:
    nets: dict[int, Decimal] = {}
    for history, faults in played(around, seeds):
        assert faults == [], f"{faults}\n{history}"
        for one in history.purchases:
            if history.ledger(one)["captured"]:
                nets[one.pk] = Decimal(history.ledger(one)["net"]) / 100
    assert exported(admin) == nets


def found_by(around: Surroundings, *, begin: int = 0) -> set[str]:
    """The first words of what the histories from a seed on find, until they find something."""
    for _, faults in played(around, range(begin, begin + CONTROLS)):
        if faults:
            return {fault.partition(":")[0] for fault in faults}
    return set()


def test_control_a_dashboard_refund_taken_for_a_request_of_ours_is_made_a_second_time(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_money = settling.note_money

    def note_as_ours(*, purchase: Any, payment: Payment) -> None:
        note_money(purchase=purchase, payment=payment)
        for one in payment.refunds:
            if one.status == "pending" and not one.asked_as:
                amount = Decimal(one.cents) / 100
                Refund.objects.bulk_create(
                    [Refund(purchase=purchase, amount=amount, reason=f"made there: {one.id}")],
                    ignore_conflicts=True,
                )
                purchase.has_request = True

    monkeypatch.setattr(settling, "note_money", note_as_ours)
    assert "a refund that nobody asked for" in found_by(around, begin=60)


def test_control_a_lost_dispute_that_takes_everything_is_found(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def takes_all(payment: PaymentSeen) -> bool:
        return payment.lost_cents > 0 or payment.refunded_cents >= payment.cents

    monkeypatch.setattr(PaymentSeen, "is_given_back", property(takes_all))
    assert "neither seat nor money, and nobody told" in found_by(around)


def test_control_a_refused_refund_that_is_not_undone_is_found(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rests(purchase: PurchaseSeen, payment: PaymentSeen | None) -> Decision:
        decision = decide(purchase, payment)
        is_undone = decision.state == PurchaseState.COMPLETED
        return (
            NOTHING_TO_DO if is_undone and purchase.state == PurchaseState.REFUNDING else decision
        )

    monkeypatch.setattr(settling, "decide", rests)
    assert "stuck in refunding with nothing on its way" in found_by(around)


def test_control_an_older_answer_written_over_a_newer_one_is_found(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "_read_noted", lambda purchase_id: None)
    # A rare meeting: none of the first hundred and fifty has it.
    assert found_by(around, begin=150)


def test_control_without_the_event_list_dropped_events_are_missed(around: Surroundings) -> None:
    around.delivers_events = around.follows_event_list = False
    assert "books" in found_by(around)
