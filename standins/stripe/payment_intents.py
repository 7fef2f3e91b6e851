"""Payment intents: the state machine, from the first amount to money captured or never taken."""

import bisect
from urllib.parse import urlencode

from standins.stripe import cards, charges, forms, intent_params, methods, objects, redirects
from standins.stripe.errors import StripeError, card_error, invalid, unexpected_state
from standins.stripe.state import Caller, Json, State

CONFIRMABLE = ("requires_payment_method", "requires_confirmation", "requires_action")
CANCELLABLE = (
    "requires_payment_method",
    "requires_capture",
    "requires_confirmation",
    "requires_action",
    "processing",
)
AUTHENTICATION_FAILED = (
    "We are unable to authenticate your payment method. Please choose a different payment method"
    " and try again."
)
# What became of a visit to another page, other than a yes.
ENDINGS = {
    "cancel": (
        "payment_method_customer_decline",
        "The customer declined this payment on the payment method's page.",
    ),
    "decline": (
        "payment_method_provider_decline",
        "The payment was declined by the payment method's provider.",
    ),
}


# What Stripe still shows to a browser that holds the client secret.
PUBLIC = [
    "id",
    "object",
    "amount",
    "amount_details",
    "automatic_payment_methods",
    "canceled_at",
    "cancellation_reason",
    "capture_method",
    "client_secret",
    "confirmation_method",
    "created",
    "currency",
    "description",
    "last_payment_error",
    "livemode",
    "next_action",
    "payment_method",
    "payment_method_types",
    "processing",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "source",
    "status",
]


def public(intent: Json) -> Json:
    return {name: intent[name] for name in PUBLIC}


def create(state: State, values: Json, caller: Caller) -> Json:
    forms.require(values, "amount", "currency")
    intent_params.check_amount(values["amount"], values["currency"])
    intent_params.check_methods(values)
    if "customer" in values:
        state.get("customer", values["customer"], param="customer")
    if "metadata" in values:
        values["metadata"] = forms.merge_metadata({}, values)
    method = cards.payment_method_for(state, values, caller)
    intent = objects.payment_intent(state, values)
    intent_params.set_options(intent, values)
    if method:
        methods.check_allowed(intent, method)
        intent["payment_method"] = method["id"]
        intent["status"] = "requires_confirmation"
    state.add(intent)
    state.emit("payment_intent.created", intent, caller)
    if values.get("confirm"):
        return _attempt(state, intent, values, caller)
    return intent


def update(state: State, intent: Json, values: Json, caller: Caller) -> Json:
    binding = [name for name in values if name not in intent_params.DETAILS]
    if binding and intent["status"] not in CONFIRMABLE:
        raise unexpected_state(
            f"This PaymentIntent's {binding[0]} could not be updated because it has a status of"
            f" {intent['status']}. You may only update the {binding[0]} of a PaymentIntent with one"
            f" of the following statuses: {', '.join(CONFIRMABLE)}.",
            intent,
        )
    if "amount" in values or "currency" in values:
        currency = str(values.get("currency", intent["currency"]))
        intent_params.check_amount(values.get("amount") or intent["amount"], currency)
    if "customer" in values:
        state.get("customer", values["customer"], param="customer")
    method = cards.payment_method_for(state, values, caller)
    if method:
        methods.check_allowed(intent, method)
    if "metadata" in values:
        intent["metadata"] = forms.merge_metadata(intent["metadata"], values)
    intent_params.set_options(intent, values)
    plain = ("amount", "currency", "customer", "description", "receipt_email")
    for name in (*plain, "statement_descriptor_suffix"):
        if name in values:
            intent[name] = values[name]
    if method:
        intent["payment_method"] = method["id"]
    if binding and intent["payment_method"]:
        # Whatever the cardholder was agreeing to has changed: it must be confirmed again.
        intent["status"] = "requires_confirmation"
        intent["next_action"] = None
    return intent


def confirm(state: State, intent: Json, values: Json, caller: Caller) -> Json:
    if intent["status"] == "succeeded":
        raise unexpected_state(
            "You cannot confirm this PaymentIntent because it has already succeeded after being"
            " previously confirmed.",
            _seen_by(intent, caller),
        )
    if intent["status"] not in CONFIRMABLE:
        raise unexpected_state(
            f"You cannot confirm this PaymentIntent because it has a status of {intent['status']}."
            " Only a PaymentIntent with one of the following statuses may be confirmed:"
            f" {', '.join(CONFIRMABLE)}.",
            _seen_by(intent, caller),
        )
    method = cards.payment_method_for(state, values, caller)
    if method:
        methods.check_allowed(intent, method)
        intent["payment_method"] = method["id"]
    if "receipt_email" in values:
        intent["receipt_email"] = values["receipt_email"]
    return _attempt(state, intent, values, caller)


