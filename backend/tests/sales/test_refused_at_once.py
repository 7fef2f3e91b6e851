"""Whoever gets no seat is told without a vendor, and their card is let go for certain."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.catalogue.models import Seat
from frontrow.sales.checkout.completing import CANCEL_AFTER
from frontrow.sales.models import Purchase, PurchaseState
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from tests.factories import from_now, make_bootcamp, make_bundle, make_purchase
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def late(stripe_server: StripeServer) -> tuple[Shopper, str]:
    """A buyer whose card has agreed, and the last seat is gone."""
    bootcamp = make_bootcamp(max_seats=1)
    shopper = Shopper(stripe_server)
    intent = shopper.pay(bootcamp=bootcamp.pk)
    make_purchase(bootcamp=bootcamp)
    return shopper, intent


def test_a_refusal_asks_no_vendor_and_takes_four_statements(
    late: tuple[Shopper, str], stripe_server: StripeServer
) -> None:
    shopper, intent = late
    asked = len(stripe_server.requests())
    with CaptureQueriesContext(connection) as captured:
        assert shopper.complete(intent).status_code == 409
    control = ("BEGIN", "COMMIT")
    found = [one["sql"] for one in captured if not one["sql"].startswith(control)]
    # The purchase and its seats, the lock, the state, the job.
    assert len(found) == 4, found
    assert len(stripe_server.requests()) == asked
    # It is final: nothing that comes later can charge them.
    assert Purchase.objects.get(stripe_payment_intent_id=intent).state == PurchaseState.CANCELING


def test_the_card_is_let_go_by_the_sweep_when_the_job_is_lost(
    late: tuple[Shopper, str], stripe_server: StripeServer
) -> None:
    shopper, intent = late
    shopper.complete(intent)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_jobs")
    run_jobs(within=CANCEL_AFTER)
    assert stripe_server.intent(intent)["status"] == "requires_capture"
    Purchase.objects.filter(stripe_payment_intent_id=intent).update(
        state_since=from_now(minutes=-1)
    )
    sweep_unfinished(timestamp=0)
    run_jobs()
    assert stripe_server.intent(intent)["status"] == "canceled"
    assert stripe_server.ledger()["totals"]["captured"] == 0
    assert violations() == []


def test_a_refused_bundle_frees_the_seats_it_held_at_once(stripe_server: StripeServer) -> None:
    full, other = make_bootcamp(max_seats=5), make_bootcamp(max_seats=5)
    bundle = make_bundle(bootcamps=[full, other])
    shopper = Shopper(stripe_server)
    intent = shopper.session(bundle=bundle.pk)
    assert shopper.hold(intent).json()["heldUntil"] is not None
    # Its hold in one of them has run out, and everything there is sold.
    Seat.objects.filter(bootcamp=full).update(enrollment_id=None, held_until=None)
    for _ in range(5):
        make_purchase(bootcamp=full)
    assert Seat.objects.filter(bootcamp=other, held_until__gt=from_now()).count() == 1
    shopper.confirm(intent)
    assert shopper.complete(intent).json()["code"] == "sold_out"
    assert not Seat.objects.filter(bootcamp=other).exclude(enrollment_id=None).exists()
    run_jobs(within=CANCEL_AFTER)
    assert stripe_server.intent(intent)["status"] == "canceled"
    assert violations() == []
