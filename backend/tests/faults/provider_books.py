"""Our books beside the payment provider's, and the clock that brings them together."""

from collections import Counter

from frontrow.catalogue.models import Seat
from frontrow.messaging.models import Message
from frontrow.sales.models import Purchase, ReconciliationBreak, Refund
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.sweep import compare_with_provider, sweep_unfinished
from tests.factories import from_now
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs

CENTS = 99_500
# What a caller is told meanwhile.
AWAY = {
    "code": "provider_down",
    "message": "A service we rely on isn't answering. Please try again shortly.",
    "fields": {},
}
WELCOMED = {"REGISTRATION_CONFIRM": 1, "WELCOME": 1}


def let_a_minute_pass() -> None:
    Purchase.objects.update(state_since=from_now(minutes=-1))
    Purchase.objects.exclude(terms_accepted_at=None).update(terms_accepted_at=from_now(minutes=-1))


def sweep_and_compare() -> None:
    let_a_minute_pass()
    sweep_unfinished(timestamp=0)
    run_jobs()
    compare_with_provider(timestamp=0)
    run_jobs()


def money(stripe_server: StripeServer) -> tuple[int, int, int]:
    """Still reserved, taken, and given back."""
    totals = stripe_server.ledger()["totals"]
    return totals["authorized"], totals["captured"], totals["refunded"]


def statuses(stripe_server: StripeServer) -> Counter[str]:
    rows = stripe_server.ledger()["payment_intents"].values()
    return Counter(row["status"] for row in rows)


def emails() -> Counter[str]:
    return Counter(Message.objects.values_list("category", flat=True))


def kept_seats() -> int:
    return Seat.objects.exclude(enrollment_id=None).filter(held_until=None).count()


def assert_sold_once(stripe_server: StripeServer) -> None:
    assert Purchase.objects.get().state == "completed"
    assert money(stripe_server) == (0, CENTS, 0)
    assert emails() == WELCOMED
    assert kept_seats() == 1
    assert ReconciliationBreak.objects.count() == 0
    assert violations() == []


def assert_refunded_once(stripe_server: StripeServer) -> None:
    assert Purchase.objects.get().state == "refunded"
    assert money(stripe_server) == (0, CENTS, CENTS)
    assert list(Refund.objects.values_list("status", flat=True)) == ["succeeded"]
    assert emails() == {**WELCOMED, "REFUND": 1}
    assert kept_seats() == 0
    assert violations() == []
