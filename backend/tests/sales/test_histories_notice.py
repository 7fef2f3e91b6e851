"""The random histories find what they look for: with a guard gone, each kind of fault is named."""

from decimal import Decimal
from typing import Any

import pytest

from frontrow.integrations.stripe_records import Payment
from frontrow.sales.models import PurchaseState, Refund
from frontrow.sales.settlement import settling
from frontrow.sales.settlement.decision import (
    NOTHING_TO_DO,
    Decision,
    PaymentSeen,
    PurchaseSeen,
    decide,
)
from tests.sales.histories import Surroundings
from tests.sales.histories_played import played
from tests.sales.history_steps import WITHOUT_DESK

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# A guard that is gone must be missed within so many histories. Each control begins shortly before
# the first history that misses it; where the steps have changed, another one does.
CONTROLS = 60


def found_by(around: Surroundings, *, begin: int = 0) -> set[str]:
    """The first words of what the histories from a seed on find, until they find something."""
    for _, faults in played(around, range(begin, begin + CONTROLS), WITHOUT_DESK):
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
    assert "a refund that nobody asked for" in found_by(around, begin=65)


def test_control_a_lost_dispute_that_takes_everything_is_found(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def takes_all(payment: PaymentSeen) -> bool:
        return payment.lost_cents > 0 or payment.refunded_cents >= payment.cents

    monkeypatch.setattr(PaymentSeen, "is_given_back", property(takes_all))
    assert "neither seat nor money, and nobody told" in found_by(around, begin=17)


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
    assert "stuck in refunding with nothing on its way" in found_by(around, begin=2)


def test_control_an_older_answer_written_over_a_newer_one_is_found(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "_read_noted", lambda purchase_id: None)
    # A rare meeting: few of the first two hundred have it.
    assert found_by(around, begin=190)


def test_control_without_the_event_list_dropped_events_are_missed(around: Surroundings) -> None:
    around.delivers_events = around.follows_event_list = False
    assert "books" in found_by(around, begin=2)
