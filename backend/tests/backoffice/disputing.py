"""A bank that disputes, for the tests of the dispute desk."""

from typing import Any

from frontrow.sales.models import Dispute, Purchase
from frontrow.sales.settlement.settling import settle
from tests.catalogue.desk import Desk
from tests.factories import (
    make_bootcamp,
)
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper


def disputed(server: StripeServer, **more: Any) -> Dispute:
    """Bought for $995, disputed by the bank, and known to us."""
    purchase = Shopper(server).buy(bootcamp=make_bootcamp().pk)
    server.dispute(purchase.stripe_payment_intent_id or "", **more)
    settle(purchase=Purchase.objects.get(pk=purchase.pk))
    return Dispute.objects.get(purchase=purchase)


def decided(server: StripeServer, dispute: Dispute, ending: str) -> Purchase:
    server.decide_dispute(dispute.provider_id, ending)
    return settle(purchase=Purchase.objects.get(pk=dispute.purchase_id)).purchase


def at_provider(server: StripeServer, dispute: Dispute) -> dict[str, Any]:
    told: dict[str, Any] = server.call("GET", f"/v1/disputes/{dispute.provider_id}").body
    return told


def send(desk: Desk, dispute: Dispute, note: str = "") -> tuple[int, Any]:
    return desk.call("POST", f"disputes/{dispute.pk}/evidence", {"note": note})
