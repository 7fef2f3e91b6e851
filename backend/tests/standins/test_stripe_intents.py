"""Payment intents at the Stripe stand-in: every state, every refusal."""

from typing import Any

import pytest
import stripe

from tests.fakes.stripe import StripeServer
from tests.standins.refusals import said

DAY = 24 * 60 * 60
CREATED = "payment_intent.created"


def test_authorize_then_capture(server: StripeServer) -> None:
    intent = server.create(receipt_email="ada@example.test", description="Seat 7")
    assert (intent.status, intent.amount, intent.amount_capturable) == (
        "requires_payment_method",
        99_500,
        0,
    )
    assert intent.client_secret
    assert intent.client_secret.startswith(f"{intent.id}_secret_")

    held = server.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    assert (held.status, held.amount_capturable, held.amount_received) == (
        "requires_capture",
        99_500,
        0,
    )
    charge = server.v1.charges.retrieve(str(held.latest_charge))
    assert (charge.captured, charge.paid, charge.amount_captured) == (False, True, 0)

    done = server.v1.payment_intents.capture(intent.id, {"expand": ["latest_charge"]})
    assert (done.status, done.amount_capturable, done.amount_received) == ("succeeded", 0, 99_500)
    assert isinstance(done.latest_charge, stripe.Charge)
    charge = done.latest_charge
    assert (charge.captured, charge.amount_captured, charge.amount_refunded) == (True, 99_500, 0)
    assert (charge.receipt_email, charge.description) == ("ada@example.test", "Seat 7")
    assert charge.payment_method_details
    assert charge.payment_method_details.card
    card = charge.payment_method_details.card
    assert (card.brand, card.last4) == ("visa", "4242")
    assert charge.outcome
    assert charge.outcome.type == "authorized"
    assert charge.metadata["purchase_id"] == "7"
    assert server.event_types() == [
        CREATED,
        "charge.succeeded",
        "payment_intent.amount_capturable_updated",
        "charge.captured",
        "payment_intent.succeeded",
        "charge.updated",
    ]


@pytest.mark.parametrize("method", ["automatic", "automatic_async"])
def test_automatic_capture_succeeds_at_confirmation(server: StripeServer, method: str) -> None:
    intent = server.authorize(capture_method=method)
    assert (intent.status, intent.amount_received) == ("succeeded", 99_500)
    assert server.event_types()[1:3] == ["charge.succeeded", "payment_intent.succeeded"]


def test_part_of_the_hold_can_be_captured_and_the_rest_goes_back(server: StripeServer) -> None:
    intent = server.authorize()
    done = server.v1.payment_intents.capture(
        intent.id, {"amount_to_capture": 50_000, "expand": ["latest_charge"]}
    )
    charge = done.latest_charge
    assert isinstance(charge, stripe.Charge)
    assert (done.amount, done.amount_received) == (99_500, 50_000)
    assert (charge.amount_captured, charge.amount_refunded, charge.refunded) == (
        50_000,
        49_500,
        False,
    )
    assert server.control("GET", "ledger")["totals"] == {
        "authorized": 0,
        "captured": 50_000,
        "refunded": 0,
        "refund_pending": 0,
        "refunds": 0,
        "dispute_lost": 0,
        "dispute_open": 0,
        "net": 50_000,
    }


def test_more_than_the_hold_cannot_be_captured(server: StripeServer) -> None:
    intent = server.authorize()
    answer = server.post(f"/v1/payment_intents/{intent.id}/capture", "amount_to_capture=99501")
    assert answer.error == (400, "invalid_request_error", "amount_too_large", "amount_to_capture")
    assert server.v1.payment_intents.retrieve(intent.id).status == "requires_capture"


@pytest.mark.parametrize("state", ["requires_payment_method", "succeeded", "canceled"])
def test_only_a_hold_can_be_captured(server: StripeServer, state: str) -> None:
    intent = server.pay() if state == "succeeded" else server.create()
    if state == "canceled":
        server.v1.payment_intents.cancel(intent.id)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.payment_intents.capture(intent.id)
    assert refused.value.code == "payment_intent_unexpected_state"
    assert said(refused.value)["payment_intent"]["status"] == state


