"""Completing: who may, what a late or doubled call does, and that nobody pays without a seat."""

from collections import Counter
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Seat
from frontrow.messaging.models import Message
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.checkout.completing import CANCEL_AFTER
from frontrow.sales.models import Purchase, PurchaseState, ReconciliationBreak
from frontrow.sales.reconciliation import provider_list
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.sweep import compare_with_provider, sweep_unfinished
from frontrow.sales.settlement.settling import settle, settle_purchase
from tests.factories import (
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_template,
    make_user,
    seats_of,
)
from tests.fakes.stripe import SITE, StripeServer
from tests.jobs import run_jobs
from tests.races.crowd import all_at_once
from tests.sales.buying import Shopper, money_of

pytestmark = pytest.mark.django_db(transaction=True)

NOT_KNOWN = {"code": "not_found", "message": "We can't find this payment.", "fields": {}}


def test_only_the_buyer_can_complete_and_a_stranger_learns_nothing(
    stripe_server: StripeServer,
) -> None:
    buyer = Shopper(stripe_server)
    intent = buyer.pay(bootcamp=make_bootcamp().pk)
    stranger = Shopper(stripe_server)
    stranger.client.get("/api/checkout")
    for foreign in (
        stranger.complete(intent),
        stranger.complete(intent, clientSecret=f"{intent}_secret_guess"),
        stranger.complete("pi_unknown"),
    ):
        assert (foreign.status_code, foreign.json()) == (404, NOT_KNOWN)
    assert Purchase.objects.get().state == PurchaseState.PENDING
    secret = stripe_server.intent(intent)["client_secret"]
    assert stranger.complete(intent, clientSecret=secret).json()["status"] == "completed"


def test_the_owner_can_complete_from_another_browser(stripe_server: StripeServer) -> None:
    user = make_user()
    backend = "allauth.account.auth_backends.AuthenticationBackend"
    at_home = Shopper(stripe_server, email=user.email)
    at_home.client.force_login(user, backend)
    intent = at_home.pay(bootcamp=make_bootcamp().pk)
    on_the_road = Shopper(stripe_server)
    on_the_road.client.force_login(user, backend)
    assert on_the_road.complete(intent).json()["status"] == "completed"


def test_the_package_named_at_completion_changes_nothing(stripe_server: StripeServer) -> None:
    cheap, dear = make_bootcamp(price=Decimal(995)), make_bootcamp(price=Decimal(1495))
    bundle = make_bundle(bootcamps=[cheap, dear])
    shopper = Shopper(stripe_server)
    intent = shopper.pay(bootcamp=cheap.pk)
    answer = shopper.complete(intent, bootcampIds=[dear.pk], bundleId=str(bundle.pk))
    assert answer.json()["purchase"]["bootcamp"]["id"] == cheap.pk
    taken = Seat.objects.exclude(enrollment_id=None).values_list("bootcamp_id", flat=True)
    assert list(taken) == [cheap.pk]


