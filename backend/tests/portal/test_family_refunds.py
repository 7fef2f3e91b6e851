"""Money back of a purchase that an upgrade stands on: all together, or what the rule leaves."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from frontrow.catalogue.models import Bootcamp, Bundle, Seat
from frontrow.messaging.models import Message
from frontrow.portal.refund_terms import NOTHING_DUE_ALONE
from frontrow.sales.class_changes.worth import worth_of
from frontrow.sales.models import EndedBecause, Purchase
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import enrollment_of, make_admin, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.paying import ask_refund, billing, held, signed_in
from tests.sales.upgrading import a_bundle, shopper_for, states

pytestmark = pytest.mark.django_db(transaction=True)

Family = tuple[Client, Purchase, Purchase, list[Bootcamp]]


@pytest.fixture
def family(stripe_server: StripeServer) -> Family:
    """Somebody who bought Build for $995 and the other two for $2,000."""
    return a_family(stripe_server)


def a_family(stripe: StripeServer, price: Decimal = Decimal("2995.00")) -> Family:
    bundle, steps = a_bundle()
    Bundle.objects.filter(pk=bundle.pk).update(price=price)
    shopper = shopper_for(stripe, make_user())
    base = shopper.buy(bootcamp=steps[0].pk)
    upgrade = shopper.buy(bundle=bundle.pk)
    run_jobs()
    return shopper.client, base, upgrade, steps


def entry(client: Client, purchase: Purchase) -> dict[str, Any]:
    return next(one for one in billing(client) if one["id"] == purchase.pk)


def terms(client: Client, purchase: Purchase) -> dict[str, Any]:
    found: dict[str, Any] = entry(client, purchase)["refund"]
    return found


def give_back(client: Client, purchase: Purchase) -> tuple[int, dict[str, Any]]:
    """The only bootcamp of it, alone."""
    seat = enrollment_of(purchase)
    return ask_refund(client, purchase, enrollmentId=seat.pk)


def left(*purchases: Purchase) -> list[Decimal]:
    found = [Purchase.objects.get(pk=one.pk) for one in purchases]
    return [one.total_amount - one.refunded_amount for one in found]


def refunded(stripe: StripeServer) -> int:
    total: int = stripe.ledger()["totals"]["refunded"]
    return total


def test_before_the_first_session_ends_the_first_takes_the_upgrade_along(
    family: Family, stripe_server: StripeServer
) -> None:
    client, base, upgrade, _ = family
    shown = terms(client, base)
    assert (shown["covered"], shown["amount"]) == (True, "2995.00")
    assert "This also refunds Complete Bundle upgrade" in shown["words"]
    status, told = ask_refund(client, base)
    assert (status, told["purchase"]["isRefunding"]) == (200, True)
    assert states(base, upgrade) == ["refunding", "refunding"]
    run_jobs()
    assert states(base, upgrade) == ["refunded", "refunded"]
    assert refunded(stripe_server) == 299_500
    assert not Seat.objects.exclude(enrollment_id=None).exists()
    assert violations() == []


def test_the_upgrade_alone_goes_back_by_its_own_terms_and_then_the_first(
    family: Family, stripe_server: StripeServer
) -> None:
    client, base, upgrade, _ = family
    assert terms(client, upgrade)["amount"] == "2000.00"
    assert ask_refund(client, upgrade)[0] == 200
    run_jobs()
    assert states(base, upgrade) == ["completed", "refunded"]
    assert refunded(stripe_server) == 200_000
    # Nothing stands on it any more.
    shown = terms(client, base)
    assert (shown["covered"], shown["amount"]) == (True, "995.00")
    assert "also" not in shown["words"]
    assert ask_refund(client, base)[0] == 200
    run_jobs()
    assert refunded(stripe_server) == 299_500


def test_after_the_familys_first_session_the_first_alone_gives_back_what_the_rule_leaves(
    family: Family, stripe_server: StripeServer
) -> None:
    """Launch was held first, so Build alone would still be covered: $2,995 - $2,990 is left."""
    client, base, _, (_, launch, _) = family
    held(launch, days_ago=1)
    shown = terms(client, base)
    assert (shown["covered"], shown["amount"]) == (False, "5.00")
    assert "so $5.00 would be refunded." in shown["words"]
    status, told = ask_refund(client, base)
    assert (status, told["code"]) == (409, "no_refund_due")
    assert told["message"] == shown["words"]
    run_jobs()
    assert (states(base), refunded(stripe_server)) == (["completed"], 0)


@pytest.mark.parametrize("is_all_covered", [True, False])
def test_the_first_alone_goes_back_for_what_the_rule_leaves(
    family: Family, stripe_server: StripeServer, is_all_covered: bool
) -> None:
    client, base, upgrade, (build, launch, _) = family
    if not is_all_covered:
        held(launch, days_ago=1)
    (part,) = entry(client, base)["parts"]
    assert (part["amount"], part["stays"], part["refusal"]) == ("5.00", "2990.00", "")
    assert "what you keep isn't a bundle and costs its full price" in part["words"]
    assert give_back(client, base)[0] == 200
    run_jobs()
    assert refunded(stripe_server) == 500
    assert states(base, upgrade) == ["completed", "completed"]
    # What stays paid is the list price of what is kept.
    assert sum(left(base, upgrade)) == Decimal("2990.00")
    assert enrollment_of(base).ended_because == EndedBecause.REFUNDED
    assert not Seat.objects.filter(bootcamp=build).exclude(enrollment_id=None).exists()
    assert Seat.objects.exclude(enrollment_id=None).count() == 2
    assert violations() == []
    asked, sent = Message.objects.filter(category__in=["REFUND_REQUEST", "REFUND"]).order_by("pk")
    assert "Your refund of $5.00 for Build Bootcamp" in asked.content
    assert "the rest of your payment stays paid for it" in asked.content
    assert "your seat in Build Bootcamp has ended" in sent.content


def test_what_stayed_paid_goes_back_with_the_upgrade(
    family: Family, stripe_server: StripeServer
) -> None:
    client, base, upgrade, _ = family
    give_back(client, base)
    run_jobs()
    shown = terms(client, base)
    assert (shown["covered"], shown["amount"]) == (False, "990.00")
    assert "This was refunded while you kept Complete Bundle upgrade." in shown["words"]
    assert entry(client, base)["parts"] == []
    assert ask_refund(client, base)[0] == 409
    listed = client.get("/api/user/purchases").json()
    assert next(one["items"] for one in listed if one["id"] == base.pk) == []
    preview = f"/api/admin/purchases/{upgrade.pk}/refund-preview?amount=2000.00"
    words = " ".join(signed_in(make_admin()).get(preview).json()["effects"])
    assert f"$990.00 that stayed paid for Build Bootcamp (FR-{base.pk:06})" in words
    # The upgrade's refund is that of both.
    assert terms(client, upgrade)["amount"] == "2990.00"
    assert ask_refund(client, upgrade)[0] == 200
    run_jobs()
    assert states(base, upgrade) == ["refunded", "refunded"]
    assert refunded(stripe_server) == 299_500
    assert violations() == []


def test_a_canceled_class_is_worth_what_stayed_paid_when_its_seat_is_the_last(
    family: Family,
) -> None:
    client, base, upgrade, _ = family
    give_back(client, base)
    run_jobs()
    first, last = upgrade.enrollments.order_by("starts_at")
    assert [worth_of([each])[each.pk].along for each in (first, last)] == [[], []]
    assert ask_refund(client, upgrade, enrollmentId=first.pk)[0] == 200
    run_jobs()
    worth = worth_of([last])[last.pk]
    assert (worth.share, worth.along) == (left(upgrade)[0], [base])
    assert worth.amount == left(upgrade)[0] + Decimal("990.00")


def test_the_upgrade_waits_until_the_refund_of_the_first_alone_has_arrived(
    family: Family, stripe_server: StripeServer
) -> None:
    """Else what stays paid for the first would be left with nobody."""
    client, base, upgrade, _ = family
    give_back(client, base)
    status, told = ask_refund(client, upgrade)
    assert (status, told["code"]) == (409, "refund_in_progress")
    run_jobs()
    assert states(upgrade) == ["completed"]
    assert ask_refund(client, upgrade)[0] == 200
    run_jobs()
    assert refunded(stripe_server) == 299_500


def test_where_the_rule_leaves_nothing_the_first_alone_stays(stripe_server: StripeServer) -> None:
    client, base, _, _ = a_family(stripe_server, price=Decimal("2500.00"))
    (part,) = entry(client, base)["parts"]
    assert (part["amount"], part["refusal"]) == ("0.00", NOTHING_DUE_ALONE)
    status, told = give_back(client, base)
    assert (status, told["message"]) == (409, NOTHING_DUE_ALONE)
    assert enrollment_of(base).ended_at is None


def test_of_two_that_counted_both_go_back_alone_and_the_kept_one_costs_its_list_price(
    stripe_server: StripeServer,
) -> None:
    """$2,995 for $995 + $1,495 + $505: $505 comes back for Launch, then all of Build."""
    bundle, (build, launch, _) = a_bundle()
    shopper = shopper_for(stripe_server, make_user())
    first, second = (shopper.buy(bootcamp=one.pk) for one in (build, launch))
    upgrade = shopper.buy(bundle=bundle.pk)
    run_jobs()
    for purchase, back in ((second, "505.00"), (first, "995.00")):
        assert entry(shopper.client, purchase)["parts"][0]["amount"] == back
        assert give_back(shopper.client, purchase)[0] == 200
        run_jobs()
    assert left(first, second, upgrade) == [Decimal(0), Decimal("990.00"), Decimal("505.00")]
    assert violations() == []


def test_whoever_refunds_an_upgrade_locks_what_it_stands_on_first(family: Family) -> None:
    """As whoever refunds the first does: two who lock in turn would wait for each other."""
    client, _, upgrade, _ = family
    with CaptureQueriesContext(connection) as asked:
        assert ask_refund(client, upgrade)[0] == 200
    taken = [one["sql"] for one in asked if "FOR UPDATE" in one["sql"]]
    locks = [sql for sql in taken if '"purchases"' in sql]
    assert '"upgrade_credits"' in locks[0]
    assert locks[0].endswith('ORDER BY "purchases"."id" ASC FOR UPDATE')


def test_a_first_that_is_not_covered_itself_says_so(family: Family) -> None:
    client, base, _, (build, *_) = family
    held(build, days_ago=40)
    Purchase.objects.filter(pk=base.pk).update(completed_at=build.starts_at)
    shown = terms(client, base)
    assert (shown["covered"], shown["clause"]) == (False, None)
    assert "no longer refundable" in shown["words"]


def test_the_desk_is_told_what_stands_on_it(family: Family) -> None:
    _, base, upgrade, _ = family
    desk = signed_in(make_admin())
    preview = desk.get(f"/api/admin/purchases/{base.pk}/refund-preview?amount=995.00")
    assert preview.status_code == 200, preview.content
    words = " ".join(preview.json()["effects"])
    assert f"Complete Bundle upgrade (FR-{upgrade.pk:06}), which stays" in words
    assert "By the terms, $5.00 is due for this alone." in words
