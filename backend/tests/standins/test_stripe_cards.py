"""Cards at the Stripe stand-in: the good, the declined, and those whose bank asks first."""

from typing import Any

import pytest
import stripe

from tests.fakes.stripe import PUBLISHABLE, Answer, StripeServer

CARD = "payment_method_data[card]"
CREATED = "payment_intent.created"


def pay_in_browser(
    server: StripeServer, intent: stripe.PaymentIntent, number: str, **card: str
) -> Answer:
    details = {"exp_month": "12", "exp_year": "34", "cvc": "123"} | card
    form = {
        "key": PUBLISHABLE,
        "client_secret": intent.client_secret,
        "use_stripe_sdk": "true",
        "payment_method_data[type]": "card",
        f"{CARD}[number]": number,
        "payment_method_data[billing_details][address][postal_code]": "94102",
    }
    form |= {f"{CARD}[{name}]": value for name, value in details.items()}
    return server.post(f"/v1/payment_intents/{intent.id}/confirm", form, Authorization="")


@pytest.mark.parametrize(
    ("number", "code", "decline_code", "message"),
    [
        ("4000000000000002", "card_declined", "generic_decline", "Your card was declined."),
        (
            "4000000000009995",
            "card_declined",
            "insufficient_funds",
            "Your card has insufficient funds.",
        ),
        ("4000000000009987", "card_declined", "lost_card", "Your card was declined."),
        ("4000000000000069", "expired_card", "expired_card", "Your card has expired."),
        (
            "4000000000000127",
            "incorrect_cvc",
            "incorrect_cvc",
            "Your card's security code is incorrect.",
        ),
    ],
)
def test_a_declined_card_leaves_the_intent_open_for_another(
    server: StripeServer, number: str, code: str, decline_code: str, message: str
) -> None:
    intent = server.create()
    answer = pay_in_browser(server, intent, number)
    error = answer.body["error"]
    assert (answer.status, error["type"]) == (402, "card_error")
    assert (error["code"], error["decline_code"], error["message"]) == (code, decline_code, message)
    assert error["payment_intent"]["status"] == "requires_payment_method"

    declined = server.v1.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]})
    assert declined.last_payment_error
    assert declined.last_payment_error.decline_code == decline_code
    assert declined.payment_method is None
    charge = declined.latest_charge
    assert isinstance(charge, stripe.Charge)
    assert (charge.status, charge.paid, charge.failure_code) == ("failed", False, code)
    assert charge.outcome
    assert (charge.outcome.type, charge.outcome.reason) == ("issuer_declined", decline_code)
    assert server.event_types() == [CREATED, "charge.failed", "payment_intent.payment_failed"]

    assert pay_in_browser(server, intent, "4242424242424242").body["status"] == "requires_capture"
    assert server.v1.payment_intents.retrieve(intent.id).last_payment_error is None


@pytest.mark.parametrize(
    ("number", "card", "code", "param"),
    [
        ("4242424242424241", {}, "incorrect_number", "number"),
        ("4242424242424242", {"exp_month": "13"}, "invalid_expiry_month", "exp_month"),
        ("4242424242424242", {"exp_year": "20"}, "invalid_expiry_year", "exp_year"),
        ("4242424242424242", {"cvc": "12"}, "invalid_cvc", "cvc"),
    ],
)
def test_a_card_that_cannot_be_is_refused_before_any_charge(
    server: StripeServer, number: str, card: dict[str, str], code: str, param: str
) -> None:
    intent = server.create()
    answer = pay_in_browser(server, intent, number, **card)
    assert answer.error == (402, "card_error", code, param)
    assert server.v1.payment_intents.retrieve(intent.id).latest_charge is None


@pytest.mark.parametrize("number", ["4242424242424242", "4000000000000077", "5555555555554444"])
def test_good_cards_pay(server: StripeServer, number: str) -> None:
    assert pay_in_browser(server, server.create(), number).body["status"] == "requires_capture"


def test_a_real_card_number_is_declined_in_test_mode(server: StripeServer) -> None:
    answer = pay_in_browser(server, server.create(), "4539578763621486")
    assert answer.body["error"]["decline_code"] == "test_mode_live_card"


