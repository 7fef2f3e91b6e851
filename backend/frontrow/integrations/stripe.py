"""The payment provider: payments, refunds and events, in our own few words.

Every call may take seconds or lose its answer, so none is made inside a transaction. What is
refused because the payment has moved on is `StateMoved`: the caller reads again.
"""

import functools
import json
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import stripe
from django.conf import settings
from requests.exceptions import Timeout
from stripe import (
    APIConnectionError,
    APIError,
    AuthenticationError,
    CardError,
    IdempotencyError,
    InvalidRequestError,
    RateLimitError,
    SignatureVerificationError,
    StripeClient,
    WebhookSignature,
)
from stripe.params import PaymentIntentCreateParams

from frontrow.core.errors import Malformed, ProviderDown
from frontrow.core.metrics import VENDOR_TROUBLE

# A buyer waits for these; the sweep does not mind trying again.
CONNECT_SECONDS, ANSWER_SECONDS = 3.0, 5.0
# While it hangs, each call would keep a thread for ten seconds, and soon nobody could even browse.
# So for this long only one call at a time tries whether it is back; the others are told at once.
HANGING_SECONDS = 5.0
# What a payment must bring along to be understood: its charge, with the refunds of it.
CHARGE = ["latest_charge.refunds"]
PAGE = 100
CHALLENGE: Any = {"card": {"request_three_d_secure": "challenge"}}
# Old events may be replays; Stripe sends each anew with a fresh signature.
MAX_EVENT_AGE = 300
# An event's own id, its type, and the payment it is about, if any.
_STORABLE = re.compile(r"[\w-]{1,255} [\w.]{1,100} [\w-]{0,255}", re.ASCII)


class AnsweredWithFault(ProviderDown):
    """It answered, and the answer was its own failure: the same key would bring the same again."""


class StateMoved(Exception):
    """The payment is no longer where we thought: read it again before doing anything else."""


@dataclass(frozen=True, kw_only=True)
class RefundMade:
    id: str
    cents: int
    status: str
    # The id of our own record of it, where we asked for it.
    asked_as: str


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
    dispute_lost: bool = False
    card_brand: str = ""
    card_last4: str = ""

    @property
    def refunded_cents(self) -> int:
        return sum(refund.cents for refund in self.refunds if refund.status == "succeeded")


@dataclass(frozen=True, kw_only=True)
class Event:
    id: str
    type: str
    payment_intent_id: str


@functools.cache
def client() -> StripeClient:
    address = settings.ENV.STRIPE_STAND_IN_URL
    return StripeClient(
        settings.ENV.STRIPE_SECRET_KEY.get_secret_value(),
        base_addresses={"api": address} if address else None,
        http_client=stripe.RequestsClient(timeout=(CONNECT_SECONDS, ANSWER_SECONDS)),
        max_network_retries=1,
    )


def create_payment(
    *,
    purchase_id: int,
    cents: int,
    currency: str,
    email: str,
    description: str,
    notes: Mapping[str, str],
    ask_bank: bool,
    key: str,
) -> Payment:
    """A payment that, once the card agrees, only reserves the money until we capture it."""
    asked: PaymentIntentCreateParams = {
        "amount": cents,
        "currency": currency,
        "capture_method": "manual",
        "allowed_payment_method_types": ["card", "link"],
        "receipt_email": email,
        "description": description,
        "metadata": {"purchase_id": str(purchase_id), **notes},
    }
    if ask_bank:
        asked["payment_method_options"] = CHALLENGE
    with _Answering():
        return _payment(client().v1.payment_intents.create(asked, {"idempotency_key": key}))


def ask_the_bank(payment_intent_id: str) -> None:
    """From now on the cardholder must prove to the bank who they are, where the card can do so."""
    with _Answering():
        client().v1.payment_intents.update(payment_intent_id, {"payment_method_options": CHALLENGE})


def change_buyer(*, payment_intent_id: str, email: str, notes: Mapping[str, str]) -> Payment:
    with _Answering():
        return _payment(
            client().v1.payment_intents.update(
                payment_intent_id,
                {"receipt_email": email, "metadata": dict(notes), "expand": CHARGE},
            )
        )


def read_payment(payment_intent_id: str) -> Payment | None:
    """The payment, or nothing when the provider knows of none with that id."""
    with _Answering():
        try:
            intent = client().v1.payment_intents.retrieve(payment_intent_id, {"expand": CHARGE})
        except InvalidRequestError as error:
            if error.code == "resource_missing":
                return None
            raise
        return _payment(intent, dispute_lost=_has_lost_dispute(intent))


def capture_payment(payment_intent_id: str) -> Payment:
    with _Answering():
        return _payment(client().v1.payment_intents.capture(payment_intent_id, {"expand": CHARGE}))


def cancel_payment(payment_intent_id: str) -> Payment:
    with _Answering():
        return _payment(
            client().v1.payment_intents.cancel(
                payment_intent_id, {"cancellation_reason": "abandoned", "expand": CHARGE}
            )
        )


def refunds_of(payment_intent_id: str) -> list[RefundMade]:
    with _Answering():
        found = client().v1.refunds.list({"payment_intent": payment_intent_id, "limit": PAGE})
        return [_refund(one) for one in found.auto_paging_iter()]


def create_refund(*, payment_intent_id: str, cents: int, asked_as: str, key: str) -> RefundMade:
    with _Answering():
        return _refund(
            client().v1.refunds.create(
                {
                    "payment_intent": payment_intent_id,
                    "amount": cents,
                    "metadata": {"refund": asked_as},
                },
                {"idempotency_key": key},
            )
        )


