"""The fixture `stripe_server`: our code meets the stand-in, and each test a clean one."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.conf import settings

from frontrow.core.errors import ProviderDown
from frontrow.integrations import stripe as payment_provider
from frontrow.integrations.stripe_records import Payment
from tests.fakes.stripe import WEBHOOK_SECRET, StripeServer


def begin() -> Payment:
    return payment_provider.create_payment(
        purchase_id=7,
        cents=99_500,
        currency="usd",
        email="ada@example.test",
        description="Beginner Bootcamp",
        notes={},
        ask_bank=False,
        key="purchase-7",
    )


def test_without_the_fixture_there_is_no_provider() -> None:
    with pytest.raises(ProviderDown):
        begin()


@pytest.mark.parametrize("turn", ["first", "second"])
def test_each_test_finds_a_provider_without_history(stripe_server: StripeServer, turn: str) -> None:
    assert stripe_server.url == settings.ENV.STRIPE_STAND_IN_URL
    assert (stripe_server.requests(), stripe_server.events()) == ([], [])
    payment = begin()
    assert stripe_server.confirm(payment.id)["status"] == "requires_capture"
    assert payment_provider.capture_payment(payment.id).status == "succeeded"
    assert stripe_server.ledger()["totals"]["captured"] == 99_500
    # The test's own questions are not among the calls.
    assert [
        (one["method"], one["path"].rpartition("/")[2]) for one in stripe_server.requests()
    ] == [
        ("POST", "payment_intents"),
        ("POST", "confirm"),
        ("POST", "capture"),
    ]


def test_a_card_is_declined_and_a_bank_asks(stripe_server: StripeServer) -> None:
    payment = begin()
    declined = stripe_server.confirm(payment.id, "4000000000009995")
    assert declined["error"]["decline_code"] == "insufficient_funds"
    asked = stripe_server.confirm(
        payment.id, "4000002760003184", client_secret=payment.client_secret
    )
    assert asked["status"] == "requires_action"
    assert stripe_server.challenge(payment.id)["status"] == "requires_capture"


def test_money_moves_at_the_provider_without_us(stripe_server: StripeServer) -> None:
    payment = begin()
    stripe_server.confirm(payment.id)
    payment_provider.capture_payment(payment.id)
    stripe_server.leave_refunds_pending()
    stripe_server.refund_at_provider(payment.id, 500)
    assert [one.status for one in payment_provider.refunds_of(payment.id)] == ["pending"]
    stripe_server.settle_refunds()
    assert [one.status for one in payment_provider.refunds_of(payment.id)] == ["succeeded"]
    dispute = stripe_server.dispute(payment.id)
    stripe_server.decide_dispute(dispute["id"], "lost")
    found = payment_provider.read_payment(payment.id)
    assert found is not None
    assert (found.refunded_cents, found.lost_cents) == (500, dispute["amount"])


def test_a_hold_lapses_when_the_clock_goes_on(stripe_server: StripeServer) -> None:
    payment = begin()
    stripe_server.confirm(payment.id)
    stripe_server.advance_clock(8 * 24 * 3600)
    found = payment_provider.read_payment(payment.id)
    assert found is not None
    assert found.status == "canceled"


def test_a_fault_strikes_our_calls(stripe_server: StripeServer) -> None:
    stripe_server.faults({"kind": "status", "status": 503, "times": None})
    with pytest.raises(ProviderDown):
        begin()
    stripe_server.end_faults()
    assert begin().status == "requires_payment_method"


class Endpoint(HTTPServer):
    """Where events arrive; keeps those whose signature is right."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Receives)
        self.url = f"http://127.0.0.1:{self.server_port}/api/webhooks/stripe"
        self.kinds: list[str] = []


class _Receives(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        event = payment_provider.read_event(
            body=self.rfile.read(int(self.headers["Content-Length"])),
            signature=self.headers["Stripe-Signature"],
        )
        self.server.kinds.append(event.type)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Quiet."""


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_events_are_held_until_a_test_names_an_address(
    stripe_server: StripeServer, endpoint: Endpoint
) -> None:
    stripe_server.confirm(begin().id)
    assert endpoint.kinds == []
    held = stripe_server.event_types()
    assert held == [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.amount_capturable_updated",
    ]
    assert settings.ENV.STRIPE_WEBHOOK_SECRET.get_secret_value() == WEBHOOK_SECRET
    stripe_server.webhooks(endpoint.url)
    assert stripe_server.release() == 3
    stripe_server.wait_until_delivered()
    assert sorted(endpoint.kinds) == sorted(held)
