"""The payment provider on its bad days: each call fails in each way, and the books agree."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from frontrow.core.errors import ProviderDown
from frontrow.integrations import stripe as payment_provider
from frontrow.sales.models import Purchase, StripeEvent
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.sweep import compare_with_provider, sweep_unfinished
from frontrow.sales.refunds.requests import request_refund
from tests.factories import from_now, make_bootcamp
from tests.fakes.stripe import Json, StripeServer
from tests.faults.provider_books import (
    AWAY,
    assert_refunded_once,
    assert_sold_once,
    emails,
    kept_seats,
    let_a_minute_pass,
    money,
    statuses,
    sweep_and_compare,
)
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

INTENTS = "/v1/payment_intents"
FAULTS: dict[str, Json] = {
    "500": {"kind": "status", "status": 500},
    "500 for ever": {"kind": "status", "status": 500, "save": True},
    "500 but done": {"kind": "status", "status": 500, "save": True, "perform": True},
    "429": {"kind": "status", "status": 429},
    "timeout": {"kind": "timeout"},
    "timeout but done": {"kind": "timeout", "perform": True},
    "reset": {"kind": "reset"},
    "reply lost": {"kind": "lost_reply"},
}
# A call that changes nothing can only stay without an answer.
UNANSWERED = ["500", "429", "timeout", "reset"]
# Those after which the provider has done what it never told us.
DONE_ALL_THE_SAME = {"500 but done", "timeout but done", "reply lost"}


@dataclass
class Trouble:
    """One way to fail, for whichever call a test names."""

    name: str
    server: StripeServer

    def begin(self, method: str, path: str) -> None:
        self.server.fault(method=method, path=path, times=None, **FAULTS[self.name])

    def end(self) -> None:
        self.server.end_faults()


@pytest.fixture(params=FAULTS)
def trouble(request: pytest.FixtureRequest, stripe_server: StripeServer) -> Iterator[Trouble]:
    found = Trouble(request.param, stripe_server)
    yield found
    # Lets go of calls that are being kept waiting.
    found.end()


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same behavior in a fraction of the time."""
    monkeypatch.setattr(payment_provider, "ANSWER_SECONDS", 0.3)
    monkeypatch.setattr("stripe.HTTPClient.INITIAL_DELAY", 0.01)


@pytest.fixture
def shopper(stripe_server: StripeServer) -> Shopper:
    return Shopper(stripe_server)


def test_a_payment_that_could_not_be_made_is_said_so_and_can_be_asked_for_again(
    trouble: Trouble, shopper: Shopper, stripe_server: StripeServer
) -> None:
    bootcamp = make_bootcamp()
    # As the page does: from here on the browser is known, whatever is answered later.
    shopper.client.get("/api/checkout")
    trouble.begin("POST", INTENTS)
    answer = shopper.ask_session(bootcamp=bootcamp.pk)
    assert (answer.status_code, answer.json()) == (502, AWAY)
    made = set(stripe_server.ledger()["payment_intents"])
    assert bool(made) == (trouble.name in DONE_ALL_THE_SAME)
    trouble.end()
    shopper.buy(bootcamp=bootcamp.pk)
    sweep_and_compare()
    assert_sold_once(stripe_server)
    # A key that the provider would answer with the same fault is not used again; what it had made
    # under that key is called off.
    twice = trouble.name == "500 but done"
    assert statuses(stripe_server) == {"succeeded": 1, **({"canceled": 1} if twice else {})}


def test_an_edit_that_did_not_arrive_is_said_so_and_the_payment_stays_the_same(
    trouble: Trouble, shopper: Shopper, stripe_server: StripeServer
) -> None:
    bootcamp = make_bootcamp()
    intent = shopper.session(bootcamp=bootcamp.pk)
    trouble.begin("POST", f"{INTENTS}/*")
    answer = shopper.ask_session(bootcamp=bootcamp.pk, email="edited@example.test")
    assert (answer.status_code, answer.json()) == (502, AWAY)
    trouble.end()
    again = shopper.ask_session(bootcamp=bootcamp.pk, email="edited@example.test")
    assert (again.status_code, again.json()["paymentIntentId"]) == (200, intent)
    assert stripe_server.intent(intent)["receipt_email"] == "edited@example.test"
    shopper.hold(intent)
    shopper.confirm(intent)
    shopper.complete(intent)
    assert_sold_once(stripe_server)


def cells(method: str, call: str) -> list[Any]:
    faults = UNANSWERED if method == "GET" else list(FAULTS)
    return [pytest.param(method, call, fault, id=f"{method} {call} {fault}") for fault in faults]


@pytest.mark.parametrize(
    ("method", "call", "trouble"),
    [*cells("GET", f"{INTENTS}/*"), *cells("POST", f"{INTENTS}/*/capture")],
    indirect=["trouble"],
)
def test_a_paid_purchase_stays_pending_while_the_provider_fails_and_is_completed_by_the_sweep(
    method: str, call: str, trouble: Trouble, shopper: Shopper, stripe_server: StripeServer
) -> None:
    intent = shopper.pay(bootcamp=make_bootcamp().pk)
    trouble.begin(method, call)
    answer = shopper.complete(intent)
    assert (answer.status_code, answer.json()["status"]) == (200, "pending")
    assert Purchase.objects.get().state == ("pending" if method == "GET" else "capturing")
    assert emails() == {}
    trouble.end()
    sweep_and_compare()
    assert_sold_once(stripe_server)
    assert shopper.complete(intent).json()["status"] == "completed"