def payments_since(moment: int) -> Iterator[Payment]:
    """Every payment begun since then (seconds since 1970), newest first, without its charge."""
    with _Answering():
        found = client().v1.payment_intents.list({"created": {"gte": moment}, "limit": PAGE})
        for intent in found.auto_paging_iter():
            yield _payment(intent)


def payments_told_of_since(moment: int, *, kinds: Sequence[str]) -> Iterator[str]:
    """The payments behind every event of these kinds since then, newest first; a month at most."""
    with _Answering():
        wanted = {"created": {"gte": moment}, "types": list(kinds), "limit": PAGE}
        found = client().v1.events.list(wanted)  # type: ignore[arg-type]
        for event in found.auto_paging_iter():
            yield _about(event)


def read_event(*, body: bytes, signature: str) -> Event:
    """The event, if the signature over these very bytes is the provider's and fresh."""
    secret = settings.ENV.STRIPE_WEBHOOK_SECRET.get_secret_value()
    try:
        WebhookSignature.verify_header(body.decode(), signature, secret, MAX_EVENT_AGE)
        told = json.loads(body)
    except (ValueError, SignatureVerificationError) as error:
        raise Malformed("The event could not be verified.") from error
    match told:
        case {
            "id": str(event_id),
            "type": str(kind),
            "data": {"object": {"object": str(what)} as about},
        }:
            intent = about.get("id") if what == "payment_intent" else about.get("payment_intent")
            named = f"{event_id} {kind} {_id_of(intent)}"
            # A proved sender may still write what no row can hold.
            if _STORABLE.fullmatch(named):
                return Event(id=event_id, type=kind, payment_intent_id=_id_of(intent))
    raise Malformed("The event is not one we can read.")


class Patience:
    """Remembers in this process that the provider did not answer in time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ends_at = 0.0

    def ask(self) -> None:
        """Raises ProviderDown while it hangs, except for whoever is to try next."""
        if not self._ends_at:
            return
        with self._lock:
            now = time.monotonic()
            if now < self._ends_at:
                raise ProviderDown
            if self._ends_at:
                self._ends_at = now + HANGING_SECONDS

    def lose(self) -> None:
        self._ends_at = time.monotonic() + HANGING_SECONDS

    def regain(self) -> None:
        self._ends_at = 0.0


patience = Patience()


class _Answering:
    """Turns the SDK's errors into ours, and does not wait for a provider that hangs."""

    def __enter__(self) -> None:
        patience.ask()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, APIConnectionError) and isinstance(error.__cause__, Timeout):
            patience.lose()
        else:
            patience.regain()
        if isinstance(error, APIConnectionError | RateLimitError | AuthenticationError):
            VENDOR_TROUBLE.labels("stripe", type(error).__name__).inc()
            raise ProviderDown from error
        if isinstance(error, APIError):
            VENDOR_TROUBLE.labels("stripe", type(error).__name__).inc()
            raise AnsweredWithFault from error
        if isinstance(error, InvalidRequestError | CardError | IdempotencyError):
            raise StateMoved(error.code or error.user_message or "refused") from error


def _payment(intent: Any, *, dispute_lost: bool = False) -> Payment:
    metadata = intent.metadata.to_dict() if intent.metadata else {}
    charge = intent.latest_charge
    # An id alone means the charge was not asked for, or there is none yet.
    told = charge.to_dict() if charge is not None and not isinstance(charge, str) else {}
    card = (told.get("payment_method_details") or {}).get("card") or {}
    purchase_id = metadata.get("purchase_id", "")
    is_ours = purchase_id.isdigit() and intent.livemode == _is_live()
    refunds = (told.get("refunds") or {}).get("data", [])
    return Payment(
        id=intent.id,
        client_secret=intent.client_secret or "",
        status=intent.status,
        cents=intent.amount,
        currency=intent.currency,
        email=intent.receipt_email or "",
        description=intent.description or "",
        purchase_id=int(purchase_id) if is_ours else None,
        notes=metadata,
        begun_at=intent.created,
        agreed_at=told.get("created") or 0,
        # A cancelled authorisation shows a refund of what was never taken.
        refunds=tuple(_refund_told(one) for one in refunds) if told.get("captured") else (),
        dispute_lost=dispute_lost,
        card_brand=card.get("brand") or "",
        card_last4=card.get("last4") or "",
    )


def _has_lost_dispute(intent: Any) -> bool:
    charge = intent.latest_charge
    if charge is None or isinstance(charge, str) or not charge.disputed:
        return False
    disputes = client().v1.disputes.list({"payment_intent": intent.id, "limit": PAGE})
    return any(dispute.status == "lost" for dispute in disputes.auto_paging_iter())


def _refund(refund: Any) -> RefundMade:
    return _refund_told(refund.to_dict())


def _refund_told(refund: Mapping[str, Any]) -> RefundMade:
    return RefundMade(
        id=refund["id"],
        cents=refund["amount"],
        status=refund["status"] or "pending",
        asked_as=(refund["metadata"] or {}).get("refund", ""),
    )


def _about(event: Any) -> str:
    about = event.data.object.to_dict()
    intent = about["id"] if about["object"] == "payment_intent" else about.get("payment_intent")
    return _id_of(intent)


def _id_of(reference: Any) -> str:
    """An id, whether the reference was opened up or not."""
    if isinstance(reference, Mapping):
        reference = reference.get("id")
    return str(reference or "")


def _is_live() -> bool:
    return settings.ENV.STRIPE_SECRET_KEY.get_secret_value().startswith("sk_live_")
