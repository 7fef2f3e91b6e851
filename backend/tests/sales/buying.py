"""A shopper: one browser that goes through the checkout the way the page does."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.test import Client
from django.test.utils import CaptureQueriesContext

from frontrow.sales.models import Purchase
from tests.fakes.stripe import GOOD_CARD, StripeServer
from tests.portal.student import browser

TERMS = "2026-11"


@dataclass
class Shopper:
    stripe: StripeServer
    email: str = "ada@example.test"
    full_name: str = "Ada Lovelace"
    client: Client = field(default_factory=browser)
    # Where the browser sits; tests with crowds give each shopper a network of its own.
    address: str = "127.0.0.1"

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.client.post(
            f"/api/{path}", body, content_type="application/json", REMOTE_ADDR=self.address
        )

    def ask_session(
        self, *, bootcamp: int | None = None, bundle: UUID | None = None, **changes: Any
    ) -> Any:
        return self.post(
            "create-payment-intent",
            {
                "bootcampIds": [] if bootcamp is None else [bootcamp],
                "bundleId": str(bundle) if bundle else None,
                "email": self.email,
                "fullName": self.full_name,
                **changes,
            },
        )

    def session(
        self, *, bootcamp: int | None = None, bundle: UUID | None = None, **changes: Any
    ) -> str:
        """The id of a fresh payment intent."""
        answer = self.ask_session(bootcamp=bootcamp, bundle=bundle, **changes)
        assert answer.status_code == 200, answer.content
        return str(answer.json()["paymentIntentId"])

    def hold(self, intent: str, **changes: Any) -> Any:
        body = {"paymentIntentId": intent, "termsVersion": TERMS, **changes}
        return self.post("checkout/hold", body)

    def confirm(self, intent: str, card: str = GOOD_CARD) -> dict[str, Any]:
        return self.stripe.confirm(intent, card)

    def complete(self, intent: str, **changes: Any) -> Any:
        return self.post("complete-purchase", {"paymentIntentId": intent, **changes})

    def pay(
        self, *, bootcamp: int | None = None, bundle: UUID | None = None, **changes: Any
    ) -> str:
        """Everything up to the card's yes, and then the tab is gone."""
        intent = self.session(bootcamp=bootcamp, bundle=bundle, **changes)
        assert self.hold(intent).status_code == 200
        assert self.confirm(intent)["status"] == "requires_capture"
        return intent

    def buy(
        self, *, bootcamp: int | None = None, bundle: UUID | None = None, **changes: Any
    ) -> Purchase:
        intent = self.pay(bootcamp=bootcamp, bundle=bundle, **changes)
        answer = self.complete(intent)
        assert (answer.status_code, answer.json()["status"]) == (200, "completed"), answer.content
        return Purchase.objects.get(stripe_payment_intent_id=intent)


def statements(captured: CaptureQueriesContext) -> list[str]:
    """What the database was asked, beginnings and ends of transactions aside."""
    control = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
    return [q["sql"] for q in captured.captured_queries if not q["sql"].startswith(control)]


def money_of(stripe: StripeServer) -> tuple[int, int]:
    """What Stripe has captured and refunded in all, in cents."""
    totals = stripe.ledger()["totals"]
    return totals["captured"], totals["refunded"]
