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
from stripe import (
    PermissionError as KeyMayNot,
)
from stripe.params import PaymentIntentCreateParams

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

# The shapes we read and the stand-in writes. The SDK would bring another with its next version.
API_VERSION = "2026-10-28.endive"
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
# Its list of events takes no more kinds in one question.
KINDS_AT_ONCE = 20
# An event's own id, its type, and the payment it is about, if any.
_STORABLE = re.compile(r"[\w-]{1,255} [\w.]{1,100} [\w-]{0,255}", re.ASCII)


class AnsweredWithFault(ProviderDown):
    """It answered, and the answer was its own failure: the same key would bring the same again."""


class StateMoved(Exception):
    """The payment is no longer where we thought: read it again before doing anything else."""


class KeyInUse(StateMoved):
    """Another call has this key, or had it with other words: what came of that one is not known."""


@functools.cache
def client() -> StripeClient:
    address = settings.ENV.STRIPE_STAND_IN_URL
    return StripeClient(
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
    """A payment that, once the buyer's bank agrees, only reserves the money until we capture it."""
    asked: PaymentIntentCreateParams = {
        "amount": cents,
        "currency": currency,
        "capture_method": "manual",
        # What doesn't fit the amount or the currency is left out by the provider.
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
    """From now on the cardholder must prove to the bank who they are, where the card can do so."""
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
    """Possible at any time; an empty value takes the note away."""
    with _Answering():
        client().v1.payment_intents.update(payment_intent_id, {"metadata": dict(notes)})


def read_payment(payment_intent_id: str) -> Payment | None:
    """The payment, or nothing when the provider knows of none with that id."""
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
    """Our answer to the cardholder's bank, for good: StateMoved where it takes none any more."""
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
    """Every payment begun since then (seconds since 1970), newest first, without its charge."""
    with _Answering():
        found = client().v1.payment_intents.list({"created": {"gte": moment}, "limit": PAGE})
        for intent in found.auto_paging_iter():
            yield read_intent(intent)


def events_since(moment: int, *, kinds: Sequence[str]) -> Iterator[Event]:
    """Every event of these kinds since then, newest first; the provider keeps a month of them."""
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
    """The event, if the signature over these very bytes is the provider's and fresh."""
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
            # A proved sender may still write what no row can hold.
            if _STORABLE.fullmatch(named):
                return Event(id=event_id, type=kind, payment_intent_id=id_of(intent))
    raise Malformed("The event isn't one we can read.")


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
        if isinstance(error, APIConnectionError | RateLimitError | AuthenticationError | KeyMayNot):
            VENDOR_TROUBLE.labels("stripe", type(error).__name__).inc()
            raise ProviderDown from error
        if isinstance(error, APIError):
            VENDOR_TROUBLE.labels("stripe", type(error).__name__).inc()
            raise AnsweredWithFault from error
        if isinstance(error, IdempotencyError):
            raise KeyInUse(error.code or "key in use") from error
        if isinstance(error, InvalidRequestError | CardError):
            raise StateMoved(error.code or error.user_message or "refused") from error


def _whole(intent: Any, *, disputes: tuple[DisputeSeen, ...] = ()) -> Payment:
    """With all its refunds, however many there are."""
    refunds = tuple(refunds_of(intent.id)) if has_more_refunds(intent) else None
    return read_intent(intent, refunds=refunds, disputes=disputes)


def _disputes_of(intent: Any) -> tuple[DisputeSeen, ...]:
    charge = intent.latest_charge
    if charge is None or isinstance(charge, str) or not charge.disputed:
        return ()
    found = client().v1.disputes.list({"payment_intent": intent.id, "limit": PAGE})
    return tuple(read_dispute(one.to_dict()) for one in found.auto_paging_iter())
