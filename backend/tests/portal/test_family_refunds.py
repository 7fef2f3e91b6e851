"""Money back of a purchase that an upgrade stands on: all together, or what the rule leaves."""

from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.sales.models import Purchase
from frontrow.sales.reconciliation.invariants import violations
from tests.factories import make_admin, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.paying import ask_refund, billing, held, signed_in
from tests.sales.test_upgrading import a_bundle, shopper_for

pytestmark = pytest.mark.django_db(transaction=True)

Family = tuple[Client, Purchase, Purchase, list[Bootcamp]]


@pytest.fixture
def family(stripe_server: StripeServer) -> Family:
    """Somebody who bought Build for $995 and the other two for $2,000."""
    bundle, steps = a_bundle()
    shopper = shopper_for(stripe_server, make_user())
    base = shopper.buy(bootcamp=steps[0].pk)
    upgrade = shopper.buy(bundle=bundle.pk)
    run_jobs()
    return shopper.client, base, upgrade, steps


def terms(client: Client, purchase: Purchase) -> dict[str, Any]:
    found: dict[str, Any] = next(
        entry["refund"] for entry in billing(client) if entry["id"] == purchase.pk
    )
    return found


def states(*purchases: Purchase) -> list[str]:
    return [Purchase.objects.get(pk=one.pk).state for one in purchases]


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
    assert not Seat.objects.exclude(enrolment_id=None).exists()
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
    assert "$5.00 would be refunded. Contact us" in shown["words"]
    status, told = ask_refund(client, base)
    assert (status, told["code"]) == (409, "no_refund_due")
    assert told["message"] == shown["words"]
    run_jobs()
    assert (states(base), refunded(stripe_server)) == (["completed"], 0)


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
