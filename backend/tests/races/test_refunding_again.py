"""Two admins press "Refund again" on one row at once: what is owed is paid once."""

import itertools
import threading
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from frontrow.core.errors import AppError
from frontrow.sales.models import Purchase, ReconciliationBreak, Refund
from frontrow.sales.reconciliation import refunding_again
from frontrow.sales.reconciliation.refunding_again import refund_again
from tests.factories import make_bootcamp
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.races.crowd import all_at_once
from tests.sales.buying import Shopper
from tests.sales.giving_back import failed_part

pytestmark = pytest.mark.django_db(transaction=True)


def paid_by_two_presses(server: StripeServer) -> Decimal:
    purchase = Shopper(server).buy(bootcamp=make_bootcamp().pk)
    run_jobs()
    failed_part(server, purchase)
    server.control("POST", "settings", {"refunds_pending": False})
    row = ReconciliationBreak.objects.get(resolved_at=None)
    outcomes = all_at_once([lambda: refund_again(row_id=row.pk)] * 2)
    wrong = [one for one in outcomes if isinstance(one, Exception)]
    # The slower one may be told that it is on its way.
    assert all(isinstance(one, AppError) for one in wrong), outcomes
    run_jobs()
    made = Refund.objects.filter(status="succeeded")
    return sum((one.amount for one in made), Decimal(0))


def test_two_who_press_at_once_refund_it_once(stripe_server: StripeServer) -> None:
    assert paid_by_two_presses(stripe_server) == Decimal(200)


def test_control_without_the_lock_it_is_refunded_twice(
    stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refunding_again, "locked_row", look_before_the_other_is_done())
    assert paid_by_two_presses(stripe_server) == Decimal(400)


def look_before_the_other_is_done() -> Callable[[int], Any]:
    """Both look before either writes; the second writes once the first is paid."""
    looks = itertools.count(1)
    both = threading.Barrier(2, timeout=30)

    def look(row_id: int) -> tuple[Purchase, ReconciliationBreak]:
        row = ReconciliationBreak.objects.get(pk=row_id)
        number = next(looks)
        both.wait()
        while number == 2 and not Refund.objects.filter(status="succeeded").exists():
            pass
        return Purchase.objects.get(pk=row.purchase_id or 0), row

    return look