def test_a_hold_lapses_after_seven_days(server: StripeServer) -> None:
    intent, captured = server.authorize(), server.pay()
    server.control("POST", "clock", {"advance_seconds": 7 * DAY - 60})
    assert server.v1.payment_intents.retrieve(intent.id).status == "requires_capture"
    server.control("POST", "clock", {"advance_seconds": 120})
    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.payment_intents.capture(intent.id)
    assert refused.value.code == "payment_intent_unexpected_state"
    lapsed = server.v1.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]})
    assert (lapsed.status, lapsed.cancellation_reason) == ("canceled", "automatic")
    assert isinstance(lapsed.latest_charge, stripe.Charge)
    assert (lapsed.latest_charge.refunded, lapsed.latest_charge.captured) == (True, False)
    assert server.event_types()[-2:] == ["charge.expired", "payment_intent.canceled"]
    assert server.v1.payment_intents.retrieve(captured.id).status == "succeeded"


@pytest.mark.parametrize(
    "reason", [None, "duplicate", "fraudulent", "requested_by_customer", "abandoned"]
)
def test_an_unpaid_intent_can_be_canceled(server: StripeServer, reason: Any) -> None:
    intent = server.create()
    done = server.v1.payment_intents.cancel(
        intent.id, {"cancellation_reason": reason} if reason else {}
    )
    assert (done.status, done.cancellation_reason) == ("canceled", reason)
    assert done.canceled_at is not None
    assert server.event_types() == [CREATED, "payment_intent.canceled"]


def test_canceling_a_hold_gives_it_back_as_a_refund_of_nothing_captured(
    server: StripeServer,
) -> None:
    intent = server.authorize()
    done = server.v1.payment_intents.cancel(intent.id, {"expand": ["latest_charge"]})
    charge = done.latest_charge
    assert isinstance(charge, stripe.Charge)
    assert (done.status, done.amount_capturable, done.amount_received) == ("canceled", 0, 0)
    assert (charge.refunded, charge.amount_refunded, charge.captured) == (True, 99_500, False)
    assert server.event_types()[-3:] == [
        "refund.created",
        "charge.refunded",
        "payment_intent.canceled",
    ]
    assert server.control("GET", "ledger")["totals"]["refunded"] == 0


@pytest.mark.parametrize("state", ["succeeded", "canceled"])
def test_an_ended_intent_cannot_be_canceled(server: StripeServer, state: str) -> None:
    intent = server.pay() if state == "succeeded" else server.create()
    if state == "canceled":
        server.v1.payment_intents.cancel(intent.id)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.payment_intents.cancel(intent.id)
    assert refused.value.code == "payment_intent_unexpected_state"
    assert f"because it has a status of {state}." in str(refused.value)
    assert said(refused.value)["payment_intent"]["status"] == state


def test_a_made_up_cancellation_reason_is_refused(server: StripeServer) -> None:
    intent = server.create()
    answer = server.post(f"/v1/payment_intents/{intent.id}/cancel", "cancellation_reason=sold_out")
    assert answer.error == (400, "invalid_request_error", None, "cancellation_reason")
    assert server.v1.payment_intents.retrieve(intent.id).status == "requires_payment_method"


