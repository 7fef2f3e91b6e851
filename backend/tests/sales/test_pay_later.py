"""Paying on another page: the way there, the ways back, and what is printed of it afterwards."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from frontrow.backoffice.purchases.story import tell_story
from frontrow.catalogue.models import Seat
from frontrow.core.clock import now
from frontrow.messaging.models import Message, TemplateCategory
from frontrow.sales.checkout.completing import NOT_CHARGED
from frontrow.sales.emails.receipts import goes_back_to, paid_with
from frontrow.sales.models import Purchase, PurchaseState
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from tests.factories import from_now, make_bootcamp, make_purchase, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

CANCELED = "You canceled the payment at Klarna. You haven't been charged."


@pytest.fixture(autouse=True)
def with_klarna(settings: Any) -> None:
    methods = {"PAYMENT_METHODS": "card,link,klarna"}
    settings.ENV = settings.ENV.model_copy(update=methods)


def sent_to_klarna(buyer: Shopper, **package: Any) -> str:
    """A buyer who pressed Pay and is on Klarna's page."""
    intent = buyer.session(**package)
    assert buyer.hold(intent, method="redirect").status_code == 200
    assert buyer.stripe.send_to_klarna(intent)["status"] == "requires_action"
    return intent


def told(answer: Any) -> tuple[int, str, str]:
    said = answer.json()
    return answer.status_code, said["code"], said["message"]


def test_the_provider_is_asked_for_what_is_switched_on_and_captures_later(
    stripe_server: StripeServer,
) -> None:
    intent = Shopper(stripe_server).session(bootcamp=make_bootcamp().pk)
    made = stripe_server.intent(intent)
    assert made["payment_method_types"] == ["card", "link", "klarna"]
    assert made["capture_method"] == "manual"


def test_whoever_goes_to_another_page_has_twenty_minutes_once(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    for method, minutes in (("redirect", 20), ("card", 10)):
        buyer = Shopper(stripe_server, email=f"{method}@example.test")
        intent = buyer.session(bootcamp=bootcamp.pk)
        before = now()
        until = buyer.hold(intent, method=method).json()["heldUntil"]
        length = datetime.fromisoformat(until) - before
        assert timedelta(minutes=minutes) <= length < timedelta(minutes=minutes, seconds=10)
        # Another way to pay prolongs nothing.
        assert buyer.hold(intent, method="redirect").json()["heldUntil"] == until
    assert Shopper(stripe_server).hold(intent, method="klarna").status_code == 422


def test_back_from_klarna_the_seat_is_theirs_and_every_paper_names_it(
    stripe_server: StripeServer,
) -> None:
    buyer = Shopper(stripe_server)
    intent = sent_to_klarna(buyer, bootcamp=make_bootcamp().pk)
    assert stripe_server.visit(intent)["status"] == "requires_capture"
    assert stripe_server.ledger()["totals"]["captured"] == 0
    answer = buyer.complete(intent)
    assert (answer.status_code, answer.json()["status"]) == (200, "completed")
    purchase = Purchase.objects.get()
    assert (purchase.card_brand, purchase.card_last4) == ("klarna", "")
    assert (paid_with(purchase), goes_back_to(purchase)) == ("Klarna", "Klarna")
    assert tell_story(purchase_id=purchase.pk, reader=make_user()).card == "Klarna"
    assert stripe_server.ledger()["totals"]["captured"] == 99_500
    run_jobs()
    receipt = Message.objects.get(category=TemplateCategory.REGISTRATION_CONFIRM)
    assert "Paid with: Klarna" in receipt.content
    assert "ending in" not in receipt.content


def test_in_another_browser_the_secret_of_the_address_proves_the_buyer(
    stripe_server: StripeServer,
) -> None:
    intent = sent_to_klarna(Shopper(stripe_server), bootcamp=make_bootcamp().pk)
    stripe_server.visit(intent)
    elsewhere = Shopper(stripe_server)
    assert elsewhere.complete(intent).status_code == 404
    assert elsewhere.complete(intent, clientSecret=f"{intent}_secret_guessed").status_code == 404
    assert Purchase.objects.get().state == PurchaseState.PENDING
    secret = stripe_server.intent(intent)["client_secret"]
    answer = elsewhere.complete(intent, clientSecret=secret)
    assert (answer.status_code, answer.json()["status"]) == (200, "completed")
    assert answer.json()["invitationToken"]


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("cancel", CANCELED),
        ("decline", "Klarna declined the payment. You haven't been charged."),
    ],
)
def test_a_no_at_klarna_is_said_and_the_same_payment_can_be_paid_by_card(
    outcome: str, words: str, stripe_server: StripeServer
) -> None:
    bootcamp = make_bootcamp()
    buyer = Shopper(stripe_server)
    intent = sent_to_klarna(buyer, bootcamp=bootcamp.pk)
    held_until = Purchase.objects.get().held_until
    stripe_server.visit(intent, outcome)
    assert told(buyer.complete(intent)) == (409, "not_charged", words)
    secret = stripe_server.intent(intent)["client_secret"]
    assert told(Shopper(stripe_server).complete(intent, clientSecret=secret))[2] == words
    # The seat is still held, and the form gets the same payment again.
    assert Purchase.objects.get().held_until == held_until
    assert buyer.session(bootcamp=bootcamp.pk) == intent
    assert buyer.confirm(intent)["status"] == "requires_capture"
    assert buyer.complete(intent).json()["status"] == "completed"
    purchase = Purchase.objects.get()
    assert (purchase.card_brand, purchase.card_last4) == ("visa", "4242")


