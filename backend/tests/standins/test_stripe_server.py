"""The Stripe stand-in at the door: keys, unknown paths and parameters, and faults on demand."""

import json
import socket
import threading
import time
from base64 import b64encode
from urllib.parse import urlencode

import pytest
import stripe

from tests.fakes.stripe import PUBLISHABLE, SECRET, SITE, StripeServer
from tests.standins.refusals import said


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer sk_test_else", "Bearer sk_live_standin", "Bearer nonsense", "Basic %%%"],
)
def test_an_unknown_or_live_key_is_refused(server: StripeServer, authorization: str) -> None:
    answer = server.call("GET", "/v1/payment_intents", Authorization=authorization)
    assert answer.error == (401, "invalid_request_error", None, None)
    with pytest.raises(stripe.AuthenticationError):
        stripe.StripeClient("sk_live_x", base_addresses={"api": server.url}).v1.events.list()


def test_a_key_may_come_as_bearer_or_basic(server: StripeServer) -> None:
    basic = "Basic " + b64encode(f"{SECRET}:".encode()).decode()
    assert server.call("GET", "/v1/events", Authorization=basic).status == 200
    assert server.call("GET", "/v1/events").status == 200


def test_every_answer_names_its_request_and_version(server: StripeServer) -> None:
    answer = server.call("GET", "/v1/events")
    assert answer.headers["Request-Id"].startswith("req_")
    assert answer.headers["Stripe-Version"] == "2026-10-28.endive"


def test_the_browser_s_key_sees_and_confirms_one_intent_and_no_more(server: StripeServer) -> None:
    intent, other = server.create(), server.create()
    path = f"/v1/payment_intents/{intent.id}"
    secret = {"key": PUBLISHABLE, "client_secret": intent.client_secret}

    seen = server.call("GET", path, secret, Authorization="").body
    assert (seen["id"], seen["status"]) == (intent.id, "requires_payment_method")
    assert not {"metadata", "customer", "latest_charge", "amount_received"} & set(seen)
    confirmed = server.post(
        f"{path}/confirm", secret | {"payment_method": "pm_card_visa"}, Authorization=""
    )
    assert confirmed.body["status"] == "requires_capture"

    foreign = secret | {"client_secret": other.client_secret}
    assert server.call("GET", path, foreign, Authorization="").error == (
        400,
        "invalid_request_error",
        "payment_intent_invalid_parameter",
        "client_secret",
    )
    assert server.call("GET", path, {"key": PUBLISHABLE}, Authorization="").error == (
        400,
        "invalid_request_error",
        "parameter_missing",
        "client_secret",
    )
    for refused in (f"{path}/capture", f"{path}/cancel", path, "/v1/refunds"):
        answer = server.post(refused, secret, Authorization="")
        assert answer.error == (403, "invalid_request_error", "secret_key_required", None)
    assert server.call("GET", "/v1/payment_intents", secret, Authorization="").status == 403
    assert server.v1.payment_intents.retrieve(intent.id).status == "requires_capture"


def test_unknown_paths_and_parameters_are_refused(server: StripeServer) -> None:
    assert server.post("/v1/payment_intents/pi_1/explode").error[:3] == (
        404,
        "invalid_request_error",
        None,
    )
    assert server.call("GET", "/v1/payment_intentions").status == 404
    assert server.call("DELETE", "/v1/payment_intents/pi_1").status == 404
    for path, form, param in (
        ("/v1/payment_intents", "amount=500&currency=usd&price=3", "price"),
        ("/v1/payment_intents", "automatic_payment_methods[on]=1", "automatic_payment_methods[on]"),
        ("/v1/refunds", "payment=pi_1", "payment"),
        ("/v1/customers", "e-mail=a@b.test", "e-mail"),
    ):
        assert server.post(path, form).error == (
            400,
            "invalid_request_error",
            "parameter_unknown",
            param,
        )
    assert server.call("GET", "/v1/charges", {"status": "paid"}).error[2] == "parameter_unknown"
    assert server.v1.payment_intents.list().data == []


def test_an_object_nobody_made_is_missing(server: StripeServer) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        server.v1.payment_intents.retrieve("pi_none")
    assert (refused.value.http_status, refused.value.code, refused.value.param) == (
        404,
        "resource_missing",
        "intent",
    )
    with pytest.raises(stripe.InvalidRequestError, match="No such charge: 'ch_none'"):
        server.v1.charges.retrieve("ch_none")


@pytest.mark.parametrize(
    ("status", "error", "code"),
    [
        (500, stripe.APIError, None),
        (502, stripe.APIError, None),
        (503, stripe.APIError, None),
        (429, stripe.RateLimitError, "rate_limit"),
        (402, stripe.CardError, "card_declined"),
    ],
)
def test_a_status_fault_strikes_the_calls_it_names_and_does_nothing(
    server: StripeServer, status: int, error: type[stripe.StripeError], code: str | None
) -> None:
    intent = server.authorize()
    server.fault(kind="status", status=status, method="POST", path="/v1/*/capture", times=2)
    assert server.v1.payment_intents.retrieve(intent.id).status == "requires_capture"
    for _ in range(2):
        with pytest.raises(error) as struck:
            server.v1.payment_intents.capture(intent.id)
        assert struck.value.http_status == status
        assert said(struck.value).get("code") == code
    assert server.v1.payment_intents.retrieve(intent.id).status == "requires_capture"
    assert server.v1.payment_intents.capture(intent.id).status == "succeeded"