@pytest.mark.parametrize(
    ("form", "code", "param"),
    [
        ("currency=usd", "parameter_missing", "amount"),
        ("amount=500", "parameter_missing", "currency"),
        ("amount=49&currency=usd", "amount_too_small", "amount"),
        ("amount=100000000&currency=usd", "amount_too_large", "amount"),
        ("amount=0&currency=usd", "parameter_invalid_integer", "amount"),
        ("amount=9.95&currency=usd", "parameter_invalid_integer", "amount"),
        ("amount=500&currency=", "parameter_invalid_empty", "currency"),
        ("amount=500&currency=xxx", None, "currency"),
        ("amount=500&currency=usd&capture_method=later", None, "capture_method"),
        ("amount=500&currency=usd&confirm=yes", None, "confirm"),
        ("amount=500&currency=usd&receipt_email=ada", "email_invalid", "receipt_email"),
        ("amount=500&currency=usd&customer=cus_none", "resource_missing", "customer"),
        ("amount=500&currency=usd&payment_method=pm_no", "resource_missing", "payment_method"),
        (
            "amount=500&currency=usd&allowed_payment_method_types[]=seashells",
            "payment_intent_invalid_parameter",
            "allowed_payment_method_types",
        ),
        (
            "amount=500&currency=usd&allowed_payment_method_types[]=card&automatic_payment_methods[enabled]=true",
            None,
            None,
        ),
        (
            "amount=500&currency=usd&statement_descriptor_suffix=12",
            None,
            "statement_descriptor_suffix",
        ),
        (f"amount=500&currency=usd&metadata[{'k' * 41}]=v", None, "metadata"),
        (f"amount=500&currency=usd&metadata[k]={'v' * 501}", None, "metadata[k]"),
    ],
)
def test_a_bad_order_is_refused_and_leaves_nothing(
    server: StripeServer, form: str, code: str | None, param: str | None
) -> None:
    answer = server.post("/v1/payment_intents", form)
    assert answer.error[1:] == ("invalid_request_error", code, param)
    assert answer.status == (404 if code == "resource_missing" else 400)
    assert server.v1.payment_intents.list().data == []
    assert server.event_types() == []


def test_without_types_the_dashboard_s_methods_are_offered(server: StripeServer) -> None:
    intent = server.v1.payment_intents.create({"amount": 500, "currency": "usd"})
    assert intent.automatic_payment_methods
    assert intent.automatic_payment_methods.enabled is True
    assert intent.capture_method == "automatic_async"
    answer = server.post(f"/v1/payment_intents/{intent.id}/confirm", "payment_method=pm_card_visa")
    assert answer.status == 400
    assert "return_url" in answer.body["error"]["message"]


def test_metadata_is_merged_and_an_empty_value_unsets(server: StripeServer) -> None:
    intent = server.create(metadata={"purchase_id": "7", "package": "bundle"})

    def after(metadata: Any) -> dict[str, str]:
        params: Any = {"metadata": metadata}
        return dict(server.v1.payment_intents.update(intent.id, params).metadata.to_dict())

    assert after({"seat": "12"}) == {"purchase_id": "7", "package": "bundle", "seat": "12"}
    assert after({"package": "", "seat": "13"}) == {"purchase_id": "7", "seat": "13"}
    assert after("") == {}


def test_the_buyer_and_amount_may_change_before_confirmation(server: StripeServer) -> None:
    intent = server.create(receipt_email="old@example.test")
    changed = server.v1.payment_intents.update(
        intent.id, {"amount": 120_000, "receipt_email": "ada@example.test", "description": "Two"}
    )
    assert (changed.amount, changed.receipt_email, changed.description) == (
        120_000,
        "ada@example.test",
        "Two",
    )
    assert server.v1.payment_intents.update(intent.id, {"receipt_email": ""}).receipt_email is None


@pytest.mark.parametrize("state", ["requires_capture", "succeeded", "canceled"])
def test_the_amount_is_fixed_from_then_on(server: StripeServer, state: str) -> None:
    intent = server.pay() if state == "succeeded" else server.authorize()
    if state == "canceled":
        server.v1.payment_intents.cancel(intent.id)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.payment_intents.update(intent.id, {"amount": 60_000})
    assert refused.value.code == "payment_intent_unexpected_state"
    assert server.v1.payment_intents.retrieve(intent.id).amount == 99_500
    noted = server.v1.payment_intents.update(intent.id, {"metadata": {"note": "late"}})
    assert noted.metadata["note"] == "late"
