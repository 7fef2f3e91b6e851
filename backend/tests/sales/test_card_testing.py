"""Stolen cards tried out in the checkout: after five declines the cardholder's bank is asked."""

import pytest
from django.core.cache import cache
from django.test import Client

from frontrow.sales.models import Purchase, PurchaseState, StripeEvent
from tests.factories import from_now, make_bootcamp
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

STOLEN = "4000000000000002"
# Whose bank asks the cardholder if the shop wants it to, and else does not.
ENROLLED = "4000000000003055"
ALWAYS_ASKED = "4000002760003184"
ELSEWHERE = "203.0.113.9"


def try_cards(server: StripeServer, client: Client, intent: str, *, times: int) -> None:
    """As from a script: no hold, no page, one number after another."""
    for _ in range(times):
        assert server.confirm(intent, STOLEN)["error"]["code"] == "card_declined"
    hear_of_declines(server, client)


def hear_of_declines(server: StripeServer, client: Client) -> None:
    for event in server.events("payment_intent.payment_failed"):
        assert server.deliver(client, event).status_code == 200
    run_jobs()


def asks_bank(server: StripeServer, intent: str) -> bool:
    card = server.intent(intent)["payment_method_options"]["card"]
    return bool(card["request_three_d_secure"] == "challenge")


def test_after_five_declines_the_bank_is_asked_of_this_payment_and_of_every_new_one_there(
    stripe_server: StripeServer, client: Client
) -> None:
    bootcamp = make_bootcamp()
    tester = Shopper(stripe_server)
    intent = tester.session(bootcamp=bootcamp.pk)
    try_cards(stripe_server, client, intent, times=4)
    assert not asks_bank(stripe_server, intent)
    try_cards(stripe_server, client, intent, times=1)
    assert asks_bank(stripe_server, intent)
    # Without cookies, and from the next address of the same network.
    again = Shopper(stripe_server, email="other@example.test", address="127.0.0.77")
    fresh = again.session(bootcamp=bootcamp.pk)
    assert asks_bank(stripe_server, fresh)
    assert stripe_server.confirm(fresh, ENROLLED)["status"] == "requires_action"
    honest = Shopper(stripe_server, email="honest@example.test", address=ELSEWHERE)
    assert not asks_bank(stripe_server, honest.session(bootcamp=bootcamp.pk))


def test_declines_are_added_up_over_the_payments_of_a_network(
    stripe_server: StripeServer, client: Client
) -> None:
    bootcamp = make_bootcamp()
    for number in range(5):
        tester = Shopper(stripe_server, email=f"{number}@example.test")
        intent = tester.session(bootcamp=bootcamp.pk)
        try_cards(stripe_server, client, intent, times=1)
        assert asks_bank(stripe_server, intent) is (number == 4)


def test_whoever_proves_themselves_to_the_bank_gets_the_seat(
    stripe_server: StripeServer, client: Client
) -> None:
    buyer = Shopper(stripe_server)
    intent = buyer.session(bootcamp=make_bootcamp().pk)
    try_cards(stripe_server, client, intent, times=5)
    assert buyer.hold(intent).status_code == 200
    assert buyer.confirm(intent, ENROLLED)["status"] == "requires_action"
    stripe_server.challenge(intent)
    assert buyer.complete(intent).json()["status"] == "completed"


def test_declines_heard_of_while_the_buyer_is_at_the_bank_do_not_call_them_back(
    stripe_server: StripeServer, client: Client
) -> None:
    buyer = Shopper(stripe_server)
    intent = buyer.session(bootcamp=make_bootcamp().pk)
    for _ in range(5):
        buyer.confirm(intent, STOLEN)
    assert buyer.confirm(intent, ALWAYS_ASKED)["status"] == "requires_action"
    hear_of_declines(stripe_server, client)
    assert stripe_server.intent(intent)["status"] == "requires_action"


def test_declines_of_an_hour_ago_are_forgiven(stripe_server: StripeServer, client: Client) -> None:
    bootcamp = make_bootcamp()
    intent = Shopper(stripe_server).session(bootcamp=bootcamp.pk)
    try_cards(stripe_server, client, intent, times=5)
    # As if an hour had passed.
    StripeEvent.objects.update(received_at=from_now(minutes=-61))
    cache.clear()
    later = Shopper(stripe_server, email="later@example.test").session(bootcamp=bootcamp.pk)
    try_cards(stripe_server, client, later, times=1)
    assert not asks_bank(stripe_server, later)


def test_a_cache_that_forgot_is_told_again_by_the_next_decline(
    stripe_server: StripeServer, client: Client
) -> None:
    bootcamp = make_bootcamp()
    intent = Shopper(stripe_server).session(bootcamp=bootcamp.pk)
    try_cards(stripe_server, client, intent, times=5)
    cache.clear()
    next_one = Shopper(stripe_server, email="next@example.test").session(bootcamp=bootcamp.pk)
    assert not asks_bank(stripe_server, next_one)
    try_cards(stripe_server, client, next_one, times=1)
    assert asks_bank(stripe_server, next_one)
    last = Shopper(stripe_server, email="last@example.test").session(bootcamp=bootcamp.pk)
    assert asks_bank(stripe_server, last)


def test_a_decline_heard_of_after_the_payment_changes_nothing(
    stripe_server: StripeServer, client: Client
) -> None:
    buyer = Shopper(stripe_server)
    intent = buyer.session(bootcamp=make_bootcamp().pk)
    for _ in range(5):
        stripe_server.confirm(intent, STOLEN)
    assert buyer.hold(intent).status_code == 200
    buyer.confirm(intent)
    assert buyer.complete(intent).json()["status"] == "completed"
    hear_of_declines(stripe_server, client)
    assert Purchase.objects.get().state == PurchaseState.COMPLETED
    assert not StripeEvent.objects.filter(handled_at=None).exists()
