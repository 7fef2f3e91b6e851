"""Webhooks from the Stripe stand-in: signed, repeated until accepted, and unruly on request."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import stripe

from tests.fakes.stripe import StripeServer
from tests.faults.processes import wait_until

SECRET = "whsec_tests"
PAID = [
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.amount_capturable_updated",
    "charge.captured",
    "payment_intent.succeeded",
    "charge.updated",
]


class Receiver:
    """Our endpoint: verifies with Stripe's own code, answers as it is told."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.deliveries: list[tuple[bytes, str]] = []
        self.events: list[stripe.Event] = []
        self.on_event: Any = lambda event: None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                outer.deliveries.append((raw, self.headers["Stripe-Signature"]))
                status = outer.answers.pop(0) if outer.answers else 200
                if status == 200:
                    event = stripe.Webhook.construct_event(
                        raw, self.headers["Stripe-Signature"], SECRET
                    )
                    outer.on_event(event)
                    outer.events.append(event)
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def types(self) -> list[str]:
        return [event.type for event in self.events]

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def receiver(server: StripeServer) -> Iterator[Receiver]:
    receiver = Receiver()
    url = f"http://127.0.0.1:{receiver.server.server_port}/api/webhooks/stripe"
    listen(server, endpoints=[{"url": url, "secret": SECRET}])
    yield receiver
    server.control("POST", "reset")
    receiver.close()


def listen(server: StripeServer, **modes: Any) -> None:
    server.control("POST", "webhooks", modes)


def quiet(server: StripeServer) -> None:
    wait_until(lambda: server.control("GET", "webhooks")["pending"] == 0, what="all delivered")


def test_every_event_arrives_signed_and_whole(server: StripeServer, receiver: Receiver) -> None:
    intent = server.pay()
    quiet(server)
    assert sorted(receiver.types()) == sorted(PAID)
    [succeeded] = [one for one in receiver.events if one.type == "payment_intent.succeeded"]
    assert succeeded.api_version == stripe.api_version
    seen = succeeded.data.object
    assert (seen["id"], seen["status"], seen["amount_received"]) == (
        intent.id,
        "succeeded",
        99_500,
    )
    # What is sent is the object as it was at the event, not as it is now.
    [created] = [one for one in receiver.events if one.type == "payment_intent.created"]
    assert created.data.object["status"] == "requires_payment_method"
    kept = server.v1.events.retrieve(succeeded.id)
    assert (kept.type, kept.pending_webhooks) == ("payment_intent.succeeded", 0)


def test_an_altered_body_or_another_secret_does_not_verify(
    server: StripeServer, receiver: Receiver
) -> None:
    server.create()
    quiet(server)
    [(raw, signature)] = receiver.deliveries
    assert stripe.Webhook.construct_event(raw, signature, SECRET)
    for body, secret in ((raw + b" ", SECRET), (raw, "whsec_other")):
        with pytest.raises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(body, signature, secret)


def test_it_tries_again_until_accepted(server: StripeServer, receiver: Receiver) -> None:
    receiver.answers = [500, 400, 302]
    listen(server, retry_scale=0.0001)
    server.create()
    quiet(server)
    assert len(receiver.deliveries) == 4
    assert len({raw for raw, _ in receiver.deliveries}) == 1
    assert receiver.types() == ["payment_intent.created"]
    attempts = server.control("GET", "webhooks")["attempts"]
    assert [one["status"] for one in attempts] == [500, 400, 302, 200]


def test_an_endpoint_that_is_down_gets_its_events_later(
    server: StripeServer, receiver: Receiver
) -> None:
    listen(server, retry_scale=0.002, endpoints=[{"url": "http://127.0.0.1:1/", "secret": SECRET}])
    server.create()
    wait_until(
        lambda: len(server.control("GET", "webhooks")["attempts"]) >= 2,
        what="two attempts",
    )
    assert server.control("GET", "webhooks")["attempts"][0]["status"] is None
    assert server.control("GET", "webhooks")["pending"] == 1


