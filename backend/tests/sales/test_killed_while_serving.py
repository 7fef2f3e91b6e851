"""A process killed while it serves the list: nothing happened, or all of it; another goes on."""

from typing import Any

import pytest
from pytest_django import Settings

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.messaging.models import Message
from frontrow.sales.models import Fact, Purchase, SeatOffer, WaitingEntry
from frontrow.sales.reconciliation.invariants import violations
from tests.fakes.stripe import StripeServer
from tests.killing import killed_at
from tests.sales.buying import Shopper
from tests.sales.waiting import (
    ask_to_join,
    free_one,
    full_class,
    join,
    let_run_out,
    offer_to,
    post,
    serve,
    state_of,
    token_of,
)
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = size("KILL_ROUNDS")
SERVING = ("make_offer.after_seats", "serve.after_offers", "serve.before_commit")


def books() -> tuple[object, ...]:
    """Everything that serving writes."""
    return (
        list(WaitingEntry.objects.order_by("pk").values_list("pk", "state", "misses")),
        list(SeatOffer.objects.order_by("pk").values_list("pk", "state")),
        sorted(Seat.objects.exclude(enrollment_id=None).values_list("pk", "enrollment_id")),
        list(Bootcamp.objects.order_by("pk").values_list("serves_list", flat=True)),
        Message.objects.count(),
        Fact.objects.count(),
        Purchase.objects.count(),
    )


@pytest.mark.parametrize("label", SERVING * ROUNDS)
def test_killed_while_offering_nothing_is_held_and_the_next_run_offers_it(
    label: str, settings: Settings
) -> None:
    bootcamp = full_class()
    entry, after = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp)
    before = books()
    assert killed_at(label, serve, settings)
    assert books() == before
    serve()
    assert (state_of(entry), state_of(after)) == ("offered", "waiting")
    assert Message.objects.filter(category="LIST_OFFER").count() == 1
    assert violations() == []


@pytest.mark.parametrize("label", ["serve.after_expiry"] * ROUNDS)
def test_killed_after_an_offer_ran_out_the_next_run_passes_it_on(
    label: str, settings: Settings
) -> None:
    bootcamp = full_class()
    entry, after = join("Ada", bootcamp), join("Bea", bootcamp)
    free_one(bootcamp)
    serve()
    let_run_out(offer_to(entry))
    assert killed_at(label, serve, settings)
    # It had ended and was committed; who is next did not know yet.
    assert (state_of(entry), state_of(after)) == ("waiting", "waiting")
    serve()
    assert (state_of(entry), state_of(after)) == ("waiting", "offered")
    told = [one for one in Message.objects.all() if "went to the next" in one.content]
    assert len(told) == 1
    assert violations() == []


@pytest.mark.parametrize("label", ["decline.before_commit"] * ROUNDS)
def test_killed_while_declining_it_is_still_held(label: str, settings: Settings) -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    before, token = books(), token_of(entry)
    assert killed_at(label, lambda: post(f"offers/{token}/decline"), settings)
    assert books() == before
    assert post(f"offers/{token}/decline").status_code == 200
    assert state_of(entry) == "waiting"


@pytest.mark.parametrize("label", ["join.after_entry"] * ROUNDS)
def test_killed_while_joining_nobody_waits_and_they_can_join_again(
    label: str, settings: Settings
) -> None:
    bootcamp = full_class()
    before = books()
    assert killed_at(label, lambda: ask_to_join("Ada", bootcamp), settings)
    assert books() == before
    assert state_of(join("Ada", bootcamp)) == "waiting"


@pytest.mark.parametrize("label", ["create.after_payment", "offer.before_reply"] * ROUNDS)
def test_killed_while_the_checkout_of_an_offer_opens_there_is_one_payment(
    label: str, settings: Settings, stripe_server: StripeServer
) -> None:
    bootcamp = full_class()
    entry = join("Ada", bootcamp)
    free_one(bootcamp)
    serve()
    shopper = Shopper(stripe_server, email="ada@example.test")
    body = {"bootcampIds": [], "email": shopper.email, "fullName": "Ada Waiting"}

    def open_checkout() -> Any:
        return shopper.post("create-payment-intent", {**body, "offer": token_of(entry)})

    assert killed_at(label, open_checkout, settings)
    assert state_of(entry) == "offered"
    intent = open_checkout().json()["paymentIntentId"]
    assert offer_to(entry).purchase.stripe_payment_intent_id == intent
    shopper.hold(intent)
    shopper.confirm(intent)
    assert shopper.complete(intent).json()["status"] == "completed"
    assert state_of(entry) == "taken"
    assert violations() == []
