"""Which call does what, and which of them a browser may make."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from standins.stripe import (
    disputes,
    files,
    forms,
    intent_params,
    lists,
    objects,
    payment_intents,
    refunds,
)
from standins.stripe.errors import StripeError, malformed
from standins.stripe.state import Caller, Json, State

Done = Callable[[State, Json, Json, Caller], Json]

RETRIEVE: forms.Spec = {"expand": forms.texts}
CUSTOMER: forms.Spec = {
    "email": forms.email,
    "name": forms.text,
    "phone": forms.text,
    "description": forms.text,
    "metadata": forms.metadata,
    "expand": forms.texts,
}
# What can be done to one that is there.
ACTIONS: dict[tuple[str, str], tuple[forms.Spec, Done]] = {
    ("payment_intent", ""): (intent_params.UPDATE, payment_intents.update),
    ("payment_intent", "/confirm"): (intent_params.CONFIRM, payment_intents.confirm),
    ("payment_intent", "/capture"): (intent_params.CAPTURE, payment_intents.capture),
    ("payment_intent", "/cancel"): (intent_params.CANCEL, payment_intents.cancel),
    ("refund", ""): (refunds.UPDATE, refunds.update),
    ("refund", "/cancel"): (refunds.CANCEL, refunds.cancel),
    ("dispute", ""): (disputes.UPDATE, disputes.update),
    ("dispute", "/close"): (disputes.CLOSE, disputes.close),
}
KINDS = {
    "payment_intents": "payment_intent",
    "charges": "charge",
    "refunds": "refund",
    "disputes": "dispute",
    "customers": "customer",
    "events": "event",
    "payment_methods": "payment_method",
    "balance_transactions": "balance_transaction",
    "files": "file",
}
PATH = re.compile(r"/v1/([a-z_]+)(?:/(\w+))?(/[a-z]+)?")


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    given: Json
    caller: Caller


def perform(state: State, call: Call) -> Json:
    """Do what the call asks for, or raise the refusal."""
    found = PATH.fullmatch(call.path)
    kind = KINDS.get(found[1]) if found else None
    if not found or not kind:
        raise _unknown(call)
    identifier, action = found[2], found[3] or ""
    if not call.caller.secret:
        return _for_browser(state, call, kind, identifier, action)
    if call.method == "GET" and not action:
        return _read(state, call, kind, identifier)
    if call.method == "POST":
        return _write(state, call, kind, identifier, action)
    raise _unknown(call)


def _read(state: State, call: Call, kind: str, identifier: str | None) -> Json:
    if identifier is None:
        if kind not in lists.FILTERS:
            raise _unknown(call)
        values = forms.read(call.given, lists.spec(kind))
        listed = lists.page(state, kind, values, call.path)
        return lists.expand(state, listed, values.get("expand", ()))
    spec = {**RETRIEVE, "client_secret": forms.text} if kind == "payment_intent" else RETRIEVE
    values = forms.read(call.given, spec)
    item = state.get(kind, identifier, param="intent" if kind == "payment_intent" else "id")
    return lists.expand(state, item, values.get("expand", ()))


def _write(state: State, call: Call, kind: str, identifier: str | None, action: str) -> Json:
    caller = call.caller
    if identifier and (kind, action) in ACTIONS:
        named = "intent" if kind == "payment_intent" else "id"
        found = state.get(kind, identifier, param=named)
        spec, done = ACTIONS[kind, action]
        values = forms.read(call.given, spec)
        item = done(state, found, values, caller)
    elif identifier or action:
        raise _unknown(call)
    elif kind == "payment_intent":
        values = forms.read(call.given, intent_params.CREATE)
        item = payment_intents.create(state, values, caller)
    elif kind == "refund":
        values = forms.read(call.given, refunds.CREATE)
        item = refunds.create(state, values, caller)
    elif kind == "file":
        values = forms.read(call.given, files.CREATE)
        item = files.create(state, values, caller)
    elif kind == "customer":
        values = forms.read(call.given, CUSTOMER)
        item = state.add(objects.customer(state, values))
        state.emit("customer.created", item, caller)
    else:
        raise _unknown(call)
    return lists.expand(state, item, values.get("expand", ()))


def _for_browser(state: State, call: Call, kind: str, identifier: str | None, action: str) -> Json:
    """With a publishable key: see and confirm the one intent whose client secret is known."""
    reads = call.method == "GET" and not action
    if kind != "payment_intent" or not identifier or not (reads or action == "/confirm"):
        raise StripeError(
            403,
            "invalid_request_error",
            "This API call cannot be made with a publishable API key. Please use a secret API key."
            " You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
            code="secret_key_required",
            began=False,
        )
    given = dict(call.given)
    forms.require(given, "client_secret")
    secret = given.pop("client_secret")
    intent = state.get("payment_intent", identifier, param="intent")
    check_secret(intent, secret)
    if reads:
        forms.read(given, RETRIEVE)
    else:
        values = forms.read(given, intent_params.CONFIRM)
        payment_intents.confirm(state, intent, values, call.caller)
    return payment_intents.public(intent)


def check_secret(intent: Json, secret: str) -> None:
    if secret != intent["client_secret"]:
        raise malformed(
            "The client_secret provided does not match the client_secret associated with this"
            " PaymentIntent.",
            param="client_secret",
            code="payment_intent_invalid_parameter",
        )


def _unknown(call: Call) -> StripeError:
    return StripeError(
        404,
        "invalid_request_error",
        f"Unrecognized request URL ({call.method}: {call.path}). Please see"
        " https://stripe.com/docs or we can help at https://support.stripe.com/.",
        began=False,
    )
