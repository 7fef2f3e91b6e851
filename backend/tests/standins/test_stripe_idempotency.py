"""Idempotency keys at the Stripe stand-in: kept answers, good and bad."""

import threading

import pytest
import stripe

from tests.fakes.stripe import SECRET, Answer, StripeServer

ORDER = "amount=500&currency=usd&allowed_payment_method_types[]=card"
DAY = 24 * 60 * 60


def create(server: StripeServer, key: str, form: str = ORDER) -> Answer:
    return server.post("/v1/payment_intents", form, Idempotency_Key=key)


def made(server: StripeServer) -> int:
    return len(server.v1.payment_intents.list({"limit": 100}).data)


def test_the_same_key_gives_the_same_answer_and_does_nothing_more(server: StripeServer) -> None:
    first, second = create(server, "a"), create(server, "a")
    assert second.body == first.body
    assert "Idempotent-Replayed" not in first.headers
    assert second.headers["Idempotent-Replayed"] == "true"
    assert made(server) == 1
    assert create(server, "b").body["id"] != first.body["id"]


def test_the_answer_is_as_it_was_not_as_things_are(server: StripeServer) -> None:
    intent = create(server, "a").body["id"]
    server.v1.payment_intents.cancel(intent)
    assert create(server, "a").body["status"] == "requires_payment_method"


def test_the_sdk_s_option_is_the_key(server: StripeServer) -> None:
    ids = {
        server.v1.payment_intents.create(
            {"amount": 500, "currency": "usd"}, {"idempotency_key": "k"}
        ).id
        for _ in range(3)
    }
    assert len(ids) == 1
    [event] = server.v1.events.list().data
    assert event.request
    assert event.request.idempotency_key == "k"


def test_a_key_belongs_to_its_parameters(server: StripeServer) -> None:
    create(server, "a")
    answer = create(server, "a", ORDER.replace("500", "600"))
    assert answer.error == (400, "idempotency_error", None, None)
    with pytest.raises(stripe.IdempotencyError):
        server.v1.payment_intents.create(
            {"amount": 700, "currency": "usd"}, {"idempotency_key": "a"}
        )
    assert made(server) == 1


def test_parameters_in_another_order_are_the_same(server: StripeServer) -> None:
    first = create(server, "a", "amount=500&currency=usd")
    assert create(server, "a", "currency=usd&amount=500").body["id"] == first.body["id"]


def test_a_refusal_of_the_work_is_kept(server: StripeServer) -> None:
    intent = server.create()
    path = f"/v1/payment_intents/{intent.id}/capture"
    first = server.post(path, Idempotency_Key="c")
    assert first.error[2] == "payment_intent_unexpected_state"
    server.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    again = server.post(path, Idempotency_Key="c")
    assert (again.body, again.headers["Idempotent-Replayed"]) == (first.body, "true")
    assert server.post(path, Idempotency_Key="d").body["status"] == "succeeded"


def test_a_refusal_of_the_parameters_is_not_kept(server: StripeServer) -> None:
    assert create(server, "a", "amount=nine&currency=usd").status == 400
    assert create(server, "a").status == 200
    assert create(server, "b", "amount=500&currency=usd&unknown=1").status == 400
    assert create(server, "b").status == 200


@pytest.mark.parametrize(("performed", "count"), [(False, 0), (True, 1)])
def test_a_saved_500_comes_back_for_a_day(
    server: StripeServer, performed: bool, count: int
) -> None:
    server.fault(kind="status", status=500, save=True, perform=performed)
    first = create(server, "a")
    assert (first.status, first.headers["Stripe-Should-Retry"]) == (500, "false")
    again = create(server, "a")
    assert (again.status, again.body) == (500, first.body)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert made(server) == count
    server.control("POST", "clock", {"advance_seconds": DAY - 60})
    assert create(server, "a").status == 500
    server.control("POST", "clock", {"advance_seconds": 120})
    assert create(server, "a").status == 200
    assert made(server) == count + 1


def test_the_sdk_does_not_retry_a_saved_500(server: StripeServer) -> None:
    patient = stripe.StripeClient(SECRET, base_addresses={"api": server.url}, max_network_retries=3)
    server.fault(kind="status", status=500, save=True)
    with pytest.raises(stripe.APIError):
        patient.v1.payment_intents.create({"amount": 500, "currency": "usd"})
    assert len(server.control("GET", "requests")) == 1


def test_a_500_at_the_door_is_not_kept(server: StripeServer) -> None:
    server.fault(kind="status", status=500)
    assert create(server, "a").status == 500
    assert create(server, "a").status == 200


def test_after_a_lost_reply_the_key_finds_what_was_done(server: StripeServer) -> None:
    server.fault(kind="lost_reply", path="/v1/payment_intents")
    with pytest.raises(ConnectionError):
        create(server, "a")
    found = create(server, "a")
    assert (found.status, found.headers["Idempotent-Replayed"]) == (200, "true")
    assert made(server) == 1


def test_a_key_in_use_is_a_conflict(server: StripeServer) -> None:
    server.fault(kind="slow", ms=600, path="/v1/payment_intents")
    answers: list[Answer] = []
    slow = threading.Thread(target=lambda: answers.append(create(server, "a")))
    slow.start()
    while not server.control("GET", "requests"):
        pass
    conflict = create(server, "a")
    slow.join()
    assert conflict.error == (409, "idempotency_error", "idempotency_key_in_use", None)
    assert answers[0].status == 200
    assert create(server, "a").body == answers[0].body
    assert made(server) == 1


def test_keys_are_forgotten_after_a_day(server: StripeServer) -> None:
    first = create(server, "a")
    server.control("POST", "clock", {"advance_seconds": DAY})
    assert create(server, "a").body["id"] != first.body["id"]


def test_reads_take_no_key_and_a_key_has_its_length(server: StripeServer) -> None:
    for _ in range(2):
        answer = server.call("GET", "/v1/payment_intents", Idempotency_Key="a")
        assert "Idempotent-Replayed" not in answer.headers
    assert create(server, "k" * 256).status == 400
    assert create(server, "k" * 255).status == 200
