"""The payment provider is away altogether: the shop stays open, and all is settled afterwards."""

import contextlib
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from django.test import Client
from procrastinate.jobs import Job

from frontrow.core.errors import ProviderDown
from frontrow.core.jobs import Backoff, type_of_job
from frontrow.integrations import stripe as payment_provider
from frontrow.sales.models import Purchase
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.stripe_events import handle_event
from frontrow.sales.reconciliation.sweep import compare_with_provider, sweep_unfinished
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle_purchase
from tests.factories import make_bootcamp
from tests.fakes.stripe import StripeServer
from tests.faults.provider_books import AWAY, CENTS, emails, kept_seats, money, sweep_and_compare
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same behavior in a fraction of the time."""
    monkeypatch.setattr(payment_provider, "ANSWER_SECONDS", 0.3)
    monkeypatch.setattr("stripe.HTTPClient.INITIAL_DELAY", 0.01)


@pytest.mark.parametrize("job", [settle_purchase, handle_event], ids=lambda job: job.name)
def test_a_job_that_waits_for_the_provider_never_waits_longer_than_the_sweep(
    job: type_of_job,
) -> None:
    """While it waits the sweep cannot queue another, so its patience is what the buyer waits."""
    assert isinstance(job.retry_strategy, Backoff)
    most = job.retry_strategy.attempts
    assert most is not None
    for attempts in range(most):
        tried = Job(
            id=1, queue="default", lock=None, queueing_lock="x", task_name="x", attempts=attempts
        )
        decision = job.retry_strategy.get_retry_decision(exception=ProviderDown(), job=tried)
        assert decision is not None
        assert decision.retry_at is not None
        assert decision.retry_at < datetime.now(UTC) + timedelta(seconds=60)


@pytest.mark.parametrize("kind", ["reset", "timeout"])
def test_with_the_provider_away_the_site_is_open_buying_says_so_and_all_is_settled_afterwards(
    kind: str, client: Client, stripe_server: StripeServer
) -> None:
    bootcamp = make_bootcamp(name="Beginner Bootcamp")
    paid, refunding, late, new = (
        Shopper(stripe_server, email=f"{name}@example.test", address=f"10.0.{number}.1")
        for number, name in enumerate(("paid", "refunding", "late", "new"))
    )
    bought = refunding.buy(bootcamp=bootcamp.pk)
    intent = paid.pay(bootcamp=bootcamp.pk)
    late_intent = late.session(bootcamp=bootcamp.pk)
    stripe_server.fault(kind=kind, path="/v1/*", times=None)

    listed = client.get("/api/bootcamps")
    assert (listed.status_code, [one["name"] for one in listed.json()]) == (
        200,
        ["Beginner Bootcamp"],
    )
    assert new.client.get("/api/checkout").status_code == 200
    refused = new.ask_session(bootcamp=bootcamp.pk)
    assert (refused.status_code, refused.json()) == (502, AWAY)
    assert late.hold(late_intent).json()["heldUntil"] is not None
    answer = paid.complete(intent)
    assert (answer.status_code, answer.json()["status"]) == (200, "pending")
    request_refund(purchase_id=bought.pk, reason="first session")
    with pytest.raises(ProviderDown):
        run_jobs()

    stripe_server.end_faults()
    assert late.confirm(late_intent)["status"] == "requires_capture"
    sweep_and_compare()
    states = dict(Purchase.objects.values_list("guest_email", "state"))
    assert states == {
        "refunding@example.test": "refunded",
        "paid@example.test": "completed",
        "late@example.test": "completed",
        "new@example.test": "pending",
    }
    assert new.ask_session(bootcamp=bootcamp.pk).status_code == 200
    assert money(stripe_server) == (0, 3 * CENTS, CENTS)
    assert kept_seats() == 2
    assert emails() == {"REGISTRATION_CONFIRM": 3, "WELCOME": 3, "REFUND": 1}
    assert violations() == []


def test_two_hours_without_the_provider_give_up_nothing(stripe_server: StripeServer) -> None:
    """The sweep looks for an unfinished payment for an hour; the comparison finds it afterwards."""
    bootcamp = make_bootcamp()
    paid, refunding = (
        Shopper(stripe_server, email=f"{name}@example.test", address=f"10.0.{number}.1")
        for number, name in enumerate(("paid", "refunding"))
    )
    bought = refunding.buy(bootcamp=bootcamp.pk)
    request_refund(purchase_id=bought.pk, reason="first session")
    paid.pay(bootcamp=bootcamp.pk)
    stripe_server.fault(kind="reset", path="/v1/*", times=None)
    for _ in range(24):
        let_five_minutes_pass()
        sweep_unfinished(timestamp=0)
        with contextlib.suppress(ProviderDown):
            run_jobs()
        with pytest.raises(ProviderDown):
            compare_with_provider(timestamp=0)
    assert Counter(Purchase.objects.values_list("state", flat=True)) == {
        "pending": 1,
        "refunding": 1,
    }
    stripe_server.end_faults()
    let_five_minutes_pass()
    sweep_unfinished(timestamp=0)
    compare_with_provider(timestamp=0)
    run_jobs()
    states = dict(Purchase.objects.values_list("guest_email", "state"))
    assert states == {"paid@example.test": "completed", "refunding@example.test": "refunded"}
    assert money(stripe_server) == (0, 2 * CENTS, CENTS)
    assert emails() == {"REGISTRATION_CONFIRM": 2, "WELCOME": 2, "REFUND": 1}
    assert violations() == []


def let_five_minutes_pass() -> None:
    five = timedelta(minutes=5)
    Purchase.objects.update(
        state_since=F("state_since") - five,
        created_at=F("created_at") - five,
        terms_accepted_at=F("terms_accepted_at") - five,
    )