def _attempt(state: State, intent: Json, values: Json, caller: Caller) -> Json:
    if not intent["payment_method"]:
        raise unexpected_state(
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can"
            " either update the PaymentIntent with a payment method and then confirm it again, or"
            " confirm it again directly with a payment method or ConfirmationToken.",
            _seen_by(intent, caller),
        )
    automatic = intent["automatic_payment_methods"] or {}
    may_redirect = automatic.get("allow_redirects") == "always"
    if caller.secret and may_redirect and "return_url" not in values:
        raise invalid(
            "This PaymentIntent is configured to accept payment methods enabled in your Dashboard."
            " Because some of these payment methods might redirect your customer off of your page,"
            " you must provide a `return_url`. If you don't want to accept redirect-based payment"
            " methods, set `automatic_payment_methods[enabled]` to `true` and"
            " `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents"
            " and Payment Intents.",
        )
    method = state.tables["payment_method"][intent["payment_method"]]
    if method["type"] in methods.REDIRECTING:
        redirects.send_away(state, intent, method, values, caller)
        return intent
    behavior = cards.behavior_behind(state, method["id"])
    asked = intent["payment_method_options"]["card"]["request_three_d_secure"] != "automatic"
    if behavior.challenge or (behavior.enrolled and asked):
        intent["status"] = "requires_action"
        intent["last_payment_error"] = None
        intent["next_action"] = _next_action(state, intent, values, caller)
        state.emit("payment_intent.requires_action", intent, caller)
        return intent
    return _charge(state, intent, caller, challenged=False)


def _next_action(state: State, intent: Json, values: Json, caller: Caller) -> Json:
    secret = {"payment_intent": intent["id"], "client_secret": intent["client_secret"]}
    in_page = values.get("use_stripe_sdk") and state.switches.challenge == "modal"
    if in_page or "return_url" not in values:
        return {
            "type": "use_stripe_sdk",
            "use_stripe_sdk": {
                "type": "three_d_secure_redirect",
                "stripe_js": f"{caller.origin}/challenge.html?{urlencode(secret)}",
            },
        }
    back = secret | {"return_url": values["return_url"]}
    return {
        "type": "redirect_to_url",
        "redirect_to_url": {
            "return_url": values["return_url"],
            "url": f"{caller.origin}/challenge.html?{urlencode(back)}",
        },
    }


def answer_challenge(state: State, intent: Json, *, passed: bool, caller: Caller) -> Json:
    """What the cardholder's bank says after its own page; not an endpoint of Stripe's API."""
    if intent["status"] != "requires_action":
        raise unexpected_state("Nothing is to be authenticated.", public(intent))
    if passed:
        try:
            return _charge(state, intent, caller, challenged=True)
        except StripeError:
            return intent  # declined after all; the intent says so itself
    _fail(state, intent, caller, "payment_intent_authentication_failure", AUTHENTICATION_FAILED)
    return intent


def answer_visit(state: State, intent: Json, *, outcome: str, caller: Caller) -> Json:
    """A button on the page the buyer was sent to: `confirm`, `cancel` or `decline`."""
    if outcome == "confirm":
        return _charge(state, intent, caller, challenged=False)
    code, message = ENDINGS[outcome]
    _fail(state, intent, caller, code, message)
    return intent


def _fail(state: State, intent: Json, caller: Caller, code: str, message: str) -> None:
    intent["last_payment_error"] = {
        "code": code,
        "doc_url": f"https://stripe.com/docs/error-codes/{code.replace('_', '-')}",
        "message": message,
        "payment_method": dict(state.tables["payment_method"][intent["payment_method"]]),
        "type": "invalid_request_error",
    }
    _send_back(intent)
    state.emit("payment_intent.payment_failed", intent, caller)


