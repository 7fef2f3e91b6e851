"""The rest of a bundle through the front door: who gets it at which price, and only once."""

from datetime import datetime
from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.messaging.models import Message
from frontrow.sales.changes.handing_over import accept_offer, offer_seat
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import Enrollment, Purchase, UpgradeCredit
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.rebuilding import rebuild_purchases
from frontrow.sales.reconciliation.sweep import sweep_unfinished
from frontrow.sales.refunds.requests import request_refund
from tests.factories import (
    DisputeFactory,
    enrollment_of,
    from_now,
    make_bootcamp,
    make_purchase,
    make_user,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.paying import signed_in
from tests.sales.buying import Shopper, statements
from tests.sales.handing_over import FAY, offered_token
from tests.sales.losing import lose
from tests.sales.upgrading import a_bundle, bootcamp_ids, offers, shopper_for, told

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_owner_of_one_gets_the_others_for_the_difference(stripe_server: StripeServer) -> None:
    bundle, (build, launch, market) = a_bundle()
    shopper = shopper_for(stripe_server, make_user())
    assert offers(shopper) == []
    base = shopper.buy(bootcamp=build.pk)
    (offer,) = offers(shopper)
    assert (offer["bundlePrice"], offer["paid"], offer["price"]) == ("2995.00", "995.00", "2000.00")
    assert [one["name"] for one in offer["missing"]] == ["Launch Bootcamp", "Market Bootcamp"]
    assert offer["isPayable"]

    upgrade = shopper.buy(bundle=bundle.pk)
    assert (upgrade.total_amount, upgrade.package_name) == (
        Decimal(2000),
        "Complete Bundle upgrade",
    )
    assert bootcamp_ids(upgrade) == [launch.pk, market.pk]
    assert sum(one.paid for one in upgrade.enrollments.all()) == 2000
    assert list(upgrade.upgrades.all()) == [base]
    assert UpgradeCredit.objects.get().amount == 995
    assert stripe_server.ledger()["totals"]["captured"] == 299_500
    assert violations() == []

    # Nothing is missing now: no offer, and no bundle.
    facts = shopper.client.get("/api/checkout").json()
    assert (facts["upgrades"], facts["ownedBundleIds"]) == ([], [str(bundle.pk)])
    assert told(shopper.ask_session(bundle=bundle.pk)) == (409, "already_owned")
    assert Message.objects.filter(subject__startswith="Confirmed: Complete Bundle upgrade").exists()


def test_a_visitor_pays_the_plain_price_until_they_sign_in(stripe_server: StripeServer) -> None:
    bundle, (build, *_) = a_bundle()
    user = make_user()
    make_purchase(bootcamp=build, user=user)
    visitor = Shopper(stripe_server, email=user.email)
    plain = visitor.session(bundle=bundle.pk)
    assert stripe_server.intent(plain)["amount"] == 299_500
    visitor.client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    cheaper = visitor.session(bundle=bundle.pk)
    assert stripe_server.intent(cheaper)["amount"] == 200_000
    assert Purchase.objects.get(stripe_payment_intent_id=plain).cancel_reason == "replaced"
    # Typing goes on with the same payment.
    assert visitor.session(bundle=bundle.pk) == cheaper


def test_a_graduate_whose_class_is_long_over_gets_the_rest(stripe_server: StripeServer) -> None:
    bundle, (_, launch, market) = a_bundle()
    user = make_user()
    past = make_bootcamp(name="Build Bootcamp", starts_at=from_now(days=-200))
    make_purchase(bootcamp=past, user=user, total_amount=Decimal(795))
    upgrade = shopper_for(stripe_server, user).buy(bundle=bundle.pk)
    assert (upgrade.total_amount, bootcamp_ids(upgrade)) == (Decimal(2200), [launch.pk, market.pk])


def test_only_what_is_missing_must_be_on_sale(stripe_server: StripeServer) -> None:
    bundle, (build, launch, _) = a_bundle(seats=(1, 1, 1))
    user = make_user()
    make_purchase(bootcamp=build, user=user)
    shopper = shopper_for(stripe_server, user)
    assert shopper.ask_session(bundle=bundle.pk).status_code == 200
    make_purchase(bootcamp=launch)
    assert told(shopper.ask_session(bundle=bundle.pk)) == (409, "sold_out")
    assert [one["availableSeats"] for one in offers(shopper)] == [0]
    Bootcamp.objects.filter(pk=launch.pk).update(status="archived")
    assert offers(shopper) == []


def test_what_counts_and_what_does_not(stripe_server: StripeServer) -> None:
    """A moved seat counts with what its first one cost; part refunds and strangers' money don't."""
    bundle, (build, _, _) = a_bundle()
    later = make_bootcamp(name="Build  bootcamp", price=Decimal(500))
    user = make_user()
    shopper = shopper_for(stripe_server, user)
    base = shopper.buy(bootcamp=build.pk)
    move_seat(enrollment_id=enrollment_of(base).pk, bootcamp_id=later.pk, theirs=Q(), mover=Mover())
    assert [one["paid"] for one in offers(shopper)] == ["995.00"]
    request_refund(purchase_id=base.pk, reason="admin", amount=Decimal(100))
    assert [one["paid"] for one in offers(shopper)] == ["895.00"]
    run_jobs()
    assert [one["paid"] for one in offers(shopper)] == ["895.00"]

    # Handed over, it is not theirs any more; the new holder owns it and has paid nothing.
    seat = Enrollment.objects.get(purchase=base, ended_at=None)
    offer_seat(
        enrollment_id=seat.pk,
        theirs=Q(),
        to_email=FAY["email"],
        to_name=FAY["name"],
        asked_by=None,
    )
    accept_offer(token=offered_token())
    assert offers(shopper) == []
    fay = make_user(email="fay@example.test")
    Enrollment.objects.filter(purchase=base, ended_at=None).update(holder=fay, holder_email="")
    assert offers(shopper_for(stripe_server, fay)) == []
    Bundle.objects.filter(pk=bundle.pk).update(price=Decimal(2500))
    assert [(one["paid"], one["price"]) for one in offers(shopper_for(stripe_server, fay))] == [
        ("0.00", "2500.00")
    ]


def test_a_gift_signed_in_for_gets_only_what_is_missing(stripe_server: StripeServer) -> None:
    """The price is the same; the payment begun before signing in was for more."""
    bundle, (build, launch, market) = a_bundle()
    Bundle.objects.filter(pk=bundle.pk).update(price=Decimal(2500))
    user = make_user()
    make_purchase(
        bootcamp=build,
        user=user,
        is_complimentary=True,
        total_amount=0,
        stripe_payment_intent_id=None,
    )
    visitor = Shopper(stripe_server, email=user.email)
    visitor.session(bundle=bundle.pk)
    visitor.client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    upgrade = visitor.buy(bundle=bundle.pk)
    assert (upgrade.total_amount, bootcamp_ids(upgrade)) == (Decimal(2500), [launch.pk, market.pk])


def test_while_a_bank_disputes_it_there_is_no_upgrade(stripe_server: StripeServer) -> None:
    bundle, (build, *_) = a_bundle()
    user = make_user()
    DisputeFactory.create(purchase=make_purchase(bootcamp=build, user=user))
    shopper = shopper_for(stripe_server, user)
    assert offers(shopper) == []
    assert told(shopper.ask_session(bundle=bundle.pk)) == (409, "payment_disputed")


def test_with_nothing_left_to_pay_it_says_what_to_do(stripe_server: StripeServer) -> None:
    bundle, (build, *_) = a_bundle()
    user = make_user()
    make_purchase(bootcamp=build, user=user, total_amount=Decimal(3000))
    shopper = shopper_for(stripe_server, user)
    assert [(one["price"], one["isPayable"]) for one in offers(shopper)] == [("0.00", False)]
    assert told(shopper.ask_session(bundle=bundle.pk)) == (409, "nothing_to_pay")
    assert not Purchase.objects.filter(state="pending").exists()


def test_in_two_browsers_the_second_ends_the_first(stripe_server: StripeServer) -> None:
    """One payment lowers one price: else two sets of seats could be had for one class paid."""
    bundle, (build, *_) = a_bundle()
    user = make_user()
    make_purchase(bootcamp=build, user=user)
    phone, laptop = (shopper_for(stripe_server, user) for _ in range(2))
    first = phone.pay(bundle=bundle.pk)
    second = laptop.pay(bundle=bundle.pk)
    assert phone.complete(first).json()["status"] == "pending"
    assert laptop.complete(second).json()["status"] == "completed"
    run_jobs()
    assert phone.complete(first).json()["code"] == "not_charged"
    assert stripe_server.ledger()["totals"]["captured"] == 200_000
    assert violations() == []


def test_two_tabs_share_one_payment(stripe_server: StripeServer) -> None:
    bundle, (build, *_) = a_bundle()
    user = make_user()
    make_purchase(bootcamp=build, user=user)
    client = signed_in(user)
    tabs = [shopper_for(stripe_server, user, client) for _ in range(2)]
    tabs[0].client.get("/api/checkout")
    intents = {tab.session(bundle=bundle.pk) for tab in tabs}
    assert len(intents) == 1
    tabs[0].confirm(*intents)
    assert [tab.complete(*intents).json()["status"] for tab in tabs] == ["completed"] * 2
    assert stripe_server.ledger()["totals"]["captured"] == 200_000


def test_what_counted_cannot_be_refunded_and_the_low_price_paid_after_it(
    stripe_server: StripeServer,
) -> None:
    bundle, (build, launch, _) = a_bundle()
    user = make_user()
    shopper = shopper_for(stripe_server, user)
    base = shopper.buy(bootcamp=build.pk)
    intent = shopper.pay(bundle=bundle.pk)
    request_refund(purchase_id=base.pk, reason="first_session")
    upgrade = Purchase.objects.get(stripe_payment_intent_id=intent)
    assert (upgrade.state, upgrade.cancel_reason) == ("canceling", "replaced")
    assert shopper.complete(intent).json()["status"] == "pending"
    run_jobs()
    Purchase.objects.update(state_since=from_now(minutes=-5))
    sweep_unfinished(timestamp=0)
    run_jobs()
    assert shopper.complete(intent).json()["code"] == "not_charged"
    assert stripe_server.ledger()["totals"] == {
        **stripe_server.ledger()["totals"],
        "captured": 99_500,
        "refunded": 99_500,
    }
    assert not Enrollment.objects.filter(bootcamp=launch, purchase__state="completed").exists()
    # Asked anew it is the plain bundle.
    assert stripe_server.intent(shopper.session(bundle=bundle.pk))["amount"] == 299_500


def test_a_restore_brings_the_upgrade_back_with_what_counted(stripe_server: StripeServer) -> None:
    bundle, (build, launch, market) = a_bundle()
    user = make_user()
    # Payments are dated to the second: an account of the same second could be somebody else's.
    User.objects.filter(pk=user.pk).update(created_at=from_now(days=-1))
    shopper = shopper_for(stripe_server, user)
    since: datetime = from_now(minutes=-1)
    base = shopper.buy(bootcamp=build.pk)
    upgrade = shopper.buy(bundle=bundle.pk)
    run_jobs()
    UpgradeCredit.objects.all().delete()
    for lost in (upgrade, base):
        lose(lost)
    assert rebuild_purchases(since=since) == {"rebuilt": 2}
    again = Purchase.objects.get(pk=upgrade.pk)
    assert (again.total_amount, again.package_name) == (Decimal(2000), "Complete Bundle upgrade")
    assert bootcamp_ids(again) == [launch.pk, market.pk]
    credit = UpgradeCredit.objects.get()
    assert (credit.purchase_id, credit.base_id, credit.amount) == (
        upgrade.pk,
        base.pk,
        Decimal(995),
    )
    assert offers(shopper) == []
    assert violations() == []


def test_an_upgrade_takes_at_most_twenty_statements(stripe_server: StripeServer) -> None:
    bundle, (build, *_) = a_bundle(includes_coaching=True)
    user = make_user()
    make_purchase(bootcamp=build, user=user)
    shopper = shopper_for(stripe_server, user)
    shopper.client.get("/api/checkout")
    with CaptureQueriesContext(connection) as asked:
        intent = shopper.session(bundle=bundle.pk)
        assert shopper.hold(intent).status_code == 200
        shopper.confirm(intent)
        assert shopper.complete(intent).json()["status"] == "completed"
    # Each call asks who is signed in, whatever it is for.
    gate = ('FROM "sessions"', 'FROM "users"')
    own = [sql for sql in statements(asked) if not any(words in sql for words in gate)]
    assert len(own) <= 20, "\n".join(sql[:110] for sql in own)
