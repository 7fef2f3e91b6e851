"""Families at once: a base goes back alone while its upgrade is paid for, goes back, or it moves.

Whoever refunds locks what was bought first before what stands on it. The control locks the other
way round, and two who refund from both ends wait for each other.
"""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from django.db.models import Q
from psycopg.errors import DeadlockDetected

from frontrow.catalogue.models import Bootcamp, Bundle, Seat
from frontrow.core.errors import Conflict, NotFound
from frontrow.portal import billing
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import Enrollment, Purchase, UpgradeCredit
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.refunds import requests
from frontrow.sales.refunds.requests import request_refund
from frontrow.sales.settlement.settling import settle_purchase
from tests.factories import from_now, make_bootcamp, make_user
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.lock_waits import until_somebody_waits
from tests.portal.paying import ask_refund, signed_in
from tests.races.crowd import PATIENCE_SECONDS, all_at_once
from tests.sales.buying import Shopper
from tests.sales.upgrading import a_bundle, states

pytestmark = pytest.mark.django_db(transaction=True)

# Of each kind, an even number; each is five or six threads.
FAMILIES = 4

Act = Callable[[], Any]


class Shop:
    """A bundle, and another date to which its first step can move."""

    def __init__(self, stripe: StripeServer) -> None:
        self.stripe = stripe
        self.bundle: Bundle
        self.bundle, (self.build, *_) = a_bundle()
        self.other: Bootcamp = make_bootcamp(
            name="Build Bootcamp",
            bootcamp_type=self.build.bootcamp_type,
            price=self.build.price,
            starts_at=from_now(days=12),
        )
        self._networks: Iterator[int] = iter(range(1, 250))

    def owner(self) -> tuple[Shopper, Purchase]:
        user = make_user()
        address = f"10.8.0.{next(self._networks)}"
        shopper = Shopper(self.stripe, user.email, client=signed_in(user), address=address)
        return shopper, shopper.buy(bootcamp=self.build.pk)

    def moves(self, base: Purchase) -> Act:
        seat = Enrollment.objects.get(purchase=base)
        return partial(
            move_seat, enrollment_id=seat.pk, bootcamp_id=self.other.pk, theirs=Q(), mover=Mover()
        )

    def paid_family(self) -> tuple[Purchase, Purchase, list[Act]]:
        """Both are paid for: the base goes back alone, by two at once, and so does the upgrade."""
        shopper, base = self.owner()
        upgrade = shopper.buy(bundle=self.bundle.pk)
        seat = Enrollment.objects.get(purchase=base)
        user = base.user
        assert user is not None
        acts: list[Act] = [
            partial(ask_refund, signed_in(user), base, enrollmentId=seat.pk),
            partial(request_refund, purchase_id=base.pk, reason="by_admin", enrollment_id=seat.pk),
            partial(ask_refund, signed_in(user), upgrade),
            self.moves(base),
            *(partial(settle_purchase, purchase_id=one.pk) for one in (base, upgrade)),
        ]
        return base, upgrade, acts

    def paying_family(self, *, by_desk: bool) -> tuple[Purchase, Purchase, list[Act]]:
        """The upgrade's card has agreed: it completes while the base goes back, or moves."""
        shopper, base = self.owner()
        intent = shopper.pay(bundle=self.bundle.pk)
        upgrade = Purchase.objects.get(stripe_payment_intent_id=intent)
        user = base.user
        assert user is not None
        acts: list[Act] = [
            partial(shopper.complete, intent),
            partial(settle_purchase, purchase_id=upgrade.pk),
            partial(request_refund, purchase_id=base.pk, reason="by_admin")
            if by_desk
            else partial(ask_refund, signed_in(user), base),
            self.moves(base),
            partial(settle_purchase, purchase_id=base.pk),
        ]
        return base, upgrade, acts


def refused(act: Act) -> Any:
    """In words is as good as done: somebody else was first."""
    try:
        return act()
    except (Conflict, NotFound) as error:
        return error


