"""The Stripe stand-in in a process of its own, driven as browsers, banks and the Dashboard do.

Tests use the fixture `stripe_server`, which points our settings to it.
"""

import contextlib
import hashlib
import hmac
import http.client
import json
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import stripe
from django.conf import settings
from django.test import Client

from frontrow.integrations.stripe import breaker
from tests.faults.processes import PATIENCE_SECONDS, free_port, wait_until

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

Json = dict[str, Any]

SECRET = "sk_test_standin"
PUBLISHABLE = "pk_test_standin"
WEBHOOK_SECRET = "whsec_standin"
WEBHOOK_PATH = "/api/webhooks/stripe"
GOOD_CARD = "4242424242424242"
# What our payments say they are of.
SITE = "testserver"
ORDER: Json = {
    "amount": 99_500,
    "currency": "usd",
    "capture_method": "manual",
    "allowed_payment_method_types": ["card"],
    "metadata": {"purchase_id": "7", "site": SITE},
}
# Calls of the test's own carry it, so that `requests()` can leave them out.
_OURS = "by-the-test-"


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: Any

    @property
    def error(self) -> tuple[int, str, str | None, str | None]:
        """Status, type, code, param."""
        error = self.body["error"]
        return self.status, error["type"], error.get("code"), error.get("param")


def signature(body: bytes, *, at: int, secret: str = WEBHOOK_SECRET) -> str:
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={signed}"


