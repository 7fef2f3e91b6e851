"""Events from the provider: proved, stored once, and only ever a hint to look."""

import json
import time
from typing import Any

import pytest
from django.test import Client

from frontrow.backoffice.retention import forget
from frontrow.messaging.models import Message
from frontrow.sales.models import Purchase, PurchaseState, ReconciliationBreak, StripeEvent
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.stripe_events import handle_event
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from tests.factories import from_now, make_bootcamp
from tests.fakes.stripe import WEBHOOK_PATH, WEBHOOK_SECRET, Json, StripeServer, signature
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)


def paid_event(stripe_server: StripeServer) -> tuple[str, Json]:
    """A buyer whose card agreed and whose tab is gone, and the event about it."""
    intent = Shopper(stripe_server).pay(bootcamp=make_bootcamp().pk)
    (event,) = stripe_server.events("payment_intent.amount_capturable_updated")
    return intent, event


def test_an_event_completes_the_purchase_of_a_closed_tab(
    stripe_server: StripeServer, client: Client
) -> None:
    _, event = paid_event(stripe_server)
    answer = stripe_server.deliver(client, event)
    assert (answer.status_code, answer.json()) == (200, {"received": True})
    assert Purchase.objects.get().state == PurchaseState.PENDING
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.COMPLETED
    stored = StripeEvent.objects.get()
    assert (stored.type, stored.handled_at is not None) == (event["type"], True)
    assert violations() == []


def test_the_same_event_a_hundred_times_has_one_effect(
    stripe_server: StripeServer, client: Client
) -> None:
    _, event = paid_event(stripe_server)
    for _ in range(50):
        assert stripe_server.deliver(client, event).status_code == 200
    run_jobs()
    for _ in range(50):
        assert stripe_server.deliver(client, event).status_code == 200
    assert run_jobs() == 0
    StripeEvent.objects.all().delete()
    stripe_server.deliver(client, event)
    run_jobs()
    assert Message.objects.count() == 2
    assert stripe_server.ledger()["totals"]["captured"] == 99_500


def tampered(body: bytes) -> dict[str, tuple[bytes, dict[str, str]]]:
    now = int(time.time())
    good = signature(body, at=now)
    return {
        "no signature": (body, {}),
        "empty signature": (body, {"Stripe-Signature": ""}),
        "another secret": (body, {"Stripe-Signature": signature(body, at=now, secret="whsec_x")}),
        "old": (body, {"Stripe-Signature": signature(body, at=now - 301)}),
        "altered": (body + b" ", {"Stripe-Signature": good}),
        "too large": (b"x" * 2_000_000, {"Stripe-Signature": good}),
        "encoded": (body, {"Stripe-Signature": good, "Content-Encoding": "gzip"}),
        "not json": (b"{", {"Stripe-Signature": signature(b"{", at=now)}),
    }


@pytest.mark.parametrize("kind", tampered(b""))
def test_a_forged_event_is_refused_and_leaves_nothing(
    kind: str, stripe_server: StripeServer, client: Client
) -> None:
    _, event = paid_event(stripe_server)
    body, headers = tampered(json.dumps(event).encode())[kind]
    answer = client.post(WEBHOOK_PATH, body, content_type="application/json", headers=headers)
    assert answer.status_code == 400
    assert not StripeEvent.objects.exists()
    assert run_jobs() == 0
    # The control: the same event, signed as it should be, is taken.
    assert stripe_server.deliver(client, event, secret=WEBHOOK_SECRET).status_code == 200


def test_an_event_that_comes_before_we_know_the_payment_finds_its_purchase(
    stripe_server: StripeServer, client: Client
) -> None:
    intent, event = paid_event(stripe_server)
    Purchase.objects.update(stripe_payment_intent_id=None)
    stripe_server.deliver(client, event)
    run_jobs()
    purchase = Purchase.objects.get()
    assert (purchase.state, purchase.stripe_payment_intent_id) == ("completed", intent)


def test_somebody_elses_payment_with_money_in_it_is_shown_to_an_admin(
    stripe_server: StripeServer, client: Client
) -> None:
    intent = stripe_server.pay(metadata={"order": "of another shop"}).id
    (event,) = stripe_server.events("payment_intent.succeeded")
    stripe_server.deliver(client, event)
    run_jobs()
    found = ReconciliationBreak.objects.get()
    assert (found.kind, found.payment_intent_id) == ("unknown_payment", intent)


def test_an_event_about_something_else_is_simply_handled(
    stripe_server: StripeServer, client: Client
) -> None:
    about: dict[str, Any] = {"id": "cus_1", "object": "customer"}
    event = {
        "id": "evt_1",
        "object": "event",
        "type": "customer.created",
        "data": {"object": about},
    }
    assert stripe_server.deliver(client, event).status_code == 200
    run_jobs()
    assert StripeEvent.objects.get().handled_at is not None


def test_an_event_whose_handling_died_is_handed_out_again(
    stripe_server: StripeServer, client: Client
) -> None:
    _, event = paid_event(stripe_server)
    StripeEvent.objects.create(
        id=event["id"], type=event["type"], object_id=event["data"]["object"]["id"]
    )
    StripeEvent.objects.update(received_at=from_now(minutes=-6))
    assert violations() == [("provider event not handled", event["id"])]
    sweep_unfinished(timestamp=0)
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.COMPLETED
    assert violations() == []


def test_a_refund_in_the_dashboard_is_heard_of(stripe_server: StripeServer, client: Client) -> None:
    purchase = Shopper(stripe_server).buy(bootcamp=make_bootcamp().pk)
    assert purchase.stripe_payment_intent_id
    stripe_server.refund_at_provider(purchase.stripe_payment_intent_id)
    (event,) = stripe_server.events("charge.refunded")
    stripe_server.deliver(client, event)
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.REFUNDED


def test_old_events_are_forgotten_once_they_are_handled() -> None:
    for name, age, handled in (("old", 91, True), ("new", 89, True), ("open", 91, False)):
        StripeEvent.objects.create(
            id=name, type="x", handled_at=from_now(days=-1) if handled else None
        )
        StripeEvent.objects.filter(pk=name).update(received_at=from_now(days=-age))
    forget(what="Stripe's events, once handled")
    assert set(StripeEvent.objects.values_list("pk", flat=True)) == {"new", "open"}
    handle_event(event_id="gone")