def run_families(shop: Shop) -> tuple[list[Any], list[tuple[Purchase, Purchase]]]:
    made = [shop.paid_family() for _ in range(FAMILIES)]
    made += [shop.paying_family(by_desk=by_desk) for by_desk in [True, False] * (FAMILIES // 2)]
    run_jobs()
    outcomes = all_at_once([partial(refused, act) for *_, acts in made for act in acts])
    return outcomes, [(base, upgrade) for base, upgrade, _ in made]


def given_up(outcomes: list[Any]) -> int:
    """Whoever the database gave up for another's sake; over HTTP they are told to try again."""
    answers = [
        getattr(one, "status_code", one[0] if isinstance(one, tuple) else 0) for one in outcomes
    ]
    causes = [getattr(one, "__cause__", None) for one in outcomes]
    return answers.count(503) + sum(isinstance(one, DeadlockDetected) for one in causes)


def test_families_changed_from_both_ends_at_once_never_deadlock_and_add_up(
    stripe_server: StripeServer,
) -> None:
    shop = Shop(stripe_server)
    outcomes, families = run_families(shop)
    errors = [one for one in outcomes if isinstance(one, Exception) and not is_refusal(one)]
    assert (errors, given_up(outcomes)) == ([], 0)
    run_jobs(limit=2000)
    assert violations() == []
    # Only the desk lets somebody keep the low price whose base went back in full.
    for base, upgrade in families[FAMILIES + 1 :: 2]:
        assert states(base, upgrade) != ["refunded", "completed"]
    assert set(Purchase.objects.values_list("state", flat=True)) <= {
        "completed",
        "refunded",
        "failed",
    }
    # And whatever came of it, the rest can go back: in the end nobody has paid for anything.
    for base, upgrade in families:
        for one in (upgrade, base):
            if states(one) == ["completed"]:
                refused(partial(request_refund, purchase_id=one.pk, reason="by_admin"))
                run_jobs(limit=2000)
    totals = stripe_server.ledger()["totals"]
    assert totals["captured"] == totals["refunded"] > 0
    assert not Seat.objects.exclude(enrollment_id=None).exists()
    assert violations() == []


def is_refusal(one: Any) -> bool:
    return isinstance(one, Conflict | NotFound)


@pytest.mark.parametrize("guarded", [billing, requests], ids=["by_student", "by_desk"])
def test_control_locked_the_other_way_round_a_family_deadlocks(
    guarded: ModuleType, stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade_is_locked = threading.Event()

    def upgrade_first(*, purchase_id: int, **_: Any) -> Purchase | None:
        """The guard the other way round: what stands on it, and only then what it stands on."""
        bases = UpgradeCredit.objects.filter(purchase=purchase_id).values_list("base_id", flat=True)
        found = Purchase.objects.select_for_update().filter(pk=purchase_id).first()
        if bases and not upgrade_is_locked.is_set():
            upgrade_is_locked.set()
            until_somebody_waits()
        list(Purchase.objects.select_for_update().filter(pk__in=bases).order_by("pk"))
        return found

    monkeypatch.setattr(guarded, "lock_with_bases", upgrade_first)
    shop = Shop(stripe_server)
    shopper, base = shop.owner()
    upgrade = shopper.buy(bundle=shop.bundle.pk)
    run_jobs()
    user = base.user
    assert user is not None
    by_student = partial(ask_refund, signed_in(user), upgrade)
    by_desk = partial(request_refund, purchase_id=upgrade.pk, reason="by_admin")

    def base_after_the_upgrade() -> Any:
        assert upgrade_is_locked.wait(PATIENCE_SECONDS)
        return ask_refund(signed_in(user), base)

    both: list[Act] = [by_student if guarded is billing else by_desk, base_after_the_upgrade]
    outcomes = all_at_once(both)
    assert given_up(outcomes) == 1, outcomes
    # Nothing is half done: asked again, each on its own, all goes back.
    for act in both:
        refused(act)
    run_jobs(limit=2000)
    assert states(base, upgrade) == ["refunded", "refunded"]
    assert violations() == []