class StripeServer:
    """The running stand-in: Stripe's own client, plain HTTP, and the control."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        client = stripe.StripeClient(
            SECRET, base_addresses={"api": self.url}, max_network_retries=0
        )
        self.v1 = client.v1

    def call(
        self,
        method: str,
        path: str,
        form: Json | str = "",
        *,
        timeout: float = PATIENCE_SECONDS,
        **headers: str,
    ) -> Answer:
        sent = {"Authorization": f"Bearer {SECRET}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        body = form if isinstance(form, str) else urlencode(form)
        if method == "GET" and body:
            path, body = f"{path}?{body}", ""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            raw = response.read()
            is_json = response.headers["Content-Type"] == "application/json"
            return Answer(
                response.status, dict(response.headers), json.loads(raw) if is_json else raw
            )
        finally:
            connection.close()

    def post(self, path: str, form: Json | str = "", **headers: Any) -> Answer:
        return self.call("POST", path, form, **headers)

    def control(self, method: str, path: str, command: Any = None) -> Any:
        answer = self.call(method, f"/_control/{path}", json.dumps(command or {}))
        assert answer.status == 200, answer.body
        return answer.body

    def create(self, **params: Any) -> stripe.PaymentIntent:
        return self.v1.payment_intents.create({**ORDER, **params})  # type: ignore[typeddict-item]

    def authorize(self, card: str = "pm_card_visa", **params: Any) -> stripe.PaymentIntent:
        return self.v1.payment_intents.confirm(self.create(**params).id, {"payment_method": card})

    def pay(self, card: str = "pm_card_visa", **params: Any) -> stripe.PaymentIntent:
        return self.v1.payment_intents.capture(self.authorize(card, **params).id)

    # The buyer

    def confirm(
        self, payment_intent: str, card: str = GOOD_CARD, *, client_secret: str = ""
    ) -> Json:
        """What the card form does at the Pay click; the intent as browsers see it, or `error`."""
        form = {
            "key": PUBLISHABLE,
            "client_secret": client_secret or self.intent(payment_intent)["client_secret"],
            "use_stripe_sdk": "true",
            "payment_method_data[type]": "card",
            "payment_method_data[card][number]": card,
            "payment_method_data[card][exp_month]": "12",
            "payment_method_data[card][exp_year]": "34",
            "payment_method_data[card][cvc]": "123",
            "payment_method_data[billing_details][address][postal_code]": "94102",
        }
        path = f"/v1/payment_intents/{payment_intent}/confirm"
        said: Json = self.post(path, form, Authorization="").body
        return said

    def send_to_klarna(self, payment_intent: str, **more: str) -> Json:
        """What the form does when the buyer chose Klarna: the intent sends them to its page."""
        form = {
            "key": PUBLISHABLE,
            "client_secret": self.intent(payment_intent)["client_secret"],
            "use_stripe_sdk": "true",
            "return_url": "http://testserver/confirmation",
            "payment_method_data[type]": "klarna",
            "payment_method_data[billing_details][email]": "ada@example.test",
            "payment_method_data[billing_details][address][country]": "US",
            **more,
        }
        path = f"/v1/payment_intents/{payment_intent}/confirm"
        said: Json = self.post(path, form, Authorization="").body
        return said

    def visit(self, payment_intent: str, outcome: str = "confirm") -> Json:
        """The buyer's button on the page they were sent to: `confirm`, `cancel`, `decline`."""
        said: Json = self.control(
            "POST", f"payment_intents/{payment_intent}/visit", {"outcome": outcome}
        )
        return said

    def challenge(self, payment_intent: str, outcome: str = "complete") -> Json:
        """The buyer answers their bank: `complete` or `fail`."""
        path = f"payment_intents/{payment_intent}/challenge"
        said: Json = self.control("POST", path, {"outcome": outcome})
        return said

    # What Stripe has

    def intent(self, payment_intent: str) -> Json:
        return self._ask(f"/v1/payment_intents/{payment_intent}")

    def ledger(self) -> Json:
        """Money that really moved: rows under `payment_intents`, sums under `totals`."""
        said: Json = self.control("GET", "ledger")
        return said

    def requests(self) -> list[Json]:
        """The calls that came in, from us and from browsers, oldest first."""
        told: list[Json] = self.control("GET", "requests")
        return [one for one in told if not str(one["idempotency_key"]).startswith(_OURS)]

    def events(self, *kinds: str) -> list[Json]:
        """What has happened, oldest first; only of some kinds if named."""
        said = self._ask("/v1/events?limit=100")
        assert not said["has_more"], "more events than one page holds"
        return [event for event in said["data"][::-1] if not kinds or event["type"] in kinds]

    def event_types(self) -> list[str]:
        return [str(event["type"]) for event in self.events()]

    # Bad days

    def faults(self, *described: Json) -> None:
        """Strike the next matching calls, as `standins/stripe/faults.py` describes them."""
        self.control("POST", "faults", {"faults": list(described)})

    def fault(self, **described: Any) -> None:
        self.faults(described)

    def end_faults(self) -> None:
        self.control("DELETE", "faults")
        # A test need not wait until our own code would have dared to ask again.
        breaker.close()

    # Events on their way

    def webhooks(self, url: str | None = None, **modes: Any) -> None:
        """Deliver to our server at `url` from now on; `release` sends what was held until then."""
        endpoints = [] if url is None else [{"url": url, "secret": WEBHOOK_SECRET}]
        self.control("POST", "webhooks", {"endpoints": endpoints, "hold": url is None, **modes})

    def release(self, order: str = "as_kept") -> int:
        released: int = self.control("POST", "webhooks/release", {"order": order})["released"]
        return released

    def wait_until_delivered(self) -> None:
        wait_until(
            lambda: self.control("GET", "webhooks")["pending"] == 0,
            what="every event was accepted",
        )

    def deliver(self, client: Client, event: Json, *, secret: str = WEBHOOK_SECRET) -> "Response":
        """One event straight to the view, signed over its very bytes; no server needed."""
        body = json.dumps(event, indent=2).encode()
        return client.post(
            WEBHOOK_PATH,
            body,
            content_type="application/json; charset=utf-8",
            headers={"Stripe-Signature": signature(body, at=int(time.time()), secret=secret)},
        )

    # The Dashboard, banks and time

    def refund_at_provider(self, payment_intent: str, cents: int | None = None) -> Json:
        """Somebody presses Refund in the Dashboard: all that is left, or this much."""
        amount = {} if cents is None else {"amount": cents}
        answer = self.post(
            "/v1/refunds",
            {"payment_intent": payment_intent, **amount},
            Idempotency_Key=f"{_OURS}{uuid.uuid4()}",
        )
        assert answer.status == 200, answer.body
        refund: Json = answer.body
        return refund

    def leave_refunds_pending(self) -> None:
        """From now on refunds wait for `settle_refunds`."""
        self.control("POST", "settings", {"refunds_pending": True})

    def settle_refunds(self) -> None:
        self.control("POST", "refunds")

    def settle_refund(self, refund: str, status: str = "succeeded") -> None:
        self.control("POST", f"refunds/{refund}", {"status": status})

    def dispute(self, payment_intent: str, **more: Any) -> Json:
        """The cardholder's bank takes the money back; `amount`, `reason` and `status` if given."""
        said: Json = self.control("POST", "disputes", {"payment_intent": payment_intent, **more})
        return said

    def decide_dispute(self, dispute: str, status: str) -> None:
        self.control("POST", f"disputes/{dispute}", {"status": status})

    def advance_clock(self, seconds: int) -> None:
        self.control("POST", "clock", {"advance_seconds": seconds})

    def reset(self) -> None:
        self.control("POST", "reset")

    def _ask(self, path: str) -> Json:
        answer = self.call("GET", path, Idempotency_Key=_OURS)
        assert answer.status == 200, answer.body
        said: Json = answer.body
        return said


@contextlib.contextmanager
def running_stripe() -> Iterator[StripeServer]:
    """A process and not a thread: tests that stop our clock must not stop the provider's."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "standins.stripe", f"--port={port}"], cwd=Path(settings.BASE_DIR)
    )
    server = StripeServer(port)

    def answers() -> bool:
        assert process.poll() is None, "the stand-in ended at once"
        try:
            return server.call("GET", "/_control/health").status == 200
        except OSError:
            return False

    try:
        wait_until(answers, what="the stand-in starts")
        yield server
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)