def test_a_fault_without_a_number_lasts_until_it_is_taken_away(server: StripeServer) -> None:
    server.fault(kind="status", times=None, skip=1)
    assert server.call("GET", "/v1/events").status == 200
    assert [server.call("GET", "/v1/events").status for _ in range(3)] == [500, 500, 500]
    server.control("DELETE", "faults")
    assert server.call("GET", "/v1/events").status == 200


def test_a_reset_breaks_the_connection_before_anything_happens(server: StripeServer) -> None:
    server.fault(kind="reset", path="/v1/payment_intents")
    with pytest.raises(stripe.APIConnectionError):
        server.create()
    assert server.v1.payment_intents.list().data == []


@pytest.mark.parametrize("kind", ["lost_reply", "timeout"])
def test_a_lost_reply_is_done_there_and_unknown_here(server: StripeServer, kind: str) -> None:
    intent = server.authorize()
    server.fault(kind=kind, perform=True, path=f"/v1/payment_intents/{intent.id}/capture")
    with pytest.raises(OSError, match=r"reset|timed out|closed"):
        server.call("POST", f"/v1/payment_intents/{intent.id}/capture", timeout=0.5)
    assert server.v1.payment_intents.retrieve(intent.id).status == "succeeded"


def test_a_timeout_never_answers_and_does_nothing(server: StripeServer) -> None:
    server.fault(kind="timeout", path="/v1/payment_intents")
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        server.call("POST", "/v1/payment_intents", "amount=500&currency=usd", timeout=0.4)
    assert time.monotonic() - started >= 0.4
    assert server.v1.payment_intents.list().data == []


def test_taking_faults_away_lets_go_of_those_kept_waiting(server: StripeServer) -> None:
    server.fault(kind="timeout", path="/v1/events")
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as waiting:
        waiting.sendall(b"GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.2)
        server.control("DELETE", "faults")
        with pytest.raises(ConnectionResetError):
            waiting.recv(1)


@pytest.mark.timing
def test_a_slow_answer_is_slow_and_right(server: StripeServer) -> None:
    server.fault(kind="slow", ms=1500, path="/v1/payment_intents")
    started = time.monotonic()
    assert server.create().status == "requires_payment_method"
    assert time.monotonic() - started >= 1.5
    started = time.monotonic()
    server.create()
    assert time.monotonic() - started < 1.5


def test_the_sdk_s_own_retry_heals_a_passing_500(server: StripeServer) -> None:
    patient = stripe.StripeClient(SECRET, base_addresses={"api": server.url}, max_network_retries=2)
    server.fault(kind="status", status=500)
    assert patient.v1.payment_intents.create({"amount": 500, "currency": "usd"}).amount == 500
    assert len(server.v1.payment_intents.list().data) == 1


def test_it_tells_which_calls_came_and_never_a_card_number(server: StripeServer) -> None:
    intent = server.create()
    form = {
        "key": PUBLISHABLE,
        "client_secret": intent.client_secret,
        "payment_method_data[type]": "card",
        "payment_method_data[card][number]": "4242424242424242",
        "payment_method_data[card][exp_month]": "12",
        "payment_method_data[card][exp_year]": "34",
        "payment_method_data[card][cvc]": "123",
    }
    assert (
        server.post(f"/v1/payment_intents/{intent.id}/confirm", form, Authorization="").status
        == 200
    )
    told = server.control("GET", "requests")
    assert [(one["method"], one["path"], one["status"]) for one in told] == [
        ("POST", "/v1/payment_intents", 200),
        ("POST", f"/v1/payment_intents/{intent.id}/confirm", 200),
    ]
    assert told[0]["params"]["metadata"] == {"purchase_id": "7", "site": SITE}
    assert "4242424242424242" not in json.dumps(told)


def test_many_buyers_at_once_lose_nothing(server: StripeServer) -> None:
    def buy() -> None:
        for _ in range(10):
            form = urlencode(
                {
                    "amount": 1000,
                    "currency": "usd",
                    "allowed_payment_method_types[]": "card",
                    "payment_method": "pm_card_visa",
                    "confirm": "true",
                }
            )
            assert server.post("/v1/payment_intents", form).status == 200

    buyers = [threading.Thread(target=buy) for _ in range(16)]
    for buyer in buyers:
        buyer.start()
    for buyer in buyers:
        buyer.join()
    totals = server.control("GET", "ledger")["totals"]
    assert (totals["captured"], totals["net"]) == (160_000, 160_000)


@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        ("/endive/stripe.js", "text/javascript", b"Stripe.version = 'endive'"),
        ("/v3/", "text/javascript", b"Stripe.version = 'endive'"),
        ("/v3", "text/javascript", b"Stripe.version = 'endive'"),
        ("/elements.html", "text/html", b"Card number"),
        ("/elements.js", "text/javascript", b"incomplete_number"),
        ("/challenge.html", "text/html", b"Complete"),
    ],
)
def test_the_browser_s_part_is_served(
    server: StripeServer, path: str, kind: str, text: bytes
) -> None:
    answer = server.call("GET", path, Authorization="")
    assert answer.headers["Content-Type"] == f"{kind}; charset=utf-8"
    assert text in answer.body


def test_the_control_refuses_what_it_does_not_know(server: StripeServer) -> None:
    for path, command in (
        ("faults", {"faults": [{"kind": "earthquake"}]}),
        ("clock", {"advance_seconds": -1}),
        ("settings", {"color": "red"}),
        ("webhooks", {"copys": 3}),
        ("nonsense", {}),
    ):
        assert server.post(f"/_control/{path}", json.dumps(command)).status == 400
    assert server.call("GET", "/_control/nonsense").status == 404
