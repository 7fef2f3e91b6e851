"""Stripe's API: payments, refunds, disputes and webhook events.

Calls may take seconds or time out, so none is made inside a transaction. If Stripe refuses a call
because the payment's state has changed, the error is `StateMoved`, and the caller reads it again.
"""

import functools
import json
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings

from frontrow.core.errors import Malformed, ProviderDown
from frontrow.core.metrics import VENDOR_TROUBLE
from frontrow.integrations.stripe_records import (
    DisputeSeen,
    Event,
    Evidence,
    Payment,
    RefundMade,
    has_more_refunds,
    id_of,
    our_site,
    payment_behind,
    read_dispute,
    read_intent,
    read_refund,
)

if TYPE_CHECKING:
    from stripe import StripeClient
    from stripe.params import PaymentIntentCreateParams

# The API version of the objects that we parse. A new SDK would change it otherwise.
API_VERSION = "2026-10-28.endive"
# A buyer waits for these calls. The sweep retries those that fail.
CONNECT_SECONDS, ANSWER_SECONDS = 3.0, 5.0
# Circuit breaker: while Stripe hangs, each call would block a thread for ten seconds, and soon no
# page would load. For this long, one call at a time probes and all others fail fast.
HANGING_SECONDS = 5.0
# Expand the charge and its refunds, which a payment needs to be parsed.
CHARGE = ["latest_charge.refunds"]
PAGE = 100
CHALLENGE: Any = {"card": {"request_three_d_secure": "challenge"}}
# Older events may be replays. Stripe signs every delivery with a new timestamp.
MAX_EVENT_AGE = 300
# Stripe's limit of event types per list request.
KINDS_AT_ONCE = 20
# The event's id, its type and the id of its payment, if any.
_STORABLE = re.compile(r"[\w-]{1,255} [\w.]{1,100} [\w-]{0,255}", re.ASCII)


class AnsweredWithFault(ProviderDown):
    """A server error. A retry with the same idempotency key would get the same response."""


class StateMoved(Exception):
    """The payment's state has changed. Read it again before any other call."""


class KeyInUse(StateMoved):
    """The idempotency key is in use, or was used with other parameters.

    The outcome of the call that used it is unknown.
    """


