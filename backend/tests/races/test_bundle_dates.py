"""Buyers of one bundle on different dates at once: no seat twice, no wait for each other."""

from collections import Counter
from functools import partial

import pytest

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.sales.checkout.completing import CANCEL_AFTER
from frontrow.sales.models import Purchase
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.settlement import settling
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.races.crowd import all_at_once
from tests.races.unlocked import look_then_take
from tests.sales.bundle_dates import another, on
from tests.sales.buying import Shopper
from tests.sales.upgrading import a_bundle

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 6


def agreed(stripe: StripeServer, number: int, **wanted: object) -> tuple[Shopper, str]:
    """A buyer whose card has agreed, and who is about to ask for the seats."""
    shopper = Shopper(
        stripe, email=f"buyer-{number}@example.test", address=f"10.8.{number // 250}.{number % 250}"
    )
    intent = shopper.session(**wanted)  # type: ignore[arg-type]
    assert shopper.confirm(intent)["status"] == "requires_capture"
    return shopper, intent


def states(bundle_buyers: list[tuple[Shopper, str]]) -> Counter[str]:
    outcomes = all_at_once([partial(shopper.complete, intent) for shopper, intent in bundle_buyers])
    assert not [one for one in outcomes if isinstance(one, Exception)], outcomes
    # Whoever was told at once that it is sold out is let go a little later.
    run_jobs(within=CANCEL_AFTER)
    theirs = Purchase.objects.filter(stripe_payment_intent_id__in=[one for _, one in bundle_buyers])
    return Counter(theirs.values_list("state", flat=True))


def test_two_who_crossed_their_dates_both_get_the_last_seats(stripe_server: StripeServer) -> None:
    """One takes the earlier first step and the later second, the other the reverse."""
    for number in range(ROUNDS):
        bundle, (build, launch, _) = a_bundle(seats=(1, 1, 2))
        other_build, other_launch = another(build, max_seats=1), another(launch, max_seats=1)
        buyers = [
            agreed(stripe_server, 2 * number, bundle=bundle.pk, **on((launch, other_launch))),
            agreed(stripe_server, 2 * number + 1, bundle=bundle.pk, **on((build, other_build))),
        ]
        assert states(buyers) == {"completed": 2}
        taken = Seat.objects.filter(
            bootcamp__in=[build, launch, other_build, other_launch], enrollment_id__isnull=False
        )
        assert taken.count() == 4
        assert violations() == []


def one_seat_on_the_chosen_date(stripe: StripeServer) -> tuple[Counter[str], Bootcamp]:
    """All want the same last seat of the second step, from different first dates."""
    bundle, (build, launch, _) = a_bundle(seats=(9, 9, 9))
    last, firsts = another(launch, max_seats=1), [build, another(build)]
    buyers = [
        agreed(
            stripe,
            number,
            bundle=bundle.pk,
            **on((launch, last), (build, firsts[number % 2])),
        )
        for number in range(6)
    ]
    return states(buyers), last


def test_of_those_who_chose_the_last_seat_one_is_charged(stripe_server: StripeServer) -> None:
    outcome, last = one_seat_on_the_chosen_date(stripe_server)
    assert outcome == {"completed": 1, "failed": 5}
    totals = stripe_server.ledger()["totals"]
    assert (totals["captured"], totals["refunded"]) == (299_500, 0)
    # Nobody keeps half of a bundle.
    assert Seat.objects.filter(enrollment_id__isnull=False).count() == 3
    assert Seat.objects.get(bootcamp=last).enrollment_id is not None
    assert violations() == []


def test_control_seats_taken_without_a_lock_are_sold_to_several(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "take_seats", look_then_take())
    outcome, _ = one_seat_on_the_chosen_date(stripe_server)
    assert outcome["completed"] > 1
