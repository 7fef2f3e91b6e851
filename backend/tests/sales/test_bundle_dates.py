"""The buyer of a bundle chooses a date for each bootcamp: what may be chosen, and what follows."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from frontrow.catalogue.bundle_dates import with_date
from frontrow.catalogue.models import Bootcamp, BootcampStatus, Bundle
from frontrow.messaging.models import Message
from frontrow.sales.models import Purchase
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.rebuilding import rebuild_purchases
from tests.factories import (
    enrollment_of,
    from_now,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_user,
    seats_of,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.sales.bundle_dates import another, on
from tests.sales.buying import Shopper, statements
from tests.sales.losing import lose
from tests.sales.upgrading import a_bundle, bootcamp_ids, offers, shopper_for, told

pytestmark = pytest.mark.django_db(transaction=True)


def fill(bootcamp: Bootcamp) -> None:
    for _ in range(bootcamp.max_seats):
        make_purchase(bootcamp=bootcamp, user=None)


def test_the_chosen_date_is_what_is_bought_at_the_bundles_price(
    stripe_server: StripeServer,
) -> None:
    bundle, (build, launch, market) = a_bundle()
    cheaper = another(launch, price=Decimal(1000))
    shopper = Shopper(stripe_server)
    intent = shopper.session(bundle=bundle.pk, **on((launch, cheaper)))
    assert shopper.hold(intent).status_code == 200
    hold = shopper.client.get("/api/checkout").json()["hold"]
    assert (hold["bundleId"], hold["seatsIn"]) == (
        str(bundle.pk),
        sorted([build.pk, cheaper.pk, market.pk]),
    )
    shopper.confirm(intent)
    bought = shopper.complete(intent).json()["purchase"]
    assert {one["id"]: one["startDate"] for one in bought["bundle"]["bootcamps"]}.keys() == {
        build.pk,
        cheaper.pk,
        market.pk,
    }
    purchase = Purchase.objects.get(pk=bought["id"])
    assert purchase.total_amount == Decimal(2995)
    # When, and not how much: shared out as on the bundle's own dates.
    plain = Shopper(stripe_server, email="plain@example.test").buy(bundle=bundle.pk)
    parts = {one.bootcamp_id: (one.price, one.paid) for one in purchase.enrollments.all()}
    own = {one.bootcamp_id: (one.price, one.paid) for one in plain.enrollments.all()}
    assert parts[cheaper.pk] == own[launch.pk]
    assert parts[build.pk] == own[build.pk]
    chosen = enrollment_of(purchase, cheaper)
    assert (chosen.starts_at, chosen.ends_at) == (cheaper.starts_at, cheaper.ends_at)
    assert seats_of(purchase).filter(bootcamp=cheaper, held_until=None).count() == 1
    assert not seats_of(purchase).filter(bootcamp=launch).exists()
    assert violations() == []
    # Everything that is told later reads the same rows.
    run_jobs()
    email = Message.objects.get(
        purchase_id=purchase.pk, subject__startswith="Confirmed: Complete Bundle"
    )
    stamp = cheaper.starts_at.strftime("%Y%m%dT%H%M%SZ")
    files = "".join(file["text"] for file in email.attachments)
    assert f"DTSTART:{stamp}" in files
    assert f"DTSTART:{launch.starts_at.strftime('%Y%m%dT%H%M%SZ')}" not in files
    notes = stripe_server.intent(intent)["metadata"]
    assert notes["bootcamps"].split(",") == [str(one.pk) for one in (build, cheaper, market)]
    assert [Decimal(each) for each in notes["prices"].split(",")] == [995, 1495, 1495]


def test_who_chooses_nothing_gets_the_bundles_own_dates(stripe_server: StripeServer) -> None:
    bundle, steps = a_bundle()
    another(steps[0], starts_at=from_now(days=1))
    purchase = Shopper(stripe_server).buy(bundle=bundle.pk)
    assert bootcamp_ids(purchase) == [one.pk for one in steps]
    # And is refused in today's words where that date is full.
    fill_up, (build, *_) = a_bundle(seats=(1, 5, 5))
    fill(build)
    answer = Shopper(stripe_server, email="late@example.test").ask_session(bundle=fill_up.pk)
    assert (answer.status_code, answer.json()["message"]) == (409, "Build Bootcamp is sold out.")


def test_another_date_sells_the_bundle_whose_own_date_is_full_or_over(
    stripe_server: StripeServer,
) -> None:
    bundle, (build, launch, market) = a_bundle(seats=(1, 5, 5))
    fill(build)
    Bootcamp.objects.filter(pk=launch.pk).update(status=BootcampStatus.ARCHIVED)
    first, second = another(build), another(launch)
    purchase = Shopper(stripe_server).buy(bundle=bundle.pk, **on((build, first), (launch, second)))
    assert bootcamp_ids(purchase) == sorted([market.pk, first.pk, second.pk])
    assert violations() == []


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"max_seats": 0}, "sold_out", "is sold out."),
        ({"status": BootcampStatus.ARCHIVED}, "not_on_sale", "is no longer on sale."),
        ({"starts_at": from_now(hours=-1)}, "not_on_sale", "is no longer on sale."),
    ],
)
def test_a_date_that_is_full_or_closed_is_refused_by_its_date(
    stripe_server: StripeServer, change: dict[str, Any], code: str, words: str
) -> None:
    bundle, (build, *_) = a_bundle()
    date = another(build, **change)
    answer = Shopper(stripe_server).ask_session(bundle=bundle.pk, **on((build, date)))
    assert told(answer) == (409, code)
    assert answer.json()["message"] == f"{with_date(date)} {words}"
    assert not Purchase.objects.exists()


def test_what_is_no_date_of_the_bootcamp_is_refused(stripe_server: StripeServer) -> None:
    bundle, (build, launch, _) = a_bundle()
    other_course = another(build, name="Novel in Six Weeks")
    other_step = another(build, step=2)
    dearer = another(build, price=build.price + 1)
    draft = another(build, published_at=None)
    stranger = make_bootcamp()
    refused = [
        on((build, other_course)),
        on((build, other_step)),
        on((build, dearer)),
        on((build, draft)),
        on((build, launch)),
        # Not a bootcamp of this bundle.
        on((stranger, another(build))),
        {"chosenDates": [{"memberId": build.pk, "bootcampId": 2_000_000_000}]},
        {"chosenDates": [{"memberId": build.pk, "bootcampId": 0}]},
    ]
    shopper = Shopper(stripe_server)
    for choice in refused:
        assert told(shopper.ask_session(bundle=bundle.pk, **choice)) == (422, "invalid"), choice
    # The draft says no more than what is not there at all.
    unknown = shopper.ask_session(bundle=bundle.pk, **refused[-2]).json()
    assert shopper.ask_session(bundle=bundle.pk, **on((build, draft))).json() == unknown
    single = shopper.ask_session(bootcamp=build.pk, **on((build, another(build))))
    assert told(single) == (422, "invalid")
    assert not Purchase.objects.exists()


def test_two_members_of_a_kind_are_two_dates(stripe_server: StripeServer) -> None:
    first, second = (make_bootcamp(starts_at=from_now(days=days)) for days in (10, 20))
    third = make_bootcamp(starts_at=from_now(days=30))
    bundle: Bundle = make_bundle(bootcamps=[first, second])
    shopper = Shopper(stripe_server)
    assert told(shopper.ask_session(bundle=bundle.pk, **on((first, second)))) == (422, "invalid")
    twice = on((first, third), (second, third))
    assert told(shopper.ask_session(bundle=bundle.pk, **twice)) == (422, "invalid")
    swapped = shopper.buy(bundle=bundle.pk, **on((first, second), (second, third)))
    assert bootcamp_ids(swapped) == [second.pk, third.pk]


def test_dates_that_overlap_are_refused_unless_the_desk_put_them_together(
    stripe_server: StripeServer,
) -> None:
    bundle, (build, launch, _) = a_bundle()
    clash = another(build, starts_at=launch.starts_at + timedelta(hours=1))
    shopper = Shopper(stripe_server)
    answer = shopper.ask_session(bundle=bundle.pk, **on((build, clash)))
    assert told(answer) == (409, "dates_overlap")
    assert answer.json()["message"] == (
        f"{with_date(clash)} overlaps with Launch Bootcamp. Choose another date."
    )
    # One after the other on one evening is no overlap.
    after = another(build, starts_at=launch.ends_at)
    assert shopper.ask_session(bundle=bundle.pk, **on((build, after))).status_code == 200
    # What the bundle has by itself sells as it did.
    Bootcamp.objects.filter(pk=build.pk).update(starts_at=launch.starts_at, ends_at=launch.ends_at)
    plain = Shopper(stripe_server, email="b@example.test").buy(bundle=bundle.pk)
    assert plain.enrollments.count() == 3


def test_another_choice_is_another_payment_and_the_same_choice_is_the_same(
    stripe_server: StripeServer,
) -> None:
    bundle, (build, *_) = a_bundle()
    later = another(build)
    shopper = Shopper(stripe_server)
    own = shopper.session(bundle=bundle.pk)
    assert shopper.hold(own).status_code == 200
    chosen = shopper.session(bundle=bundle.pk, **on((build, later)))
    assert chosen != own
    assert shopper.session(bundle=bundle.pk, **on((build, later))) == chosen
    # The seats that were held for the first dates are free again.
    live = Purchase.objects.get(state="pending")
    assert (live.stripe_payment_intent_id, bootcamp_ids(live)[-1]) == (chosen, later.pk)
    assert not seats_of(*Purchase.objects.exclude(pk=live.pk)).exists()


def test_a_date_that_fills_up_before_the_pay_click_or_after_it_is_named(
    stripe_server: StripeServer,
) -> None:
    bundle, (build, *_) = a_bundle()
    last = another(build, max_seats=2)
    early, late = (
        Shopper(stripe_server, email=f"{name}@example.test", address=f"10.0.0.{number}")
        for number, name in enumerate(("early", "late"), start=1)
    )
    make_purchase(bootcamp=last, user=None)
    intents = [one.session(bundle=bundle.pk, **on((build, last))) for one in (early, late)]
    # The card of the first agrees before the seat goes; the other has not pressed Pay yet.
    assert early.confirm(intents[0])["status"] == "requires_capture"
    make_purchase(bootcamp=last, user=None)
    refused = late.hold(intents[1])
    assert told(refused) == (409, "sold_out")
    assert refused.json()["message"] == f"{with_date(last)} is sold out."
    lost = early.complete(intents[0])
    assert told(lost) == (409, "sold_out")
    words = f"{with_date(last)} has just sold out. You haven't been charged."
    assert lost.json()["message"] == words
    run_jobs()
    assert early.complete(intents[0]).json()["message"] == words
    totals = stripe_server.ledger()["totals"]
    assert (totals["captured"], totals["refunded"]) == (0, 0)
    assert violations() == []


def test_the_rest_of_a_bundle_is_taken_on_a_chosen_date(stripe_server: StripeServer) -> None:
    bundle, (build, launch, market) = a_bundle()
    shopper = shopper_for(stripe_server, make_user())
    shopper.buy(bootcamp=build.pk)
    later = another(launch)
    # Its own date is over: the rest is offered all the same, on the other.
    Bootcamp.objects.filter(pk=launch.pk).update(starts_at=from_now(hours=-1))
    assert [one["price"] for one in offers(shopper)] == ["2000.00"]
    # A choice for what turned out to be owned changes nothing.
    choice = on((launch, later), (build, another(build)))
    upgrade = shopper.buy(bundle=bundle.pk, **choice)
    assert (upgrade.total_amount, bootcamp_ids(upgrade)) == (
        Decimal(2000),
        sorted([later.pk, market.pk]),
    )
    # The kind is owned now, on whichever date.
    facts = shopper.client.get("/api/checkout").json()
    assert (facts["upgrades"], facts["ownedBundleIds"]) == ([], [str(bundle.pk)])


def test_without_any_date_left_the_rest_is_not_offered(stripe_server: StripeServer) -> None:
    _, (build, launch, _) = a_bundle()
    shopper = shopper_for(stripe_server, make_user())
    shopper.buy(bootcamp=build.pk)
    another(launch, price=launch.price + 1)
    Bootcamp.objects.filter(pk=launch.pk).update(starts_at=from_now(hours=-1))
    assert offers(shopper) == []


def test_a_restore_seats_the_buyer_on_the_chosen_date(stripe_server: StripeServer) -> None:
    bundle, (build, launch, market) = a_bundle()
    later = another(launch, price=Decimal(1000))
    since: datetime = from_now(minutes=-1)
    purchase = Shopper(stripe_server).buy(bundle=bundle.pk, **on((launch, later)))
    shares = {one.bootcamp_id: one.paid for one in purchase.enrollments.all()}
    run_jobs()
    lose(purchase)
    assert rebuild_purchases(since=since) == {"rebuilt": 1}
    again = Purchase.objects.get(pk=purchase.pk)
    assert bootcamp_ids(again) == sorted([build.pk, later.pk, market.pk])
    assert {one.bootcamp_id: one.paid for one in again.enrollments.all()} == shares
    assert seats_of(again).filter(held_until=None).count() == 3
    assert violations() == []


def test_the_catalogue_says_which_dates_there_are(stripe_server: StripeServer) -> None:
    _, (build, launch, market) = a_bundle(seats=(1, 5, 5))
    fill(build)
    later = another(build, max_seats=3)
    another(build, price=build.price + 1)
    another(build, published_at=None)
    another(launch, starts_at=from_now(hours=-1))
    [offer] = Shopper(stripe_server).client.get("/api/bundles").json()
    assert [one["dateIds"] for one in offer["bootcamps"]] == [
        [build.pk, later.pk],
        [launch.pk],
        [market.pk],
    ]
    assert (offer["availableSeats"], offer["seatsOnAnyDate"]) == (0, 3)


def test_a_bundle_on_chosen_dates_takes_at_most_twenty_statements(
    stripe_server: StripeServer,
) -> None:
    bundle, (build, launch, _) = a_bundle(includes_coaching=True)
    choice = on((build, another(build)), (launch, another(launch)))
    shopper = Shopper(stripe_server)
    shopper.client.get("/api/checkout")
    with CaptureQueriesContext(connection) as asked:
        intent = shopper.session(bundle=bundle.pk, **choice)
        assert shopper.hold(intent).status_code == 200
        shopper.confirm(intent)
        assert shopper.complete(intent).json()["status"] == "completed"
    own = statements(asked)
    assert len(own) <= 20, "\n".join(sql[:110] for sql in own)