@functools.cache
def client() -> "StripeClient":
    import stripe

    address = settings.ENV.STRIPE_STAND_IN_URL
    return stripe.StripeClient(
        settings.ENV.STRIPE_SECRET_KEY.get_secret_value(),
        stripe_version=API_VERSION,
        base_addresses={"api": address, "files": address} if address else None,
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
    """Create a payment with manual capture: the buyer's bank only authorizes the amount."""
    asked: PaymentIntentCreateParams = {
        "amount": cents,
        "currency": currency,
        "capture_method": "manual",
        # Stripe leaves out methods that don't support the amount or the currency.
        "allowed_payment_method_types": [*settings.ENV.payment_methods],
        "receipt_email": email,
        "description": description,
        "metadata": {"purchase_id": str(purchase_id), "site": our_site(), **notes},
    }
    if ask_bank:
        asked["payment_method_options"] = CHALLENGE
    with _Answering():
        return read_intent(client().v1.payment_intents.create(asked, {"idempotency_key": key}))


def ask_the_bank(payment_intent_id: str) -> None:
    """Require 3-D Secure from now on, if the card supports it."""
    with _Answering():
        client().v1.payment_intents.update(payment_intent_id, {"payment_method_options": CHALLENGE})


def change_buyer(*, payment_intent_id: str, email: str, notes: Mapping[str, str]) -> Payment:
    with _Answering():
        return _whole(
            client().v1.payment_intents.update(
                payment_intent_id,
                {"receipt_email": email, "metadata": dict(notes), "expand": CHARGE},
            )
        )


def change_notes(*, payment_intent_id: str, notes: Mapping[str, str]) -> None:
    """Change a payment's metadata, possible in any state. An empty value removes a key."""
    with _Answering():
        client().v1.payment_intents.update(payment_intent_id, {"metadata": dict(notes)})


def read_payment(payment_intent_id: str) -> Payment | None:
    """The payment, or None if Stripe has none with that id."""
    from stripe import InvalidRequestError

    with _Answering():
        try:
            intent = client().v1.payment_intents.retrieve(payment_intent_id, {"expand": CHARGE})
        except InvalidRequestError as error:
            if error.code == "resource_missing":
                return None
            raise
        return _whole(intent, disputes=_disputes_of(intent))


def capture_payment(payment_intent_id: str) -> Payment:
    with _Answering():
        return _whole(client().v1.payment_intents.capture(payment_intent_id, {"expand": CHARGE}))


def cancel_payment(payment_intent_id: str) -> Payment:
    with _Answering():
        return _whole(
            client().v1.payment_intents.cancel(
                payment_intent_id, {"cancellation_reason": "abandoned", "expand": CHARGE}
            )
        )


def refunds_of(payment_intent_id: str) -> list[RefundMade]:
    with _Answering():
        found = client().v1.refunds.list({"payment_intent": payment_intent_id, "limit": PAGE})
        return [read_refund(one.to_dict()) for one in found.auto_paging_iter()]


def create_refund(*, payment_intent_id: str, cents: int, asked_as: str, key: str) -> RefundMade:
    with _Answering():
        made = client().v1.refunds.create(
            {
                "payment_intent": payment_intent_id,
                "amount": cents,
                "metadata": {"refund": asked_as},
            },
            {"idempotency_key": key},
        )
        return read_refund(made.to_dict())


def send_evidence(dispute_id: str, evidence: Evidence) -> DisputeSeen:
    """Submit evidence for a dispute, which is final. Raises StateMoved if it is no longer
    accepted."""
    with _Answering():
        answered = client().v1.disputes.update(
            dispute_id,
            {
                "evidence": {
                    "product_description": evidence.product,
                    "customer_name": evidence.customer_name,
                    "customer_email_address": evidence.customer_email,
                    "service_date": evidence.service_date,
                    "refund_policy_disclosure": evidence.refund_policy,
                    "access_activity_log": evidence.activity,
                    "uncategorized_text": evidence.statement,
                },
                "submit": True,
            },
        )
        return read_dispute(answered.to_dict())


def payments_since(moment: int) -> Iterator[Payment]:
    """All payments created since (seconds since 1970), newest first, without their charges."""
    with _Answering():
        found = client().v1.payment_intents.list({"created": {"gte": moment}, "limit": PAGE})
        for intent in found.auto_paging_iter():
            yield read_intent(intent)


def events_since(moment: int, *, kinds: Sequence[str]) -> Iterator[Event]:
    """All events of these types since, newest first. Stripe keeps events for a month."""
    with _Answering():
        for start in range(0, len(kinds), KINDS_AT_ONCE):
            types = list(kinds[start : start + KINDS_AT_ONCE])
            found = client().v1.events.list(
                {"created": {"gte": moment}, "types": types, "limit": PAGE}
            )
            for event in found.auto_paging_iter():
                yield Event(
                    id=event.id,
                    type=event.type,
                    payment_intent_id=payment_behind(event),
                    happened_at=event.created,
                )


def read_event(*, body: bytes, signature: str) -> Event:
    """Parse an event after verifying the signature over its exact bytes and its age."""
    from stripe import SignatureVerificationError, WebhookSignature

    secret = settings.ENV.STRIPE_WEBHOOK_SECRET.get_secret_value()
    try:
        WebhookSignature.verify_header(body.decode(), signature, secret, MAX_EVENT_AGE)
        told = json.loads(body)
    except (ValueError, SignatureVerificationError) as error:
        raise Malformed("The event couldn't be verified.") from error
    match told:
        case {
            "id": str(event_id),
            "type": str(kind),
            "data": {"object": {"object": str(what)} as about},
        }:
            intent = about.get("id") if what == "payment_intent" else about.get("payment_intent")
            named = f"{event_id} {kind} {id_of(intent)}"
            # A verified sender could still send values that no column can store.
            if _STORABLE.fullmatch(named):
                return Event(id=event_id, type=kind, payment_intent_id=id_of(intent))
    raise Malformed("The event isn't one we can read.")


class CircuitBreaker:
    """Circuit breaker: after a timeout, calls in this process fail fast for a while."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ends_at = 0.0

    def before_call(self) -> None:
        """Raises ProviderDown while the circuit is open, except for the one call that probes."""
        if not self._ends_at:
            return
        with self._lock:
            now = time.monotonic()
            if now < self._ends_at:
                raise ProviderDown
            if self._ends_at:
                self._ends_at = now + HANGING_SECONDS

    def open(self) -> None:
        self._ends_at = time.monotonic() + HANGING_SECONDS

    def close(self) -> None:
        self._ends_at = 0.0


breaker = CircuitBreaker()


class _Answering:
    """Translates the SDK's errors into ours, behind the circuit breaker."""

    def __enter__(self) -> None:
        breaker.before_call()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None and _was_too_slow(error):
            breaker.open()
        else:
            breaker.close()
        if error is not None:
            _raise_ours(error)


def _was_too_slow(error: BaseException) -> bool:
    """The SDK keeps the transport's exception as the cause."""
    import stripe

    return isinstance(error, stripe.APIConnectionError) and isinstance(
        error.__cause__, stripe.RequestsClient().requests.Timeout
    )


def _raise_ours(error: BaseException) -> None:
    import stripe

    match error:
        case (
            stripe.APIConnectionError()
            | stripe.RateLimitError()
            | stripe.AuthenticationError()
            | stripe.PermissionError()
        ):
            VENDOR_TROUBLE.labels("stripe", type(error).__name__).inc()
            raise ProviderDown from error
        case stripe.APIError():
            VENDOR_TROUBLE.labels("stripe", type(error).__name__).inc()
            raise AnsweredWithFault from error
        case stripe.IdempotencyError():
            raise KeyInUse(error.code or "key in use") from error
        case stripe.InvalidRequestError() | stripe.CardError():
            raise StateMoved(error.code or error.user_message or "refused") from error


def _whole(intent: Any, *, disputes: tuple[DisputeSeen, ...] = ()) -> Payment:
    """Load all refunds, however many there are."""
    refunds = tuple(refunds_of(intent.id)) if has_more_refunds(intent) else None
    return read_intent(intent, refunds=refunds, disputes=disputes)


def _disputes_of(intent: Any) -> tuple[DisputeSeen, ...]:
    charge = intent.latest_charge
    if charge is None or isinstance(charge, str) or not charge.disputed:
        return ()
    found = client().v1.disputes.list({"payment_intent": intent.id, "limit": PAGE})
    return tuple(read_dispute(one.to_dict()) for one in found.auto_paging_iter())
