"""A full class is canceled and nobody answers: within a minute of choose-by all have their money.

With a worker as in production: its own clock and patience, and the pace of refunds at the provider.
"""

from pathlib import Path

import pytest

from tests.faults.browser import Basket
from tests.faults.processes import report, run_command, wait_until
from tests.faults.record import record
from tests.faults.shop import CENTS, running_shop
from tests.pace import allowed
from tests.postgres import Cluster

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.proof]

STUDENTS = 20
LONGEST_SECONDS = 60
CANCEL = """
from datetime import timedelta
from django.db import transaction
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.sales.class_changes.announcing import Plan, announce
from frontrow.sales.models import ChangeKind
with transaction.atomic():
    announce(
        bootcamp=Bootcamp.objects.select_for_update().get(),
        plan=Plan(
            kind=ChangeKind.CANCEL, starts_at=None, ends_at=None, alternatives=(), words="",
            choose_by=database_now() + timedelta(seconds=10), offers_credit=False,
        ),
        by=None,
    )
"""
STANDING = "SELECT state, extract(epoch FROM done_at - choose_by)::float FROM class_changes"
LEFT = "SELECT count(*) FROM class_choices WHERE done_at IS NULL"
OWED = "SELECT count(*) FROM purchases WHERE state <> 'refunded' OR refunded_amount <> total_amount"


def test_a_class_of_twenty_is_settled_within_a_minute_of_choose_by(
    cluster: Cluster, folder: Path
) -> None:
    with running_shop(
        cluster, "class_settled", folder=folder, bootcamps=["class"], seats=STUDENTS
    ) as shop:
        basket = Basket((shop.bootcamps["class"],))
        for number in range(STUDENTS):
            shop.browser(f"student{number}", basket).buy()
        run_command("manage.py", "shell", "-c", CANCEL, env=shop.env)
        assert shop.database.ask(LEFT) == [(STUDENTS,)]
        with shop.worker("real"):
            wait_until(
                lambda: shop.database.ask(STANDING)[0][0] == "done",
                within=3 * LONGEST_SECONDS,
                what="everybody has their money",
            )
            [(_, seconds)] = shop.database.ask(STANDING)
        paid = STUDENTS * CENTS
        assert shop.database.ask(LEFT) == shop.database.ask(OWED) == [(0,)]
        assert shop.our_cents() == shop.their_cents() == (paid, paid)
        assert (shop.violations(), shop.breaks()) == ([], [])
    report(f"{STUDENTS} seats settled {seconds:.1f} s after choose-by")
    record("class_settled", seats=STUDENTS, seconds=round(seconds, 1))
    assert seconds < allowed(LONGEST_SECONDS)
