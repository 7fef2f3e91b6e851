"""Other ways to pay at the Stripe stand-in: Klarna's page and back, and a wallet's card."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import stripe

from tests.fakes.stripe import PUBLISHABLE, StripeServer

DAY = 24 * 60 * 60
KLARNA: dict[str, Any] = {"allowed_payment_method_types": ["card", "klarna"]}
FAILED = "payment_intent.payment_failed"


def page_of(intent: dict[str, Any]) -> str:
    """The visit in the address that the buyer is sent to."""
    action = intent["next_action"]
    assert action["type"] == "redirect_to_url"
    address = str(action["redirect_to_url"]["url"])
    return parse_qs(urlsplit(address).query)["visit"][0]


def press(server: StripeServer, visit: str, outcome: str = "") -> Any:
    return server.post("/_visit", {"visit": visit, "outcome": outcome}).body


def test_klarna_authorizes_on_its_own_page_and_is_captured_afterwards(server: StripeServer) -> None:
    intent = server.create(**KLARNA)
    assert intent.payment_method_types == ["card", "klarna"]
    sent = server.send_to_klarna(intent.id)
    assert sent["status"] == "requires_action"
    visit = page_of(sent)
    # Looking at the page, or leaving it, does nothing.
    assert press(server, visit) == {
        "amount": 99_500,
        "currency": "usd",
        "description": None,
        "is_open": True,
        "return_to": None,
    }
    assert server.intent(intent.id)["status"] == "requires_action"

    back = urlsplit(press(server, visit, "confirm")["return_to"])
    assert back.path == "/confirmation"
    assert parse_qs(back.query) == {
        "payment_intent": [intent.id],
        "payment_intent_client_secret": [intent.client_secret],
        "redirect_status": ["succeeded"],
    }
    assert server.intent(intent.id)["status"] == "requires_capture"
    done = server.v1.payment_intents.capture(intent.id, {"expand": ["latest_charge"]})
    assert isinstance(done.latest_charge, stripe.Charge)
    details = done.latest_charge.payment_method_details
    assert details
    assert details.type == "klarna"
    assert details.klarna
    assert (done.status, done.amount_received) == ("succeeded", 99_500)


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        ("cancel", "payment_method_customer_decline"),
        ("decline", "payment_method_provider_decline"),
    ],
)
def test_a_no_at_klarna_sends_the_buyer_back_and_another_try_pays(
    server: StripeServer, outcome: str, code: str
) -> None:
    intent = server.create(**KLARNA)
    visit = page_of(server.send_to_klarna(intent.id))
    back = press(server, visit, outcome)["return_to"]
    assert parse_qs(urlsplit(back).query)["redirect_status"] == ["failed"]
    refused = server.intent(intent.id)
    assert (refused["status"], refused["payment_method"]) == ("requires_payment_method", None)
    assert refused["last_payment_error"]["code"] == code
    assert refused["last_payment_error"]["payment_method"]["type"] == "klarna"
    assert server.events(FAILED)
    # The page is over: pressing its other button changes nothing.
    assert press(server, visit, "confirm")["return_to"] == back
    assert server.intent(intent.id)["status"] == "requires_payment_method"
    assert server.confirm(intent.id)["status"] == "requires_capture"


def test_a_page_that_was_left_for_another_try_is_over(server: StripeServer) -> None:
    intent = server.create(**KLARNA)
    first = page_of(server.send_to_klarna(intent.id))
    second = page_of(server.send_to_klarna(intent.id))
    assert press(server, first, "confirm")["return_to"] is not None
    assert server.intent(intent.id)["status"] == "requires_action"
    press(server, second, "confirm")
    assert server.intent(intent.id)["status"] == "requires_capture"


def test_whoever_comes_to_the_page_of_a_canceled_payment_is_sent_back(server: StripeServer) -> None:
    intent = server.create(**KLARNA)
    visit = page_of(server.send_to_klarna(intent.id))
    server.v1.payment_intents.cancel(intent.id)
    back = press(server, visit, "confirm")["return_to"]
    assert parse_qs(urlsplit(back).query)["redirect_status"] == ["failed"]
    assert server.intent(intent.id)["status"] == "canceled"
    assert server.post("/_visit", {"visit": "pa_nonce_unknown"}).status == 404


def test_it_needs_a_way_back_and_an_intent_that_takes_it(server: StripeServer) -> None:
    intent = server.create(**KLARNA)
    refused = server.send_to_klarna(intent.id, return_url="")["error"]
    assert (refused["code"], refused["param"]) == ("parameter_invalid_empty", "return_url")
    plain = {
        "key": PUBLISHABLE,
        "client_secret": intent.client_secret,
        "payment_method_data[type]": "klarna",
    }
    path = f"/v1/payment_intents/{intent.id}/confirm"
    answer = server.post(path, plain, Authorization="")
    assert answer.error == (400, "invalid_request_error", "parameter_missing", "return_url")
    cards_only = server.create()
    refused = server.send_to_klarna(cards_only.id)["error"]
    assert refused["code"] == "payment_intent_incompatible_payment_method"
    assert server.intent(cards_only.id)["status"] == "requires_payment_method"


def test_what_does_not_fit_is_left_out_and_what_is_unknown_refused(server: StripeServer) -> None:
    # Of the types asked for those are answered that fit the currency.
    assert server.create(**KLARNA, currency="jpy").payment_method_types == ["card"]
    for types in (["klarna"], ["sofort"], ["card", "card"]):
        with pytest.raises(stripe.InvalidRequestError) as refused:
            server.create(allowed_payment_method_types=types, currency="jpy")
        assert refused.value.param == "allowed_payment_method_types"


def test_klarna_money_goes_back_and_its_hold_lasts_four_weeks(server: StripeServer) -> None:
    held, paid, card = server.create(**KLARNA), server.create(**KLARNA), server.authorize()
    for intent in (held, paid):
        server.send_to_klarna(intent.id)
        server.visit(intent.id)
    server.v1.payment_intents.capture(paid.id)
    refund = server.v1.refunds.create({"payment_intent": paid.id, "amount": 500})
    assert (refund.status, refund.amount) == ("succeeded", 500)
    assert refund.destination_details
    assert refund.destination_details.type == "klarna"
    server.advance_clock(8 * DAY)
    # A shorter hold that began later is not kept waiting by it.
    assert server.intent(card.id)["status"] == "canceled"
    assert server.intent(held.id)["status"] == "requires_capture"
    server.advance_clock(21 * DAY)
    assert server.intent(held.id)["status"] == "canceled"


def test_a_wallet_pays_with_its_card(server: StripeServer) -> None:
    intent = server.create()
    form = {
        "key": PUBLISHABLE,
        "client_secret": intent.client_secret,
        "payment_method_data[type]": "card",
        "payment_method_data[card][token]": "tok_googlepay",
    }
    path = f"/v1/payment_intents/{intent.id}/confirm"
    bad = server.post(path, form | {"payment_method_data[card][token]": "tok_x"}, Authorization="")
    assert bad.error[2:] == ("resource_missing", "payment_method_data[card][token]")
    assert server.post(path, form, Authorization="").body["status"] == "requires_capture"
    charge = server.v1.charges.retrieve(str(server.intent(intent.id)["latest_charge"]))
    assert charge.payment_method_details
    card = charge.payment_method_details.card
    assert card
    assert card.wallet
    assert (card.brand, card.last4, card.wallet.type) == ("visa", "4242", "google_pay")