def test_card_numbers_may_not_come_from_our_server(server: StripeServer) -> None:
    intent = server.create()
    form = {"payment_method_data[type]": "card", f"{CARD}[number]": "4242424242424242"}
    answer = server.post(f"/v1/payment_intents/{intent.id}/confirm", form)
    assert answer.error[:2] == (402, "invalid_request_error")
    assert "generally unsafe" in answer.body["error"]["message"]


@pytest.mark.parametrize("number", ["4000002760003184", "4000000000003220"])
def test_a_challenge_passed_authorizes_the_card(server: StripeServer, number: str) -> None:
    intent = server.create()
    waiting = pay_in_browser(server, intent, number).body
    assert (waiting["status"], waiting["next_action"]["type"]) == (
        "requires_action",
        "use_stripe_sdk",
    )
    done = server.control("POST", f"payment_intents/{intent.id}/challenge", {"outcome": "complete"})
    assert (done["status"], done["next_action"]) == ("requires_capture", None)
    assert server.event_types() == [
        CREATED,
        "payment_intent.requires_action",
        "charge.succeeded",
        "payment_intent.amount_capturable_updated",
    ]


def test_a_challenge_failed_asks_for_another_card(server: StripeServer) -> None:
    intent = server.create()
    pay_in_browser(server, intent, "4000002760003184")
    form = {"payment_intent": intent.id, "client_secret": intent.client_secret, "outcome": "fail"}
    assert server.post("/_challenge", form).body["status"] == "requires_payment_method"
    failed = server.v1.payment_intents.retrieve(intent.id)
    assert failed.last_payment_error
    assert failed.last_payment_error.code == "payment_intent_authentication_failure"
    assert failed.latest_charge is None
    assert server.event_types()[-1] == "payment_intent.payment_failed"
    assert server.post("/_challenge", form).error[2] == "payment_intent_unexpected_state"
    assert server.post("/_challenge", form | {"client_secret": "x"}).status == 400


def test_a_server_s_confirmation_sends_the_buyer_to_the_bank(server: StripeServer) -> None:
    waiting = server.v1.payment_intents.confirm(
        server.create().id,
        {
            "payment_method": "pm_card_authenticationRequired",
            "return_url": "https://shop.test/confirmation",
        },
    )
    assert waiting.next_action
    assert waiting.next_action.redirect_to_url
    assert waiting.next_action.redirect_to_url.return_url == "https://shop.test/confirmation"
    url = waiting.next_action.redirect_to_url.url
    assert url
    assert url.startswith(f"{server.url}/challenge.html?")


def test_an_ended_intent_cannot_be_confirmed_again(server: StripeServer) -> None:
    for intent in (server.pay(), server.v1.payment_intents.cancel(server.create().id)):
        answer = pay_in_browser(server, intent, "4242424242424242")
        assert answer.error[2] == "payment_intent_unexpected_state"
        assert answer.body["error"]["payment_intent"]["id"] == intent.id
    unpaid = server.create()
    answer = server.post(f"/v1/payment_intents/{unpaid.id}/confirm")
    assert answer.error[2] == "payment_intent_unexpected_state"


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ("automatic", "requires_capture"),
        ("any", "requires_action"),
        ("challenge", "requires_action"),
    ],
)
def test_an_enrolled_cards_bank_asks_when_the_shop_wants_it(
    server: StripeServer, wanted: str, status: str
) -> None:
    intent = server.create(capture_method="manual")
    options: Any = {"card": {"request_three_d_secure": wanted}}
    server.v1.payment_intents.update(intent.id, {"payment_method_options": options})
    assert pay_in_browser(server, intent, "4000000000003055").body["status"] == status


def test_a_card_that_is_not_enrolled_is_not_asked(server: StripeServer) -> None:
    options = {"card": {"request_three_d_secure": "challenge"}}
    intent = server.create(capture_method="manual", payment_method_options=options)
    answer = pay_in_browser(server, intent, "4242424242424242")
    assert answer.body["status"] == "requires_capture"


def test_how_the_bank_is_asked_is_one_of_three_words(server: StripeServer) -> None:
    options = {"card": {"request_three_d_secure": "always"}}
    with pytest.raises(stripe.InvalidRequestError, match="must be one of any, automatic"):
        server.create(payment_method_options=options)
