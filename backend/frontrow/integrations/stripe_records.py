"""Stripe's objects in our own types: payments, refunds, disputes and events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

OPEN_DISPUTES = {
    "needs_response",
    "under_review",
    "warning_needs_response",
    "warning_under_review",
}
# Payment methods without a card. Most redirect the buyer to their own page.
METHOD_NAMES = {
    "klarna": "Klarna",
    "affirm": "Affirm",
    "afterpay_clearpay": "Afterpay",
    "link": "Link",
}


@dataclass(frozen=True, kw_only=True)
class RefundMade:
    id: str
    cents: int
    status: str
    # The id of our own record of the refund, if we requested it.
    asked_as: str
    made_at: int = 0
    # Why it failed, as the provider's code.
    why: str = ""

    @property
    def is_live(self) -> bool:
        """Refunded, or in progress."""
        return self.status not in {"failed", "canceled"}


@dataclass(frozen=True, kw_only=True)
class DisputeSeen:
    id: str
    cents: int
    status: str
    reason: str
    opened_at: int
    # The deadline for evidence, or 0.
    due_by: int = 0
    is_answered: bool = False
    # The provider's fee, and whether it has withdrawn the amount (an inquiry withdraws none).
    fee_cents: int = 0
    is_taken: bool = False
    won_at: int = 0

    @property
    def is_open(self) -> bool:
        return self.status in OPEN_DISPUTES

    @property
    def is_inquiry(self) -> bool:
        """An inquiry by the bank, which may become a dispute that withdraws the amount."""
        return self.status.startswith("warning")


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Evidence for a dispute. Stripe accepts 20,000 characters per field and 150,000 in total."""

    product: str
    customer_name: str
    customer_email: str
    service_date: str
    refund_policy: str
    # Attendance, and the materials that the customer opened.
    activity: str
    # Everything else, our own note first.
    statement: str


@dataclass(frozen=True, kw_only=True)
class Payment:
    """The current state of a payment at the provider."""

    id: str
    client_secret: str
    status: str
    cents: int
    currency: str
    # Where the provider sends its receipt, and its description of the purchase.
    email: str = ""
    description: str = ""
    # The metadata we set at creation. Empty for a payment that isn't ours.
    purchase_id: int | None
    notes: Mapping[str, str] = field(default_factory=dict)
    # Seconds since 1970: when it was created, and when the card was authorized, or 0.
    begun_at: int = 0
    agreed_at: int = 0
    refunds: tuple[RefundMade, ...] = ()
    disputes: tuple[DisputeSeen, ...] = ()
    # For methods other than cards, only the method.
    card_brand: str = ""
    card_last4: str = ""
    # Why the last attempt failed, as the provider's code, and with which payment method.
    refusal: str = ""
    refused_method: str = ""

    @property
    def refunded_cents(self) -> int:
        return sum(refund.cents for refund in self.refunds if refund.status == "succeeded")

    @property
    def returning_cents(self) -> int:
        """The sum of refunds that the bank has not paid out yet."""
        return sum(one.cents for one in self.refunds if one.is_live) - self.refunded_cents

    @property
    def lost_cents(self) -> int:
        return sum(dispute.cents for dispute in self.disputes if dispute.status == "lost")

    @property
    def is_given_back(self) -> bool:
        return self.status == "succeeded" and self.refunded_cents + self.lost_cents >= self.cents


@dataclass(frozen=True, kw_only=True)
class Event:
    id: str
    type: str
    payment_intent_id: str
    happened_at: int = 0


def our_site() -> str:
    """Our site's value in the metadata.

    One Stripe account may serve several sites, such as a rehearsal's and the real one.
    """
    return urlsplit(settings.SITE_URL).hostname or ""


def read_intent(
    intent: Any,
    *,
    refunds: tuple[RefundMade, ...] | None = None,
    disputes: tuple[DisputeSeen, ...] = (),
) -> Payment:
    """Parse a payment. `refunds` is given if the charge doesn't include all of them."""
    metadata = intent.metadata.to_dict() if intent.metadata else {}
    charge = intent.latest_charge
    # A plain id means that the charge wasn't expanded. It may also be missing.
    told = charge.to_dict() if charge is not None and not isinstance(charge, str) else {}
    paid_with = told.get("payment_method_details") or {}
    card = paid_with.get("card") or {}
    refused = intent.last_payment_error.to_dict() if intent.last_payment_error else {}
    purchase_id = metadata.get("purchase_id", "")
    is_ours = metadata.get("site") == our_site() and intent.livemode == _is_live()
    return Payment(
        id=intent.id,
        client_secret=intent.client_secret or "",
        status=intent.status,
        cents=intent.amount,
        currency=intent.currency,
        email=intent.receipt_email or "",
        description=intent.description or "",
        purchase_id=int(purchase_id) if is_ours and purchase_id.isdigit() else None,
        notes=metadata,
        begun_at=intent.created,
        agreed_at=told.get("created") or 0,
        # A canceled authorization has a refund of an amount that was never captured.
        refunds=(refunds or _embedded(told)) if told.get("captured") else (),
        disputes=disputes,
        card_brand=card.get("brand") or _method_without_card(paid_with),
        card_last4=card.get("last4") or "",
        refusal=refused.get("code") or "",
        refused_method=(refused.get("payment_method") or {}).get("type") or "",
    )


def _method_without_card(paid_with: Mapping[str, Any]) -> str:
    method = paid_with.get("type") or ""
    return method if method in METHOD_NAMES else ""


def has_more_refunds(intent: Any) -> bool:
    """A charge includes its ten newest refunds, and says whether there are more."""
    charge = intent.latest_charge
    if charge is None or isinstance(charge, str) or not charge.refunds:
        return False
    return bool(charge.refunds.has_more)


def _embedded(charge: Mapping[str, Any]) -> tuple[RefundMade, ...]:
    refunds = (charge.get("refunds") or {}).get("data", [])
    return tuple(read_refund(one) for one in refunds)


def read_dispute(told: Mapping[str, Any]) -> DisputeSeen:
    moved = told["balance_transactions"]
    evidence = told["evidence_details"]
    return DisputeSeen(
        id=told["id"],
        cents=told["amount"],
        status=told["status"],
        reason=told["reason"],
        opened_at=told["created"],
        due_by=evidence["due_by"] or 0,
        is_answered=evidence["submission_count"] > 0,
        fee_cents=sum(one["fee"] for one in moved),
        is_taken=any(one["amount"] < 0 for one in moved),
        won_at=max((one["created"] for one in moved if one["amount"] > 0), default=0),
    )


def read_refund(refund: Mapping[str, Any]) -> RefundMade:
    return RefundMade(
        id=refund["id"],
        cents=refund["amount"],
        status=refund["status"] or "pending",
        asked_as=(refund["metadata"] or {}).get("refund", ""),
        made_at=refund["created"],
        why=refund.get("failure_reason") or refund.get("pending_reason") or "",
    )


def payment_behind(event: Any) -> str:
    about = event.data.object.to_dict()
    intent = about["id"] if about["object"] == "payment_intent" else about.get("payment_intent")
    return id_of(intent)


def id_of(reference: Any) -> str:
    """The id of a reference, expanded or not."""
    if isinstance(reference, Mapping):
        reference = reference.get("id")
    return str(reference or "")


def _is_live() -> bool:
    return settings.ENV.STRIPE_SECRET_KEY.get_secret_value().startswith("sk_live_")