def test_only_wanted_kinds_are_sent(server: StripeServer, receiver: Receiver) -> None:
    url = f"http://127.0.0.1:{receiver.server.server_port}/"
    wanted = ["payment_intent.succeeded"]
    listen(server, endpoints=[{"url": url, "secret": SECRET, "events": wanted}])
    server.pay()
    quiet(server)
    assert receiver.types() == wanted


def test_duplicates(server: StripeServer, receiver: Receiver) -> None:
    listen(server, copies=5)
    server.create()
    quiet(server)
    assert receiver.types() == ["payment_intent.created"] * 5
    assert len({event.id for event in receiver.events}) == 1


def test_shuffled_events_overtake_one_another(server: StripeServer, receiver: Receiver) -> None:
    listen(server, shuffle_ms=400)
    for _ in range(3):
        server.pay()
    quiet(server)
    assert sorted(receiver.types()) == sorted(PAID * 3)
    assert receiver.types() != server.event_types()


def test_late_events(server: StripeServer, receiver: Receiver) -> None:
    listen(server, delay_ms=400)
    started = time.monotonic()
    server.create()
    assert receiver.events == []
    quiet(server)
    assert time.monotonic() - started >= 0.4
    assert receiver.types() == ["payment_intent.created"]


def test_lost_events_stay_in_the_list(server: StripeServer, receiver: Receiver) -> None:
    listen(server, drop=["payment_intent.succeeded"])
    server.pay()
    quiet(server)
    assert "payment_intent.succeeded" not in receiver.types()
    listen(server, drop=True)
    server.pay()
    quiet(server)
    assert len(receiver.events) == 5
    [lost, _] = server.v1.events.list({"type": "payment_intent.succeeded"}).data
    server.control("POST", "webhooks/resend", {"event": lost.id, "copies": 2})
    quiet(server)
    assert [event.id for event in receiver.events][5:] == [lost.id, lost.id]


@pytest.mark.parametrize("order", ["as_kept", "reversed", "shuffled"])
def test_events_held_back_and_let_go(server: StripeServer, receiver: Receiver, order: str) -> None:
    listen(server, hold=True)
    server.pay()
    time.sleep(0.2)
    assert receiver.events == []
    assert server.control("GET", "webhooks")["held"] == 6
    assert server.control("POST", "webhooks/release", {"order": order}) == {"released": 6}
    quiet(server)
    assert sorted(receiver.types()) == sorted(PAID)


def test_a_webhook_may_arrive_before_the_reply(server: StripeServer, receiver: Receiver) -> None:
    intent = server.create()
    quiet(server)
    listen(server, before_reply=True)
    order: list[str] = []

    def look(event: stripe.Event) -> None:
        # The endpoint asks Stripe, as ours does, while the first call still waits.
        state = server.v1.payment_intents.retrieve(intent.id).status
        order.append(f"{event.type}: {state}")

    receiver.on_event = look
    server.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    order.append("reply")
    assert order == [
        "charge.succeeded: requires_capture",
        "payment_intent.amount_capturable_updated: requires_capture",
        "reply",
    ]


def test_what_banks_do_is_sent_too(server: StripeServer, receiver: Receiver) -> None:
    held, paid = server.authorize(), server.pay()
    quiet(server)
    receiver.events.clear()
    dispute = server.control("POST", "disputes", {"payment_intent": paid.id})
    server.control("POST", f"disputes/{dispute['id']}", {"status": "lost"})
    server.control("POST", "clock", {"advance_seconds": 8 * 24 * 60 * 60})
    quiet(server)
    assert sorted(receiver.types()) == [
        "charge.dispute.closed",
        "charge.dispute.created",
        "charge.dispute.funds_withdrawn",
        "charge.expired",
        "payment_intent.canceled",
    ]
    assert server.v1.payment_intents.retrieve(held.id).status == "canceled"


def test_a_reset_forgets_what_was_under_way(server: StripeServer, receiver: Receiver) -> None:
    listen(server, delay_ms=200)
    server.pay()
    server.control("POST", "reset")
    time.sleep(0.4)
    assert receiver.events == []
    assert server.control("GET", "webhooks")["pending"] == 0
