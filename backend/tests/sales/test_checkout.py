"""Payment sessions: one live payment per visitor, our price, and no seat for typing."""

import time
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from frontrow.catalogue.models import BootcampStatus, Seat
from frontrow.core.errors import ProviderDown
from frontrow.integrations import stripe as payment_provider
from frontrow.messaging.models import Message
from frontrow.sales.checkout.own_purchases import NEW_SESSIONS
from frontrow.sales.models import Purchase, PurchaseState
from frontrow.sales.settlement.settling import settle
from tests.factories import (
    from_now,
    make_bootcamp,
    make_bundle,
    make_code,
    make_purchase,
    make_user,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["message"]


def live_intents(stripe_server: StripeServer) -> list[str]:
    listed = stripe_server.v1.payment_intents.list({"limit": 100})
    return [one.id for one in listed.data if one.status != "canceled"]


def test_the_provider_is_told_our_price_and_a_capture_by_hand(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp(name="Beginner Bootcamp", price=Decimal("1495.50"))
    answer = Shopper(stripe_server).ask_session(bootcamp=bootcamp.pk)
    told_us = answer.json()
    assert (answer.status_code, told_us["totalAmount"]) == (200, "1495.50")
    intent = stripe_server.intent(told_us["paymentIntentId"])
    assert told_us["clientSecret"] == intent["client_secret"]
    purchase = Purchase.objects.get()
    assert (intent["amount"], intent["currency"], intent["capture_method"]) == (
        149_550,
        "usd",
        "manual",
    )
    assert intent["payment_method_types"] == settings.ENV.payment_methods
    # Enough to make the purchase anew, should our record be lost.
    assert intent["metadata"] == {
        "purchase_id": str(purchase.pk),
        "site": "testserver",
        "package": "bootcamp",
        "bootcamps": str(bootcamp.pk),
        "prices": "1495.50",
        "buyer": "Ada Lovelace",
        "policy": purchase.policy_version,
    }
    assert intent["receipt_email"] == "ada@example.test"
    assert not Seat.objects.exclude(enrollment_id=None).exists()


@pytest.mark.parametrize(
    "more",
    [
        {"amount": 1},
        {"price": "1.00"},
        {"totalAmount": "1.00"},
        {"bootcampIds": [1, 2]},
        {"bootcampIds": []},
        {"email": "ada@"},
        {"email": "not an address"},
        {"fullName": ""},
        {"fullName": "Ada\nBcc: all@example.test"},
    ],
    ids=str,
)
def test_what_does_not_belong_is_refused_and_nothing_is_begun(
    more: dict[str, Any], stripe_server: StripeServer
) -> None:
    answer = Shopper(stripe_server).ask_session(bootcamp=make_bootcamp().pk, **more)
    assert answer.status_code == 422
    assert not Purchase.objects.exists()
    assert stripe_server.requests() == []


def test_a_package_must_be_one_bootcamp_or_one_bundle(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    bundle = make_bundle(bootcamps=[bootcamp])
    both = Shopper(stripe_server).ask_session(bootcamp=bootcamp.pk, bundle=bundle.pk)
    assert told(both) == (422, "Choose one bootcamp or one bundle.")


def test_what_is_not_on_sale_is_refused_by_name(stripe_server: StripeServer) -> None:
    shopper = Shopper(stripe_server)
    started = make_bootcamp(name="Started", starts_at=from_now(minutes=-1))
    archived = make_bootcamp(name="Archived", status=BootcampStatus.ARCHIVED)
    full = make_bootcamp(name="Full", max_seats=1)
    make_purchase(bootcamp=full)
    gift = make_bootcamp(name="Gift", price=Decimal(0))
    inactive = make_bundle(bootcamps=[make_bootcamp()], is_active=False)
    half = make_bundle(bootcamps=[make_bootcamp(), full])
    assert told(shopper.ask_session(bootcamp=started.pk)) == (409, "Started is no longer on sale.")
    assert told(shopper.ask_session(bootcamp=archived.pk)) == (
        409,
        "Archived is no longer on sale.",
    )
    assert told(shopper.ask_session(bootcamp=full.pk)) == (409, "Full is sold out.")
    assert told(shopper.ask_session(bundle=half.pk)) == (409, "Full is sold out.")
    assert told(shopper.ask_session(bootcamp=gift.pk))[0] == 409
    assert told(shopper.ask_session(bootcamp=9_999_999)) == (404, "This bootcamp isn't on sale.")
    assert told(shopper.ask_session(bundle=inactive.pk)) == (404, "This bundle isn't on sale.")
    assert told(shopper.ask_session(bundle=uuid4())) == (404, "This bundle isn't on sale.")
    assert stripe_server.requests() == []


def test_thirty_edits_of_the_form_leave_one_live_payment(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    shopper = Shopper(stripe_server)
    secrets = set()
    for number in range(30):
        shopper.email = f"ada{number}@example.test"
        answer = shopper.ask_session(bootcamp=bootcamp.pk)
        assert answer.status_code == 200
        secrets.add(answer.json()["clientSecret"])
    assert len(secrets) == 1
    purchase = Purchase.objects.get()
    assert (purchase.guest_email, purchase.state) == ("ada29@example.test", "pending")
    (intent,) = live_intents(stripe_server)
    assert stripe_server.intent(intent)["receipt_email"] == "ada29@example.test"


def test_a_corrected_name_and_a_sign_in_reach_the_provider(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=bootcamp.pk)
    shopper.full_name = "Ada King"
    assert shopper.session(bootcamp=bootcamp.pk) == intent
    notes = stripe_server.intent(intent)["metadata"]
    assert (notes["buyer"], notes.get("user")) == ("Ada King", None)
    user = make_user()
    shopper.client.force_login(user)
    assert shopper.session(bootcamp=bootcamp.pk) == intent
    assert stripe_server.intent(intent)["metadata"] == {**notes, "user": str(user.pk)}


def test_another_package_replaces_the_payment_and_frees_the_hold(
    stripe_server: StripeServer,
) -> None:
    first, second = make_bootcamp(), make_bootcamp()
    shopper = Shopper(stripe_server)
    old = shopper.session(bootcamp=first.pk)
    shopper.hold(old)
    new = shopper.session(bootcamp=second.pk)
    assert new != old
    replaced = Purchase.objects.get(stripe_payment_intent_id=old)
    assert (replaced.state, replaced.cancel_reason) == ("canceling", "replaced")
    assert not Seat.objects.filter(bootcamp=first).exclude(enrollment_id=None).exists()
    assert shopper.hold(old).status_code == 409


def test_editing_the_form_while_holding_the_last_seat_is_not_sold_out(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp(max_seats=3)
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=bootcamp.pk)
    assert shopper.hold(intent).json()["heldUntil"] is not None
    for _ in range(2):
        make_purchase(bootcamp=bootcamp)
    shopper.full_name = "Ada King"
    assert shopper.session(bootcamp=bootcamp.pk) == intent
    other = Shopper(stripe_server, email="bob@example.test").ask_session(bootcamp=bootcamp.pk)
    assert other.status_code == 409


def test_a_new_price_means_a_new_payment(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp(price=Decimal("995.00"))
    shopper = Shopper(stripe_server)
    old = shopper.session(bootcamp=bootcamp.pk)
    bootcamp.price = Decimal("1095.00")
    bootcamp.save()
    new = shopper.session(bootcamp=bootcamp.pk)
    assert new != old
    assert stripe_server.intent(new)["amount"] == 109_500


def test_what_this_browser_or_this_account_owns_is_not_sold_to_it_again(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp(name="Beginner Bootcamp")
    bundle = make_bundle(bootcamps=[bootcamp, make_bootcamp()])
    guest = Shopper(stripe_server)
    guest.buy(bootcamp=bootcamp.pk)
    assert told(guest.ask_session(bootcamp=bootcamp.pk)) == (
        409,
        "You already own Beginner Bootcamp.",
    )
    guest.email = "friend@example.test"
    assert guest.ask_session(bootcamp=bootcamp.pk).status_code == 200

    user = make_user()
    make_purchase(bootcamp=bootcamp, user=user)
    member = Shopper(stripe_server, email=user.email)
    member.client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    assert told(member.ask_session(bootcamp=bootcamp.pk)) == (
        409,
        "You already own Beginner Bootcamp.",
    )
    refused = member.ask_session(bundle=bundle.pk)
    assert refused.status_code == 409
    assert "Beginner Bootcamp, which is part of this bundle." in refused.json()["message"]
    assert member.client.get("/api/checkout").json()["ownedBootcampIds"] == [bootcamp.pk]


def test_new_payments_are_limited_and_edits_are_not(stripe_server: StripeServer) -> None:
    this, that = make_bootcamp(), make_bootcamp()
    shopper = Shopper(stripe_server)
    shopper.client.get("/api/checkout")
    answers = [shopper.ask_session(bootcamp=one.pk) for one in [this, that] * 6 + [that]]
    # What was begun last is edited as often as one likes.
    assert [answer.status_code for answer in answers] == [200] * 10 + [429] + [200] * 2
    assert Purchase.objects.filter(state=PurchaseState.PENDING).count() == 1
    # Next to it, on the same address, another browser begins as ever.
    assert Shopper(stripe_server).ask_session(bootcamp=this.pk).status_code == 200


def test_browsers_that_are_ever_new_meet_the_ceiling_of_their_address(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp()
    for number in range(398):
        NEW_SESSIONS.check(browser=f"browser {number}", address="127.0.0.1")
    answers = [Shopper(stripe_server).ask_session(bootcamp=bootcamp.pk) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    elsewhere = Shopper(stripe_server, address="203.0.113.9")
    assert elsewhere.ask_session(bootcamp=bootcamp.pk).status_code == 200


def test_two_hundred_people_behind_one_address_buy_within_a_minute(
    stripe_server: StripeServer,
) -> None:
    """At the real limits, with the real Redis; one of them types wrong codes first."""
    bootcamps = [make_bootcamp() for _ in range(10)]
    guesser = Shopper(stripe_server)
    guesser.client.get("/api/checkout")
    wrong = {"bootcampIds": [bootcamps[0].pk], "code": "WRONG"}
    guesses = [guesser.post("quote", wrong).status_code for _ in range(11)]
    assert guesses == [200] * 10 + [429]
    make_code("RIGHT")
    for number in range(200):
        bootcamp = bootcamps[number % 10]
        shopper = Shopper(stripe_server, email=f"student{number}@campus.example.test")
        assert shopper.client.get("/api/checkout").status_code == 200
        choice = {"bootcampIds": [bootcamp.pk], "code": "RIGHT"}
        assert shopper.post("quote", choice).json()["code"]["code"] == "RIGHT"
        # Typed in two goes, as people type.
        shopper.session(bootcamp=bootcamp.pk, fullName="Ada", code="RIGHT")
        shopper.buy(bootcamp=bootcamp.pk, code="RIGHT")
    assert Purchase.objects.filter(state=PurchaseState.COMPLETED).count() == 200


def test_a_fault_that_the_provider_would_repeat_does_not_stick(stripe_server: StripeServer) -> None:
    """The stand-in replays a saved 500 for the same key, as the provider does."""
    bootcamp = make_bootcamp()
    shopper = Shopper(stripe_server)
    shopper.client.get("/api/checkout")
    stripe_server.fault(kind="status", status=500, path="/v1/payment_intents", times=1, save=True)
    failed = shopper.ask_session(bootcamp=bootcamp.pk)
    assert failed.status_code == 502
    stripe_server.end_faults()
    assert shopper.ask_session(bootcamp=bootcamp.pk).status_code == 200
    assert Purchase.objects.count() == 1


def test_a_lost_reply_gives_the_same_payment_when_asked_again(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp()
    shopper = Shopper(stripe_server)
    shopper.client.get("/api/checkout")
    stripe_server.fault(kind="lost_reply", path="/v1/payment_intents", times=2)
    assert shopper.ask_session(bootcamp=bootcamp.pk).status_code == 502
    stripe_server.end_faults()
    intent = shopper.session(bootcamp=bootcamp.pk)
    assert live_intents(stripe_server) == [intent]


def test_unpaid_sessions_are_given_up_after_a_day_and_at_the_start(
    stripe_server: StripeServer,
) -> None:
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=make_bootcamp().pk)
    purchase = Purchase.objects.get()
    assert settle(purchase=purchase).purchase.state == PurchaseState.PENDING
    Purchase.objects.update(created_at=from_now(hours=-25))
    assert settle(purchase=purchase).purchase.state == PurchaseState.FAILED
    assert stripe_server.intent(intent)["status"] == "canceled"


def test_a_visitor_without_a_cookie_gets_one_that_pages_cannot_read(
    stripe_server: StripeServer, client: Client
) -> None:
    shopper = Shopper(stripe_server, client=client)
    answer = shopper.ask_session(bootcamp=make_bootcamp().pk)
    cookie = answer.cookies["checkout"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert cookie["max-age"] == int(timedelta(days=30).total_seconds())
    assert cookie.value not in str(Purchase.objects.values())


def test_a_provider_that_hangs_keeps_one_caller_waiting_and_not_the_site(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(payment_provider, "ANSWER_SECONDS", 0.5)
    payment_provider.client.cache_clear()
    bootcamp = make_bootcamp()
    stripe_server.fault(kind="timeout", path="/v1/payment_intents", times=None)
    first = Shopper(stripe_server, email="first@example.test")
    assert first.ask_session(bootcamp=bootcamp.pk).status_code == 502
    asked = len(stripe_server.requests())
    assert 1 <= asked <= 2
    for number in range(5):
        shopper = Shopper(stripe_server, email=f"{number}@example.test")
        assert shopper.ask_session(bootcamp=bootcamp.pk).status_code == 502
    # Nobody after the first has even asked, so nobody has waited.
    assert len(stripe_server.requests()) == asked
    stripe_server.end_faults()
    assert first.ask_session(bootcamp=bootcamp.pk).status_code == 200


def test_after_a_while_one_caller_asks_a_hanging_provider_again() -> None:
    breaker = payment_provider.CircuitBreaker()
    breaker.before_call()
    breaker.open()
    with pytest.raises(ProviderDown):
        breaker.before_call()
    breaker._ends_at = time.monotonic() - 1
    breaker.before_call()
    with pytest.raises(ProviderDown):
        breaker.before_call()
    breaker.close()
    breaker.before_call()


def test_a_key_without_the_right_to_take_payments_is_a_provider_that_is_away(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp()
    stripe_server.fault(kind="status", status=403, path="/v1/payment_intents", times=None)
    shopper = Shopper(stripe_server)
    assert shopper.ask_session(bootcamp=bootcamp.pk).status_code == 502
    stripe_server.end_faults()
    assert shopper.ask_session(bootcamp=bootcamp.pk).status_code == 200


def test_the_next_person_at_the_same_computer_buys_for_themselves(
    stripe_server: StripeServer,
) -> None:
    anna = make_user(email="anna@example.test")
    bootcamp = make_bootcamp()
    shopper = Shopper(stripe_server, email=anna.email, full_name="Anna A")
    shopper.client.force_login(anna, "allauth.account.auth_backends.AuthenticationBackend")
    begun = shopper.session(bootcamp=bootcamp.pk)
    kept = shopper.client.cookies["checkout"].value
    shopper.client.logout()
    shopper.client.cookies["checkout"] = kept
    shopper.email, shopper.full_name = "bert@example.test", "Bert B"
    purchase = shopper.buy(bootcamp=bootcamp.pk)
    run_jobs()
    assert (purchase.user_id, purchase.guest_email) == (None, "bert@example.test")
    assert purchase.stripe_payment_intent_id != begun
    readers = set(Message.objects.values_list("recipient", flat=True))
    assert readers == {"bert@example.test"}
    assert Purchase.objects.get(stripe_payment_intent_id=begun).state == "failed"
