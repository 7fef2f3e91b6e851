"""Payers of a dearer date and buyers of it at once: no seat twice, and nobody pays for nothing."""

from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from frontrow.catalogue.models import Seat
from frontrow.sales.checkout.completing import CANCEL_AFTER
from frontrow.sales.models import Enrollment, Purchase
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.settlement import settling
from tests.factories import enrollment_of, from_now, make_bootcamp, make_purchase
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.links import seat_token
from tests.races.crowd import all_at_once
from tests.races.unlocked import look_then_take
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

MOVERS, BUYERS, SEATS = 10, 6, 5
BEFORE, AFTER = Decimal("995.00"), Decimal("1195.00")


def all_after_the_same_seats(stripe: StripeServer) -> dict[str, Counter[str]]:
    """Every card has agreed; then all ask for their seats in the same moment."""
    before = make_bootcamp(starts_at=from_now(days=10), price=BEFORE)
    after = make_bootcamp(starts_at=from_now(days=20), price=AFTER, max_seats=SEATS)
    acts: list[Callable[[], Any]] = []
    for number in range(MOVERS + BUYERS):
        shopper = Shopper(stripe, email=f"p{number}@example.test", address=f"10.7.{number}.1")
        if number < MOVERS:
            bought = make_purchase(
                bootcamp=before, user=None, stripe_payment_intent_id=f"pi_seated{number}"
            )
            token = seat_token(enrollment_of(bought).pk, 0)
            asked = shopper.post("seat/move-payment", {"token": token, "bootcampId": after.pk})
            intent = asked.json()["paymentIntentId"]
        else:
            intent = shopper.session(bootcamp=after.pk)
        assert shopper.confirm(intent)["status"] == "requires_capture"
        acts.append(partial(shopper.complete, intent))
    outcomes = all_at_once(acts)
    assert not [one for one in outcomes if isinstance(one, Exception)], outcomes
    # Whoever was told at once that it is sold out is let go a little later.
    run_jobs(within=CANCEL_AFTER)
    asked_for = Purchase.objects.exclude(stripe_payment_intent_id__startswith="pi_seated")
    return {
        "moves": Counter(asked_for.exclude(pays_for_move=None).values_list("state", flat=True)),
        "sales": Counter(asked_for.filter(pays_for_move=None).values_list("state", flat=True)),
    }


def test_as_many_are_charged_as_there_are_seats_and_all_others_sit_where_they_sat(
    stripe_server: StripeServer,
) -> None:
    states = all_after_the_same_seats(stripe_server)
    moved, sold = (states[one]["completed"] for one in ("moves", "sales"))
    assert moved + sold == SEATS
    assert states["moves"] == +Counter(completed=moved, failed=MOVERS - moved)
    assert states["sales"] == +Counter(completed=sold, failed=BUYERS - sold)
    totals = stripe_server.ledger()["totals"]
    assert (totals["captured"], totals["refunded"]) == (moved * 20_000 + sold * 119_500, 0)
    # Of the movers each has one seat, and none two.
    seated = Enrollment.objects.filter(
        purchase__stripe_payment_intent_id__startswith="pi_seated", ended_at=None
    )
    chairs = Seat.objects.filter(enrollment_id__in=seated.values("pk"), held_until=None)
    assert (seated.count(), chairs.count()) == (MOVERS, MOVERS)
    assert seated.filter(bootcamp__price=AFTER).count() == moved
    assert violations() == []


def test_control_seats_taken_without_a_lock_are_paid_for_by_more_than_there_are(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "take_seats", look_then_take())
    states = all_after_the_same_seats(stripe_server)
    assert states["moves"]["completed"] + states["sales"]["completed"] > SEATS
