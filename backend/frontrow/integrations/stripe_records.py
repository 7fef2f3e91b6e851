"""What the payment provider tells us, in our own few words: payments, refunds, disputes, events."""

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
# Ways to pay that have no card to name, as people know them. Most send the buyer to their own page.
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
    # The id of our own record of it, where we asked for it.
    asked_as: str
    made_at: int = 0
    # Why it did not go through, in the provider's word.
    why: str = ""

    @property
    def is_live(self) -> bool:
        """Given back, or on its way there."""
        return self.status not in {"failed", "canceled"}


@dataclass(frozen=True, kw_only=True)
class DisputeSeen:
    id: str
    cents: int
    status: str
    reason: str
    opened_at: int
    # Until when the bank takes an answer, or 0.
    due_by: int = 0
    is_answered: bool = False
    # What the provider kept for it, and whether it has taken the money (an inquiry takes none).
    fee_cents: int = 0
    is_taken: bool = False
    won_at: int = 0

    @property
    def is_open(self) -> bool:
        return self.status in OPEN_DISPUTES

    @property
    def is_inquiry(self) -> bool:
        """The bank only asks; it may become a dispute that takes the money."""
        return self.status.startswith("warning")


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Our answer to a dispute. The provider takes 20,000 characters of each, 150,000 together."""

    product: str
    customer_name: str
    customer_email: str
    service_date: str
    refund_policy: str
    # That the customer came, and what they opened.
    activity: str
    # Everything else, our own note first.
    statement: str


@dataclass(frozen=True, kw_only=True)
class Payment:
    """A payment as the provider has it now."""

    id: str
    client_secret: str
    status: str
    cents: int
    currency: str
    # Where the provider will send its receipt, and what it calls the goods there.
    email: str = ""
    description: str = ""
    # What we wrote on it when we made it; nothing on somebody else's.
    purchase_id: int | None
    notes: Mapping[str, str] = field(default_factory=dict)
    # Seconds since 1970: when it was begun, and when the card agreed, or 0.
    begun_at: int = 0
    agreed_at: int = 0
    refunds: tuple[RefundMade, ...] = ()
    disputes: tuple[DisputeSeen, ...] = ()
    # Of what is no card, the way to pay alone.
    card_brand: str = ""
    card_last4: str = ""
    # Why the last try failed, in the provider's word, and how the buyer had tried to pay.
    refusal: str = ""
    refused_method: str = ""

    @property
    def refunded_cents(self) -> int:
        return sum(refund.cents for refund in self.refunds if refund.status == "succeeded")

    @property
    def returning_cents(self) -> int:
        """In refunds that the bank has not paid out yet."""
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
    """One account at the provider may serve several sites, a rehearsal's beside the real one."""
    return urlsplit(settings.SITE_URL).hostname or ""


def read_intent(
    intent: Any,
    *,
    refunds: tuple[RefundMade, ...] | None = None,
    disputes: tuple[DisputeSeen, ...] = (),
) -> Payment:
    """`refunds` where the charge does not bring all of them along."""
    metadata = intent.metadata.to_dict() if intent.metadata else {}
    charge = intent.latest_charge
    # An id alone means the charge was not asked for, or there is none yet.
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
        # A canceled authorization shows a refund of what was never taken.
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
    """A charge brings its ten newest refunds along, and says whether there are more."""
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
    """An id, whether the reference was opened up or not."""
    if isinstance(reference, Mapping):
        reference = reference.get("id")
    return str(reference or "")


def _is_live() -> bool:
    return settings.ENV.STRIPE_SECRET_KEY.get_secret_value().startswith("sk_live_")