def test_still_on_the_page_nothing_is_bought_and_nothing_called_off(
    stripe_server: StripeServer,
) -> None:
    buyer = Shopper(stripe_server)
    intent = sent_to_klarna(buyer, bootcamp=make_bootcamp().pk)
    # An address can claim what it likes: the provider's word counts.
    assert told(buyer.complete(intent)) == (409, "not_charged", NOT_CHARGED)
    Purchase.objects.update(terms_accepted_at=from_now(minutes=-5))
    sweep_unfinished(0)
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.PENDING
    assert stripe_server.intent(intent)["status"] == "requires_action"
    # And the tab never came back: the minute's sweep finds what was agreed to meanwhile.
    stripe_server.visit(intent)
    sweep_unfinished(0)
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.COMPLETED


def test_a_day_old_session_is_not_called_off_while_its_buyer_is_at_klarna(
    stripe_server: StripeServer,
) -> None:
    buyer = Shopper(stripe_server)
    intent = sent_to_klarna(buyer, bootcamp=make_bootcamp().pk)
    # Without a hold: the Pay click alone protects it.
    Seat.objects.update(enrollment_id=None, held_until=None)
    Purchase.objects.update(
        created_at=from_now(hours=-25), held_until=None, terms_accepted_at=from_now(minutes=-19)
    )
    sweep_unfinished(0)
    run_jobs()
    assert stripe_server.intent(intent)["status"] == "requires_action"
    stripe_server.visit(intent)
    assert buyer.complete(intent).json()["status"] == "completed"


def test_long_after_the_click_it_is_called_off_and_klarna_can_no_longer_take_it(
    stripe_server: StripeServer,
) -> None:
    buyer = Shopper(stripe_server)
    intent = sent_to_klarna(buyer, bootcamp=make_bootcamp().pk)
    Seat.objects.update(enrollment_id=None, held_until=None)
    Purchase.objects.update(
        created_at=from_now(hours=-25), held_until=None, terms_accepted_at=from_now(minutes=-21)
    )
    sweep_unfinished(0)
    run_jobs()
    assert stripe_server.intent(intent)["status"] == "canceled"
    assert Purchase.objects.get().state == PurchaseState.FAILED
    assert told(buyer.complete(intent))[:2] == (409, "not_charged")
    assert stripe_server.ledger()["totals"]["captured"] == 0


def test_whoever_comes_back_to_a_sold_seat_has_paid_nothing(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp(name="Small Class", max_seats=1)
    buyer = Shopper(stripe_server)
    intent = sent_to_klarna(buyer, bootcamp=bootcamp.pk)
    # The hold is over, and somebody else was faster.
    Seat.objects.update(enrollment_id=None, held_until=None)
    Purchase.objects.update(held_until=None)
    make_purchase(bootcamp=bootcamp)
    stripe_server.visit(intent)
    sold_out = "Small Class has just sold out. You haven't been charged."
    assert told(buyer.complete(intent)) == (409, "sold_out", sold_out)
    Purchase.objects.filter(stripe_payment_intent_id=intent).update(
        state_since=from_now(minutes=-1)
    )
    sweep_unfinished(0)
    run_jobs()
    assert stripe_server.intent(intent)["status"] == "canceled"
    assert stripe_server.ledger()["totals"]["captured"] == 0


def test_a_refund_goes_back_to_klarna_and_says_so(stripe_server: StripeServer) -> None:
    buyer = Shopper(stripe_server)
    intent = sent_to_klarna(buyer, bootcamp=make_bootcamp().pk)
    stripe_server.visit(intent)
    buyer.complete(intent)
    stripe_server.refund_at_provider(intent)
    for event in stripe_server.events("charge.refunded"):
        stripe_server.deliver(buyer.client, event)
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.REFUNDED
    refund = Message.objects.get(category="REFUND")
    assert "It goes back to Klarna" in refund.content
    assert "the card" not in refund.content
