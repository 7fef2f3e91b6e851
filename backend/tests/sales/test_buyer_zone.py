"""The zone a buyer's browser is in: kept with the purchase, heeded in emails, and forgotten."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.backoffice.retention import forget
from frontrow.messaging.models import Message
from frontrow.sales.buyers.account_removal import remove_account
from frontrow.sales.models import Purchase, PurchaseState
from tests.factories import from_now, make_bootcamp, make_bundle, make_purchase, make_user
from tests.fakes.stripe import StripeServer
from tests.sales.buying import Shopper, statements

pytestmark = pytest.mark.django_db(transaction=True)

DASH = "\N{EN DASH}"
SUMMER = datetime(2099, 7, 9, 22, tzinfo=UTC)


def zone_kept() -> str:
    return Purchase.objects.get().buyer_timezone


def ask(shopper: Shopper, bootcamp: int, **told: Any) -> None:
    assert shopper.ask_session(bootcamp=bootcamp, **told).status_code == 200


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ({"timezone": "America/Los_Angeles"}, "America/Los_Angeles"),
        ({"timezone": "Asia/Calcutta"}, "Asia/Kolkata"),
        ({"timezone": "Africa/Nairobi"}, "Africa/Nairobi"),
        ({}, ""),
        ({"timezone": "Moon/Tycho"}, ""),
        ({"timezone": "x" * 10_000}, ""),
        ({"timezone": None}, ""),
        ({"timezone": {"a": 1}}, ""),
    ],
)
def test_a_known_zone_is_kept_and_anything_else_stops_no_sale(
    stripe_server: StripeServer, told: dict[str, Any], kept: str
) -> None:
    ask(Shopper(stripe_server), make_bootcamp().pk, **told)
    assert zone_kept() == kept


def test_a_zone_told_later_is_kept_without_troubling_the_provider(
    stripe_server: StripeServer,
) -> None:
    shopper, bootcamp = Shopper(stripe_server), make_bootcamp()
    ask(shopper, bootcamp.pk)
    before = stripe_server.intent(str(Purchase.objects.get().stripe_payment_intent_id))
    ask(shopper, bootcamp.pk, timezone="Europe/London")
    assert zone_kept() == "Europe/London"
    # A call without a zone takes nothing away.
    ask(shopper, bootcamp.pk)
    assert zone_kept() == "Europe/London"
    assert stripe_server.intent(before["id"]) == before
    shopper.full_name = "Ada King"
    ask(shopper, bootcamp.pk, timezone="Europe/London")
    assert stripe_server.intent(before["id"])["metadata"]["buyer"] == "Ada King"


def test_a_bundle_bought_from_kolkata_costs_no_statement_more_and_both_emails_say_its_time(
    stripe_server: StripeServer,
) -> None:
    members = [
        make_bootcamp(
            name=f"Step {step}",
            starts_at=SUMMER + timedelta(days=step),
            ends_at=SUMMER + timedelta(days=step, hours=3),
            includes_coaching=True,
        )
        for step in range(3)
    ]
    bundle = make_bundle(bootcamps=members)
    shopper = Shopper(stripe_server)
    with CaptureQueriesContext(connection) as session:
        answer = shopper.ask_session(bundle=bundle.pk, timezone="Asia/Calcutta")
    intent = answer.json()["paymentIntentId"]
    with CaptureQueriesContext(connection) as hold:
        assert shopper.hold(intent, phone="+15550100199", smsConsent=True).status_code == 200
    shopper.confirm(intent)
    with CaptureQueriesContext(connection) as completion:
        assert shopper.complete(intent).json()["status"] == "completed"
    counted = [len(statements(part)) for part in (session, hold, completion)]
    assert sum(counted) <= 20, counted
    confirmation, welcome = Message.objects.order_by("pk")
    for day, name in enumerate(("Fri", "Sat", "Sun"), start=10):
        own = f"{name}, Jul {day} at 3:30 {DASH} 6:30 AM your time (Asia/Kolkata)"
        assert own in confirmation.content
    assert f"Fri, Jul 10 at 3:30 {DASH} 6:30 AM your time (Asia/Kolkata)" in welcome.content


def test_a_deleted_account_leaves_its_receipts_without_a_place() -> None:
    user = make_user()
    purchase = make_purchase(user=user, buyer_timezone="Asia/Kolkata")
    remove_account(user=user)
    purchase.refresh_from_db()
    assert (purchase.user_id, purchase.guest_email, purchase.buyer_timezone) == (
        None,
        user.email,
        "",
    )


def test_who_did_not_buy_is_forgotten_with_their_zone() -> None:
    old, new = (
        make_purchase(
            user=None,
            state=PurchaseState.FAILED,
            buyer_timezone="Asia/Kolkata",
            completed_at=None,
            checkout_key=f"key-{days}",
        )
        for days in (31, 29)
    )
    for purchase, days in ((old, 31), (new, 29)):
        Purchase.objects.filter(pk=purchase.pk).update(state_since=from_now(days=-days))
    forget(what="purchases never paid")
    zones = Purchase.objects.order_by("pk").values_list("buyer_timezone", flat=True)
    assert list(zones) == ["", "Asia/Kolkata"]
