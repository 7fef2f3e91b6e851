"""Upgrades at once: no seat twice, no price kept whose reason was refunded; each with a control."""

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bundle
from frontrow.portal import billing
from frontrow.sales.checkout import own_purchases
from frontrow.sales.checkout.completing import CANCEL_AFTER
from frontrow.sales.enrollment.upgrades import built_on
from frontrow.sales.models import Purchase, PurchaseState
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement import settling
from tests.factories import make_purchase, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.lock_waits import until_somebody_waits
from tests.portal.paying import ask_refund, signed_in
from tests.races.crowd import all_at_once
from tests.races.unlocked import look_then_take
from tests.sales.buying import Shopper
from tests.sales.upgrading import a_bundle
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

OWNERS = size("UPGRADE_OWNERS")
SEATS = max(OWNERS // 10, 2)


def an_owner(stripe: StripeServer, bundle: Bundle, number: int = 0) -> tuple[Shopper, Purchase]:
    """Somebody who has the first step, at a browser and a network of their own."""
    user: User = make_user()
    first = bundle.bootcamps.order_by("step", "starts_at").first()
    base = make_purchase(bootcamp=first, user=user, stripe_payment_intent_id=f"pi_base{user.pk}")
    address = f"10.9.{number // 250}.{number % 250 + 1}"
    shopper = Shopper(stripe, email=user.email, client=signed_in(user), address=address)
    return shopper, base


def upgrading_at_once(stripe: StripeServer) -> Counter[str]:
    """Every card has agreed; then all ask for their seats in the same moment."""
    bundle, _ = a_bundle(seats=(OWNERS, SEATS, SEATS))
    acts: list[Callable[[], Any]] = []
    for number in range(OWNERS):
        shopper, _ = an_owner(stripe, bundle, number)
        intent = shopper.session(bundle=bundle.pk)
        assert shopper.confirm(intent)["status"] == "requires_capture"
        acts.append(partial(shopper.complete, intent))
    outcomes = all_at_once(acts)
    assert not [one for one in outcomes if isinstance(one, Exception)], outcomes
    # Whoever was told at once that it is sold out is let go a little later.
    run_jobs(within=CANCEL_AFTER)
    return Counter(Purchase.objects.filter(is_bundle=True).values_list("state", flat=True))


def test_of_all_owners_only_as_many_as_there_are_seats_are_charged(
    stripe_server: StripeServer,
) -> None:
    states = upgrading_at_once(stripe_server)
    assert states == {"completed": SEATS, "failed": OWNERS - SEATS}
    totals = stripe_server.ledger()["totals"]
    assert (totals["captured"], totals["refunded"]) == (SEATS * 200_000, 0)
    assert violations() == []


def test_control_seats_taken_without_a_lock_charge_too_many(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "take_seats", look_then_take())
    assert upgrading_at_once(stripe_server)["completed"] > SEATS


def price_asked_while_the_first_is_refunded(stripe: StripeServer) -> int:
    """The refund has begun and is not written yet when the rest of the bundle is asked for."""
    bundle, _ = a_bundle()
    shopper, base = an_owner(stripe, bundle)
    shopper.client.get("/api/checkout")
    intents: list[Any] = []
    asking = threading.Thread(
        target=lambda: intents.extend(all_at_once([partial(shopper.session, bundle=bundle.pk)]))
    )
    with transaction.atomic():
        request_refund(purchase_id=base.pk, reason="first_session")
        asking.start()
        until_somebody_waits()
    asking.join(timeout=60)
    cents: int = stripe.intent(intents[0])["amount"]
    return cents


def test_what_is_being_refunded_lowers_no_price(stripe_server: StripeServer) -> None:
    assert price_asked_while_the_first_is_refunded(stripe_server) == 299_500


def test_control_without_the_claim_the_low_price_outlives_the_refund(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_purchases, "claim_counted", lambda **_: True)
    assert price_asked_while_the_first_is_refunded(stripe_server) == 200_000


def refund_while_the_upgrade_is_charged(stripe: StripeServer) -> tuple[str, str]:
    """Its seats are being kept when the first asks for its refund: the states afterwards."""
    bundle, _ = a_bundle()
    shopper, base = an_owner(stripe, bundle)
    upgrade = Purchase.objects.get(
        stripe_payment_intent_id=shopper.session(bundle=bundle.pk), state=PurchaseState.PENDING
    )
    asking = threading.Thread(
        target=lambda: all_at_once([partial(ask_refund, shopper.client, base)])
    )
    with transaction.atomic():
        Purchase.objects.select_for_update().get(pk=upgrade.pk)
        asking.start()
        until_somebody_waits()
        Purchase.objects.filter(pk=upgrade.pk).update(state=PurchaseState.CAPTURING)
    asking.join(timeout=60)
    first, second = (Purchase.objects.get(pk=one.pk).state for one in (base, upgrade))
    return first, second


def test_the_first_is_not_refunded_alone_while_the_upgrade_is_charged(
    stripe_server: StripeServer,
) -> None:
    assert refund_while_the_upgrade_is_charged(stripe_server) == ("completed", "capturing")


def test_control_without_the_lock_the_low_price_is_charged_and_the_first_refunded(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(billing, "built_on", lambda purchase, **_: built_on(purchase))
    assert refund_while_the_upgrade_is_charged(stripe_server) == ("refunding", "capturing")