def test_a_payment_that_could_not_be_called_off_is_called_off_by_the_sweep(
    trouble: Trouble, shopper: Shopper, stripe_server: StripeServer
) -> None:
    bootcamp = make_bootcamp()
    intent = shopper.pay(bootcamp=bootcamp.pk)
    bootcamp.starts_at = from_now(seconds=-1)
    bootcamp.save()
    trouble.begin("POST", f"{INTENTS}/*/cancel")
    answer = shopper.complete(intent)
    assert (answer.status_code, answer.json()["status"]) == (200, "pending")
    assert (Purchase.objects.get().state, kept_seats()) == ("canceling", 0)
    trouble.end()
    sweep_and_compare()
    assert Purchase.objects.get().state == "failed"
    assert statuses(stripe_server) == {"canceled": 1}
    assert money(stripe_server) == (0, 0, 0)
    assert emails() == {"NOT_CHARGED": 1}
    assert violations() == []


@pytest.mark.parametrize(
    ("method", "call", "trouble"),
    [
        *cells("GET", f"{INTENTS}/*"),
        *cells("GET", "/v1/refunds"),
        *cells("POST", "/v1/refunds"),
    ],
    indirect=["trouble"],
)
def test_a_refund_that_met_a_fault_is_made_once_by_the_sweep(
    method: str, call: str, trouble: Trouble, shopper: Shopper, stripe_server: StripeServer
) -> None:
    purchase = shopper.buy(bootcamp=make_bootcamp().pk)
    request_refund(purchase_id=purchase.pk, reason="first session")
    trouble.begin(method, call)
    with pytest.raises(ProviderDown):
        run_jobs()
    assert Purchase.objects.get().state == "refunding"
    trouble.end()
    sweep_and_compare()
    assert_refunded_once(stripe_server)


@pytest.mark.parametrize("trouble", UNANSWERED, indirect=True)
def test_a_comparison_that_could_not_be_made_is_made_the_next_time(
    trouble: Trouble, shopper: Shopper, stripe_server: StripeServer
) -> None:
    intent = shopper.session(bootcamp=make_bootcamp().pk)
    shopper.confirm(intent)
    trouble.begin("GET", INTENTS)
    with pytest.raises(ProviderDown):
        compare_with_provider(timestamp=0)
    assert Purchase.objects.get().state == "pending"
    trouble.end()
    compare_with_provider(timestamp=300)
    run_jobs()
    assert_sold_once(stripe_server)


# Events: never, in crowds, too late, and too early.


def test_without_a_single_event_the_sweep_completes_refunds_and_calls_off(
    shopper: Shopper, stripe_server: StripeServer
) -> None:
    bootcamp = make_bootcamp()
    shopper.pay(bootcamp=bootcamp.pk)
    sweep_and_compare()
    assert_sold_once(stripe_server)
    request_refund(purchase_id=Purchase.objects.get().pk, reason="first session")
    sweep_and_compare()
    assert_refunded_once(stripe_server)
    assert not StripeEvent.objects.exists()


def test_without_events_the_comparison_alone_finds_a_card_that_agreed_after_the_browser_died(
    shopper: Shopper, stripe_server: StripeServer
) -> None:
    """No Pay click reached us, so the sweep has nothing to look for."""
    intent = shopper.session(bootcamp=make_bootcamp().pk)
    shopper.confirm(intent)
    let_a_minute_pass()
    sweep_unfinished(timestamp=0)
    assert run_jobs() == 0
    compare_with_provider(timestamp=0)
    run_jobs()
    assert_sold_once(stripe_server)


def test_fifty_copies_of_every_event_in_any_order_change_nothing(
    client: Client, shopper: Shopper, stripe_server: StripeServer
) -> None:
    purchase = shopper.buy(bootcamp=make_bootcamp().pk)
    request_refund(purchase_id=purchase.pk, reason="first session")
    run_jobs()
    events = stripe_server.events()
    assert len(events) >= 5
    deliveries = events * 50
    random.Random(36).shuffle(deliveries)
    for number, event in enumerate(deliveries):
        assert stripe_server.deliver(client, event).status_code == 200
        if number % 40 == 0:
            run_jobs()
    run_jobs()
    assert_refunded_once(stripe_server)
    assert StripeEvent.objects.filter(handled_at=None).count() == 0
    assert StripeEvent.objects.count() == len(events)


def test_every_event_three_days_late_changes_nothing(
    client: Client, shopper: Shopper, stripe_server: StripeServer
) -> None:
    shopper.pay(bootcamp=make_bootcamp().pk)
    sweep_and_compare()
    stripe_server.advance_clock(3 * 24 * 60 * 60)
    for event in stripe_server.events():
        assert stripe_server.deliver(client, event).status_code == 200
        run_jobs()
    assert_sold_once(stripe_server)


@pytest.mark.parametrize("call", ["create_payment", "capture_payment", "create_refund"])
def test_an_event_handled_before_we_have_noted_our_own_call_is_not_lost_and_not_doubled(
    call: str,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    shopper: Shopper,
    stripe_server: StripeServer,
) -> None:
    """The provider's event overtakes its own answer, and its job has run when we get that."""
    handled: list[str] = []
    plain: Callable[..., Any] = getattr(payment_provider, call)

    def overtaken(*given: Any, **named: Any) -> Any:
        answer = plain(*given, **named)
        if not handled:
            for event in stripe_server.events():
                stripe_server.deliver(client, event)
                handled.append(event["type"])
            run_jobs()
        return answer

    monkeypatch.setattr(payment_provider, call, overtaken)
    purchase = shopper.buy(bootcamp=make_bootcamp().pk)
    if call == "create_refund":
        request_refund(purchase_id=purchase.pk, reason="first session")
        run_jobs()
        assert_refunded_once(stripe_server)
    else:
        assert_sold_once(stripe_server)
    assert statuses(stripe_server) == {"succeeded": 1}
    assert handled
    assert StripeEvent.objects.filter(handled_at=None).count() == 0