def _charge(state: State, intent: Json, caller: Caller, *, challenged: bool) -> Json:
    method = state.tables["payment_method"][intent["payment_method"]]
    why = cards.behavior_behind(state, method["id"]).decline
    if why:
        failed = charges.decline(state, intent, method, why, challenged=challenged, caller=caller)
        intent["latest_charge"] = failed["id"]
        refusal = card_error(
            why.message,
            code=why.code,
            decline_code=why.decline_code,
            charge=failed["id"],
            payment_method=dict(method),
            **({"param": "cvc"} if why.code == "incorrect_cvc" else {}),
        )
        intent["last_payment_error"] = dict(refusal.error)
        _send_back(intent)
        state.emit("payment_intent.payment_failed", intent, caller)
        refusal.error["payment_intent"] = _seen_by(intent, caller)
        raise refusal
    paid = charges.authorize(state, intent, method, challenged=challenged)
    intent["latest_charge"] = paid["id"]
    intent["next_action"] = None
    intent["last_payment_error"] = None
    if intent["capture_method"] == "manual":
        intent["status"] = "requires_capture"
        intent["amount_capturable"] = intent["amount"]
        bisect.insort(state.holds, (state.now() + methods.LASTS[method["type"]], intent["id"]))
        state.emit("charge.succeeded", paid, caller)
        state.emit("payment_intent.amount_capturable_updated", intent, caller)
        return intent
    charges.capture(state, paid, intent["amount"])
    intent["status"] = "succeeded"
    intent["amount_received"] = intent["amount"]
    state.emit("charge.succeeded", paid, caller)
    state.emit("payment_intent.succeeded", intent, caller)
    state.emit("charge.updated", paid, caller)
    return intent


def _send_back(intent: Json) -> None:
    """The attempt failed: the buyer may try another card."""
    intent["status"] = "requires_payment_method"
    intent["payment_method"] = None
    intent["next_action"] = None


def capture(state: State, intent: Json, values: Json, caller: Caller) -> Json:
    if intent["status"] != "requires_capture":
        why = (
            "it has already been captured."
            if intent["status"] == "succeeded"
            else f"it has a status of {intent['status']}. Only a PaymentIntent with one of the"
            " following statuses may be captured: requires_capture."
        )
        raise unexpected_state(f"This PaymentIntent could not be captured because {why}", intent)
    amount = values.get("amount_to_capture") or intent["amount_capturable"]
    if amount > intent["amount_capturable"]:
        raise invalid(
            "The payment could not be captured because the requested capture amount is greater"
            " than the amount you can capture for this PaymentIntent.",
            param="amount_to_capture",
            code="amount_too_large",
        )
    if "metadata" in values:
        intent["metadata"] = forms.merge_metadata(intent["metadata"], values)
    paid = state.tables["charge"][intent["latest_charge"]]
    charges.capture(state, paid, amount)
    if amount < intent["amount_capturable"]:
        charges.release(state, paid, reason=None, caller=caller)
    intent["status"] = "succeeded"
    intent["amount_received"] = amount
    intent["amount_capturable"] = 0
    state.emit("charge.captured", paid, caller)
    state.emit("payment_intent.succeeded", intent, caller)
    state.emit("charge.updated", paid, caller)
    return intent


def cancel(state: State, intent: Json, values: Json, caller: Caller) -> Json:
    if intent["status"] not in CANCELLABLE:
        raise unexpected_state(
            f"You cannot cancel this PaymentIntent because it has a status of {intent['status']}."
            " Only a PaymentIntent with one of the following statuses may be canceled:"
            f" {', '.join(CANCELLABLE)}.",
            intent,
        )
    if intent["status"] == "requires_capture":
        held = state.tables["charge"][intent["latest_charge"]]
        charges.release(state, held, reason=None, caller=caller)
    _end(state, intent, values.get("cancellation_reason"), caller)
    return intent


def lapse_holds(state: State) -> None:
    """Give back the authorizations nobody captured in time."""
    nobody = Caller()
    while state.holds and state.holds[0][0] <= state.now():
        _, intent_id = state.holds.popleft()
        intent = state.tables["payment_intent"][intent_id]
        if intent["status"] == "requires_capture":
            held = state.tables["charge"][intent["latest_charge"]]
            charges.release(state, held, reason="expired_uncaptured_charge", caller=nobody)
            state.emit("charge.expired", held, nobody)
            _end(state, intent, "automatic", nobody)


def _end(state: State, intent: Json, reason: str | None, caller: Caller) -> None:
    intent["status"] = "canceled"
    intent["canceled_at"] = state.now()
    intent["cancellation_reason"] = reason
    intent["amount_capturable"] = 0
    intent["next_action"] = None
    state.emit("payment_intent.canceled", intent, caller)


def _seen_by(intent: Json, caller: Caller) -> Json:
    return intent if caller.secret else public(intent)