def test_whoever_pays_when_the_last_seat_is_gone_is_not_charged(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp(name="Beginner Bootcamp", max_seats=1)
    # Of one seat no share may be held, so both pay without a hold.
    late, quick = (Shopper(stripe_server, email=f"{n}@example.test") for n in ("late", "quick"))
    late_intent = late.pay(bootcamp=bootcamp.pk)
    quick.complete(quick.pay(bootcamp=bootcamp.pk))
    answer = late.complete(late_intent)
    assert (answer.status_code, answer.json()["message"]) == (
        409,
        "Beginner Bootcamp has just sold out. You haven't been charged.",
    )
    # The answer comes first: the card is let go a moment later, and the answer stays the same.
    run_jobs()
    assert stripe_server.intent(late_intent)["status"] == "requires_capture"
    assert late.complete(late_intent).json() == answer.json()
    run_jobs(within=CANCEL_AFTER)
    assert stripe_server.intent(late_intent)["status"] == "canceled"
    assert late.complete(late_intent).json() == answer.json()
    assert money_of(stripe_server) == (99_500, 0)
    told = Message.objects.get(recipient="late@example.test")
    assert told.category == "NOT_CHARGED"
    assert violations() == []


def test_whoever_pays_while_the_last_seat_is_only_held_is_told_when_it_may_be_free(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp(name="Beginner Bootcamp", max_seats=3)
    holder, late = (Shopper(stripe_server, email=f"{n}@example.test") for n in ("holder", "late"))
    held = holder.session(bootcamp=bootcamp.pk)
    assert holder.hold(held).json()["heldUntil"] is not None
    late_intent = late.pay(bootcamp=bootcamp.pk)
    for _ in range(2):
        make_purchase(bootcamp=bootcamp)
    Seat.objects.exclude(held_until=None).update(held_until=from_now(minutes=9, seconds=40))
    answer = late.complete(late_intent)
    seconds = int(answer.headers["Retry-After"])
    assert 540 < seconds <= 580
    assert answer.status_code == 409
    assert answer.json()["message"] == (
        "Someone is paying for the last seat in Beginner Bootcamp. You haven't been charged."
        f" It frees up in 9:{seconds - 540:02} if they don't."
    )
    run_jobs(within=CANCEL_AFTER)
    assert stripe_server.intent(late_intent)["status"] == "canceled"
    # Once it is paid for, the same question has the other answer.
    holder.confirm(held)
    assert holder.complete(held).json()["status"] == "completed"
    assert late.complete(late_intent).json()["message"] == (
        "Beginner Bootcamp has just sold out. You haven't been charged."
    )
    assert money_of(stripe_server) == (99_500, 0)
    assert violations() == []


def test_a_hold_that_ran_out_and_was_sold_ends_uncharged(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp(max_seats=5)
    slow = Shopper(stripe_server, email="slow@example.test")
    intent = slow.session(bootcamp=bootcamp.pk)
    assert slow.hold(intent).json()["heldUntil"] is not None
    for _ in range(4):
        make_purchase(bootcamp=bootcamp)
    Seat.objects.exclude(held_until=None).update(held_until=from_now(seconds=-1))
    Shopper(stripe_server, email="quick@example.test").buy(bootcamp=bootcamp.pk)
    slow.confirm(intent)
    assert slow.complete(intent).status_code == 409
    run_jobs(within=CANCEL_AFTER)
    assert stripe_server.intent(intent)["status"] == "canceled"
    assert money_of(stripe_server) == (99_500, 0)
    assert violations() == []


def test_nothing_is_sold_after_the_start(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    shopper = Shopper(stripe_server)
    intent = shopper.pay(bootcamp=bootcamp.pk)
    bootcamp.starts_at = from_now(seconds=-1)
    bootcamp.save()
    refused = shopper.complete(intent)
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "Beginner Bootcamp is no longer on sale. You haven't been charged.",
    )
    assert stripe_server.intent(intent)["status"] == "canceled"
    assert money_of(stripe_server) == (0, 0)
    assert [one.category for one in Message.objects.all()] == ["NOT_CHARGED"]


def test_browser_and_events_at_once_complete_one_purchase_once(
    stripe_server: StripeServer,
) -> None:
    shopper = Shopper(stripe_server)
    intent = shopper.pay(bootcamp=make_bootcamp().pk)
    purchase = Purchase.objects.get()
    browser = partial(shopper.complete, intent)
    job = partial(settle_purchase, purchase_id=purchase.pk)
    outcomes = all_at_once([browser, job] * 8)
    assert not [one for one in outcomes if isinstance(one, Exception)]
    assert money_of(stripe_server) == (99_500, 0)
    assert Counter(Message.objects.values_list("category", flat=True)) == {
        "REGISTRATION_CONFIRM": 1,
        "WELCOME": 1,
    }
    captures = [one for one in stripe_server.event_types() if one == "payment_intent.succeeded"]
    assert len(captures) == 1
    assert ReconciliationBreak.objects.count() == 0
    assert violations() == []


def test_two_tabs_that_pay_at_once_end_with_one_charge(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    tab = Shopper(stripe_server)
    tab.client.get("/api/checkout")
    answers = all_at_once([partial(tab.ask_session, bootcamp=bootcamp.pk)] * 2)
    intents = {answer.json()["paymentIntentId"] for answer in answers}  # type: ignore[union-attr]
    assert len(intents) == 1
    other = make_bootcamp()
    (first,) = intents
    tab.confirm(first)
    second = tab.session(bootcamp=other.pk)
    tab.confirm(second)
    assert tab.complete(second).json()["status"] == "completed"
    run_jobs()
    assert stripe_server.intent(first)["status"] == "canceled"
    assert money_of(stripe_server)[0] == 99_500


@pytest.mark.parametrize(
    "forged",
    [
        {"amount": 100},
        {"currency": "eur"},
        {"metadata": {"purchase_id": "999999"}},
        {"metadata": {}},
        {"metadata": {"purchase_id": "x"}},
        {"amount": 200_000},
    ],
    ids=str,
)
def test_a_payment_that_is_not_what_we_asked_for_buys_nothing(
    forged: dict[str, Any], stripe_server: StripeServer
) -> None:
    shopper = Shopper(stripe_server)
    shopper.session(bootcamp=make_bootcamp().pk)
    purchase = Purchase.objects.get()
    right = {
        "amount": 99_500,
        "currency": "usd",
        "metadata": {"purchase_id": str(purchase.pk), "site": SITE},
    }
    intent = stripe_server.authorize(**{**right, **forged}).id
    Purchase.objects.update(stripe_payment_intent_id=intent)
    assert shopper.complete(intent).status_code == 409
    assert stripe_server.intent(intent)["status"] == "canceled"
    assert Purchase.objects.get().state == PurchaseState.FAILED
    found = ReconciliationBreak.objects.get()
    assert (found.kind, found.payment_intent_id) == ("mismatch", intent)
    assert not Seat.objects.exclude(enrollment_id=None).exists()
    assert violations() == []


def test_a_provider_that_is_away_leaves_the_purchase_pending_and_the_sweep_completes_it(
    stripe_server: StripeServer,
) -> None:
    shopper = Shopper(stripe_server)
    intent = shopper.pay(bootcamp=make_bootcamp().pk)
    stripe_server.fault(kind="reset", path="*/capture", times=None)
    answer = shopper.complete(intent)
    assert (answer.status_code, answer.json()["status"]) == (200, "pending")
    assert Purchase.objects.get().state == PurchaseState.CAPTURING
    stripe_server.end_faults()
    Purchase.objects.update(state_since=from_now(minutes=-1))
    sweep_unfinished(timestamp=0)
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.COMPLETED
    assert shopper.complete(intent).json()["status"] == "completed"
    assert money_of(stripe_server) == (99_500, 0)
    assert violations() == []


@pytest.mark.parametrize("fault", ["lost_reply", "status", "reset"])
@pytest.mark.parametrize("call", ["capture", "cancel"])
def test_a_failed_call_to_the_provider_is_made_good_by_the_sweep(
    fault: str, call: str, stripe_server: StripeServer
) -> None:
    bootcamp = make_bootcamp()
    shopper = Shopper(stripe_server)
    intent = shopper.pay(bootcamp=bootcamp.pk)
    if call == "cancel":
        bootcamp.starts_at = from_now(seconds=-1)
        bootcamp.save()
    stripe_server.fault(kind=fault, path=f"*/{call}", times=2)
    shopper.complete(intent)
    stripe_server.end_faults()
    Purchase.objects.update(state_since=from_now(minutes=-1))
    sweep_unfinished(timestamp=0)
    run_jobs()
    ended = Purchase.objects.get()
    if call == "capture":
        assert (ended.state, money_of(stripe_server)) == ("completed", (99_500, 0))
    else:
        assert (ended.state, money_of(stripe_server)) == ("failed", (0, 0))
        assert stripe_server.intent(intent)["status"] == "canceled"
    assert violations() == []


def test_a_tab_closed_after_paying_is_completed_by_the_sweep_within_two_minutes(
    stripe_server: StripeServer,
) -> None:
    Shopper(stripe_server).pay(bootcamp=make_bootcamp().pk)
    sweep_unfinished(timestamp=0)
    assert run_jobs() == 0
    Purchase.objects.update(terms_accepted_at=from_now(seconds=-30))
    sweep_unfinished(timestamp=60)
    run_jobs()
    assert Purchase.objects.get().state == PurchaseState.COMPLETED


def test_what_only_the_provider_knows_is_found_by_comparing_lists(
    stripe_server: StripeServer,
) -> None:
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=make_bootcamp().pk)
    # We died before writing down the payment's id; the buyer had the page and paid.
    Purchase.objects.update(stripe_payment_intent_id=None, client_secret_hash="")
    shopper.confirm(intent)
    twin = stripe_server.authorize(
        metadata={"purchase_id": str(Purchase.objects.get().pk), "site": SITE}
    ).id
    unknown = stripe_server.authorize(metadata={}).id
    compare_with_provider(timestamp=0)
    run_jobs()
    purchase = Purchase.objects.get()
    assert purchase.state == PurchaseState.COMPLETED
    assert {stripe_server.intent(one)["status"] for one in (intent, twin)} == {
        "succeeded",
        "canceled",
    }
    found = ReconciliationBreak.objects.get()
    assert (found.kind, found.payment_intent_id) == ("unknown_payment", unknown)


def test_a_payment_written_down_while_it_is_being_compared_stays_its_buyers(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The provider's list has it a moment before our own record does."""
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=make_bootcamp().pk)
    Purchase.objects.update(stripe_payment_intent_id=None)

    def write_down_meanwhile(secret: str) -> str:
        Purchase.objects.update(stripe_payment_intent_id=intent)
        return digest(secret)

    monkeypatch.setattr(provider_list, "digest", write_down_meanwhile)
    compare_with_provider(timestamp=0)
    run_jobs()
    assert Purchase.objects.get().stripe_payment_intent_id == intent
    assert shopper.confirm(intent)["status"] == "requires_capture"


def test_a_payment_made_and_lost_before_we_died_is_called_off_when_it_is_too_late(
    stripe_server: StripeServer,
) -> None:
    shopper = Shopper(stripe_server)
    shopper.session(bootcamp=make_bootcamp().pk)
    purchase = Purchase.objects.get()
    Purchase.objects.update(stripe_payment_intent_id=None, created_at=from_now(hours=-25))
    assert settle(purchase=Purchase.objects.get(pk=purchase.pk)).purchase.state == "failed"
    assert violations() == []


def test_a_tab_that_lost_its_memory_is_shown_its_purchase(
    stripe_server: StripeServer, client: Client
) -> None:
    shopper = Shopper(stripe_server)
    assert shopper.client.get("/api/checkout").json()["lastPurchase"] is None
    intent = shopper.pay(bootcamp=make_bootcamp().pk)
    told = shopper.complete(intent).json()
    assert shopper.client.get("/api/checkout").json()["lastPurchase"] == told
    assert client.get("/api/checkout").json()["lastPurchase"] is None
    # The way to the account only for a while: whoever sits there later is perhaps another.
    assert told["invitationToken"]
    Purchase.objects.update(completed_at=from_now(minutes=-61))
    later = shopper.client.get("/api/checkout").json()["lastPurchase"]
    assert later == {**told, "invitationToken": None}
    Purchase.objects.update(completed_at=from_now(hours=-25))
    assert shopper.client.get("/api/checkout").json()["lastPurchase"] is None


def test_a_payment_the_provider_does_not_know_takes_no_seat_away(
    stripe_server: StripeServer,
) -> None:
    """Keys of another account would make every payment look lost."""
    capturing = make_purchase(state=PurchaseState.CAPTURING)
    pending = make_purchase(state=PurchaseState.PENDING)
    Purchase.objects.filter(pk=capturing.pk).update(stripe_payment_intent_id="pi_elsewhere")
    Purchase.objects.filter(pk=pending.pk).update(
        stripe_payment_intent_id="pi_nowhere", created_at=from_now(hours=-25)
    )
    for purchase in Purchase.objects.all():
        settle(purchase=purchase)
    capturing.refresh_from_db()
    pending.refresh_from_db()
    assert (capturing.state, pending.state) == ("capturing", "failed")
    assert seats_of(capturing).count() == 1
    found = ReconciliationBreak.objects.get()
    assert (found.kind, found.payment_intent_id) == ("payment_missing", "pi_elsewhere")


def test_a_visitor_whose_payment_vanished_begins_anew(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    shopper = Shopper(stripe_server)
    old = shopper.session(bootcamp=bootcamp.pk)
    stripe_server.reset()
    new = shopper.session(bootcamp=bootcamp.pk)
    assert new != old
    run_jobs()
    states = dict(Purchase.objects.values_list("stripe_payment_intent_id", "state"))
    assert states == {old: "failed", new: "pending"}


def test_active_templates_replace_our_words_and_leave_receipt_and_way_in(
    stripe_server: StripeServer,
) -> None:
    make_template(
        category="REGISTRATION_CONFIRM",
        subject="You are in: {bootcampName}",
        content="Dear {firstName} {lastName}, until {bootcampDate}, {bootcampTime}.",
    )
    make_template(category="WELCOME", subject="", content="Sign in at {loginUrl}")
    make_template(category="WELCOME", content="Not this one", is_active=False)
    bootcamp = make_bootcamp(name="Launch")
    Shopper(stripe_server).buy(bootcamp=bootcamp.pk)
    confirmation, welcome = Message.objects.order_by("id")
    assert confirmation.subject == "You are in: Launch"
    assert "Dear Ada Lovelace, until " in confirmation.content
    assert "This seat is yours" not in confirmation.content
    for kept in ("Seat 1", "Create your account", "Your receipt"):
        assert kept in confirmation.content
    assert confirmation.sealed_link
    assert len(confirmation.attachments) == 1
    assert welcome.subject == "How to prepare for Launch · Build Lab"
    assert "Sign in at http://testserver/auth/login" in welcome.content
    assert "How to prepare" not in welcome.content.removeprefix("How to prepare")


@pytest.mark.parametrize("way", ["started", "taken off sale"])
@pytest.mark.parametrize("who", ["the browser", "the sweep"])
def test_a_card_that_agreed_to_a_class_no_longer_on_sale_is_let_go_and_its_buyer_told(
    stripe_server: StripeServer, way: str, who: str
) -> None:
    bootcamp, buyer = make_bootcamp(), Shopper(stripe_server)
    intent = buyer.pay(bootcamp=bootcamp.pk)
    # As when the buyer was on the bank's page for twenty minutes: a hold ends with the start.
    if way == "started":
        bootcamp.starts_at = from_now(minutes=-1)
    else:
        bootcamp.sales_stopped_at = from_now()
    bootcamp.save()
    refusal = (
        409,
        "not_on_sale",
        "Beginner Bootcamp is no longer on sale. You haven't been charged.",
    )
    if who == "the browser":
        answer = buyer.complete(intent)
        assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == refusal
    else:
        settle(purchase=Purchase.objects.get())
    run_jobs()
    lost = Purchase.objects.get()
    assert (lost.state, lost.cancel_reason) == ("failed", "off_sale")
    assert stripe_server.intent(intent)["status"] == "canceled"
    [email] = Message.objects.filter(dedupe_key__startswith=f"not-charged:{lost.pk}")
    assert email.subject.startswith("No longer on sale: you haven't been charged")
    assert "Beginner Bootcamp started, or was taken off sale, while your payment" in email.content
    again = buyer.complete(intent)
    assert (again.status_code, again.json()["code"], again.json()["message"]) == refusal
    assert Message.objects.filter(category="NOT_CHARGED").count() == 1
    assert violations() == []
