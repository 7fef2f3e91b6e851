"""The stand-in's objects have the fields and types that Stripe publishes and its SDK expects."""

import json
import typing
from pathlib import Path
from typing import Any

import pytest
import stripe
from django.conf import settings
from standins.stripe import state

from frontrow.integrations.stripe import API_VERSION
from tests.fakes.stripe import StripeServer

# Names and types of Stripe's published sample objects; a null there says nothing of the type.
REFERENCE = json.loads((Path(settings.BASE_DIR) / "standins/stripe/reference.json").read_text())
NAMES = {bool: "boolean", int: "integer", str: "string", list: "list", dict: "object"}
CLASSES: dict[str, type] = {
    "balance_transaction": stripe.BalanceTransaction,
    "charge": stripe.Charge,
    "customer": stripe.Customer,
    "dispute": stripe.Dispute,
    "event": stripe.Event,
    "payment_intent": stripe.PaymentIntent,
    "payment_method": stripe.PaymentMethod,
    "refund": stripe.Refund,
}


@pytest.fixture(name="samples")
def one_of_each(server: StripeServer) -> dict[str, list[Any]]:
    """Every kind in every state that changes its fields."""
    declined = server.create()
    server.post(
        f"/v1/payment_intents/{declined.id}/confirm", "payment_method=pm_card_chargeDeclined"
    )
    challenged = server.authorize("pm_card_authenticationRequired")
    server.control("POST", f"payment_intents/{challenged.id}/challenge", {"outcome": "complete"})
    server.authorize("pm_card_authenticationRequired", metadata={})
    server.v1.payment_intents.cancel(server.authorize().id)
    paid = server.pay("pm_card_refundFail")
    server.v1.refunds.create({"payment_intent": paid.id})
    server.control("POST", "refunds")
    server.control("POST", "disputes", {"payment_intent": server.pay().id})
    server.v1.customers.create({"email": "ada@example.test"})
    charges = server.call("GET", "/v1/charges", "limit=100&expand[]=data.refunds").body["data"]
    samples = {
        kind: server.call("GET", f"/v1/{kind}s", "limit=100").body["data"]
        for kind in ("payment_intent", "refund", "dispute", "customer", "event")
    }
    samples["charge"] = charges
    methods = {one["payment_method"] for one in charges}
    moved = {one["balance_transaction"] for one in charges if one["balance_transaction"]}
    samples["payment_method"] = [
        server.call("GET", f"/v1/payment_methods/{one}").body for one in methods
    ]
    samples["balance_transaction"] = [
        server.call("GET", f"/v1/balance_transactions/{one}").body for one in moved
    ]
    return samples


def differences(item: dict[str, Any], shape: dict[str, Any], where: str) -> list[str]:
    found = [f"{where}.{name} is missing" for name in shape if name not in item]
    for name, expected in shape.items():
        value = item.get(name)
        if value is None or expected == "null":
            continue
        kind = NAMES[type(value)]
        if kind != (expected if isinstance(expected, str) else "object"):
            found.append(f"{where}.{name} is {kind}, not {expected}")
        elif isinstance(expected, dict):
            found += differences(value, expected, f"{where}.{name}")
    return found


@pytest.mark.parametrize("kind", sorted(CLASSES))
def test_the_published_fields_are_there_in_their_types(
    samples: dict[str, list[Any]], kind: str
) -> None:
    assert samples[kind]
    # What depends on the state and has no fixed shape in Stripe's own sample.
    shape = {
        name: expected
        for name, expected in REFERENCE[kind].items()
        if name not in {"last_payment_error", "next_action"}
    }
    for item in samples[kind]:
        assert differences(item, shape, kind) == []


@pytest.mark.parametrize("kind", sorted(CLASSES))
def test_the_sdk_knows_every_field_and_misses_none_it_needs(
    samples: dict[str, list[Any]], kind: str
) -> None:
    known = CLASSES[kind].__annotations__
    needed = {
        name
        for name, annotation in known.items()
        if type(None) not in typing.get_args(annotation) and "ClassVar" not in str(annotation)
    }
    for item in samples[kind]:
        assert set(item) - set(known) == set()
        # A charge's `source` is of the old kind of payments; Stripe itself sends null.
        assert {name for name in needed if item.get(name) is None} - {"source"} == set()


def test_the_error_s_fields(server: StripeServer) -> None:
    intent = server.create()
    body = server.post(
        f"/v1/payment_intents/{intent.id}/confirm", "payment_method=pm_card_chargeDeclined"
    ).body["error"]
    assert set(body) == {
        "charge",
        "code",
        "decline_code",
        "doc_url",
        "message",
        "payment_intent",
        "payment_method",
        "type",
    }
    assert body["doc_url"] == "https://stripe.com/docs/error-codes/card-declined"


def test_we_the_sdk_and_the_stand_in_speak_one_version() -> None:
    assert API_VERSION == state.API_VERSION == stripe.api_version
