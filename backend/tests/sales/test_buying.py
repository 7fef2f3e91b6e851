"""Buying through the front door: session, hold, card, completion, and what each leaves behind."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.coaching.models import CoachingSession
from frontrow.messaging.models import Message, SmsConsent
from frontrow.sales.models import AccountInvitation, Purchase, PurchaseState
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import make_bootcamp, make_bundle, make_user, seats_of
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper, statements

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_guest_buys_a_bootcamp(stripe_server: StripeServer) -> None:
    bootcamp = make_bootcamp(price=Decimal("995.00"))
    shopper = Shopper(stripe_server)
    purchase = shopper.buy(bootcamp=bootcamp.pk)
    assert (purchase.state, purchase.total_amount) == ("completed", Decimal("995.00"))
    assert (purchase.terms_version, purchase.terms_accepted_at is not None) == ("2026-11", True)
    assert (purchase.card_brand, purchase.card_last4) == ("visa", "4242")
    seat = seats_of(purchase).get()
    assert (seat.bootcamp_id, seat.number, seat.held_until) == (bootcamp.pk, 1, None)
    assert stripe_server.ledger()["totals"]["captured"] == 99_500
    assert sorted(Message.objects.values_list("category", "recipient")) == [
        ("REGISTRATION_CONFIRM", "ada@example.test"),
        ("WELCOME", "ada@example.test"),
    ]
    invitation = AccountInvitation.objects.get()
    assert (invitation.email, invitation.purchase_ids) == ("ada@example.test", [purchase.pk])
    assert violations() == []


def test_the_answer_shows_what_was_bought_and_asking_again_gives_the_same(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp(name="Beginner Bootcamp", price=Decimal("995.00"))
    shopper = Shopper(stripe_server)
    intent = shopper.pay(bootcamp=bootcamp.pk)
    first = shopper.complete(intent, bootcampIds=[bootcamp.pk], bundleId=None)
    told = first.json()
    assert told["status"] == "completed"
    assert told["purchase"]["bootcamp"]["name"] == "Beginner Bootcamp"
    assert told["purchase"]["bootcamp"]["seatNumber"] == 1
    assert (told["purchase"]["totalAmount"], told["purchase"]["guestEmail"]) == (
        "995.00",
        "ada@example.test",
    )
    assert len(told["invitationToken"]) == 43
    assert shopper.complete(intent).json() == told
    assert Message.objects.count() == 2
    assert AccountInvitation.objects.count() == 1


def test_a_bundle_takes_a_seat_in_every_member_and_grants_its_coaching(
    stripe_server: StripeServer,
) -> None:
    bootcamps = [make_bootcamp(includes_coaching=step > 1, step=step) for step in (1, 2, 3)]
    bundle = make_bundle(bootcamps=bootcamps, price=Decimal("2995.00"))
    purchase = Shopper(stripe_server).buy(bundle=bundle.pk)
    assert (purchase.is_bundle, purchase.total_amount) == (True, Decimal("2995.00"))
    assert seats_of(purchase).filter(held_until=None).count() == 3
    assert CoachingSession.objects.filter(purchase_id=purchase.pk).count() == 2
    assert violations() == []


def test_whoever_is_signed_in_owns_the_purchase_and_gets_no_invitation(
    stripe_server: StripeServer,
) -> None:
    user = make_user()
    shopper = Shopper(stripe_server, email=user.email)
    shopper.client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    purchase = shopper.buy(bootcamp=make_bootcamp().pk)
    assert purchase.user == user
    assert not AccountInvitation.objects.exists()


def test_a_number_given_with_consent_becomes_a_consent_when_the_purchase_completes(
    stripe_server: StripeServer,
) -> None:
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=make_bootcamp().pk)
    assert shopper.hold(intent, phone="+1 555 010 0199", smsConsent=True).status_code == 200
    assert not SmsConsent.objects.exists()
    shopper.confirm(intent)
    shopper.complete(intent)
    consent = SmsConsent.objects.get()
    assert (consent.phone, consent.source) == ("+15550100199", "checkout")


def test_a_number_given_without_the_tick_is_no_consent(stripe_server: StripeServer) -> None:
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=make_bootcamp().pk)
    assert shopper.hold(intent, phone="+1 555 010 0199", smsConsent=False).status_code == 200
    shopper.confirm(intent)
    assert shopper.complete(intent).json()["status"] == "completed"
    assert Purchase.objects.get().guest_phone == "+15550100199"
    assert not SmsConsent.objects.exists()


def test_a_declined_card_leaves_everything_open_and_the_next_one_buys(
    stripe_server: StripeServer,
) -> None:
    bootcamp = make_bootcamp()
    shopper = Shopper(stripe_server)
    intent = shopper.session(bootcamp=bootcamp.pk)
    shopper.hold(intent)
    assert shopper.confirm(intent, "4000000000000002")["error"]["code"] == "card_declined"
    refused = shopper.complete(intent)
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "Your payment wasn't completed. You haven't been charged.",
    )
    assert Purchase.objects.get().state == PurchaseState.PENDING
    shopper.confirm(intent)
    assert shopper.complete(intent).json()["status"] == "completed"
    assert stripe_server.ledger()["totals"]["captured"] == 99_500


def test_a_purchase_is_three_calls_and_at_most_twenty_statements(
    stripe_server: StripeServer,
) -> None:
    bootcamps = [make_bootcamp(includes_coaching=True) for _ in range(3)]
    bundle = make_bundle(bootcamps=bootcamps)
    shopper = Shopper(stripe_server)
    with CaptureQueriesContext(connection) as session:
        intent = shopper.session(bundle=bundle.pk)
    with CaptureQueriesContext(connection) as hold:
        assert shopper.hold(intent, phone="+15550100199", smsConsent=True).status_code == 200
    shopper.confirm(intent)
    with CaptureQueriesContext(connection) as completion:
        assert shopper.complete(intent).json()["status"] == "completed"
    counted = [len(statements(part)) for part in (session, hold, completion)]
    assert counted[1] <= 5
    assert sum(counted) <= 20, counted
