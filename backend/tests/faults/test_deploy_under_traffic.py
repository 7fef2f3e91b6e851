"""A release under traffic: the old code sells on while the schema changes beneath it."""

import contextlib
import json
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from tests.faults.browser import Customer
from tests.faults.processes import Answer, report, run_command, wait_until
from tests.faults.shop import Shop, running_shop
from tests.faults.warm_start import BACKEND
from tests.postgres import Cluster

pytestmark = [pytest.mark.slow, pytest.mark.proof]

CALLERS = 3
PAUSE_SECONDS = 0.1
OLD_PURCHASES = 5_000
# A request of its own takes far less; behind a queue of locks it would be refused at 2 s.
LONGEST_SECONDS = 5.0

OPEN = """
import json
from tests.factories import make_bootcamp

print(json.dumps(make_bootcamp(name="busy", max_seats=800).pk))
"""
FILL = """
INSERT INTO purchases (bootcamp_id, package_name, total_amount, refunded_amount, currency, state,
    cancel_reason, guest_email, guest_full_name, guest_phone, terms_version, policy_version,
    stripe_customer_id, checkout_key)
SELECT %s, 'Old', 1, 0, 'usd', 'failed', '', 'old@example.test', 'Old', '', '', '', '', ''
FROM generate_series(1, %s) n
"""


@dataclass
class Rush:
    """A few people who buy, one seat after another."""

    shop: Shop
    answers: list[Answer] = field(default_factory=list)
    sold: list[float] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def _buy_on(self, caller: int) -> None:
        for turn in range(250):
            if self.over.wait(PAUSE_SECONDS):
                return
            customer = Customer(self.shop, f"c{caller}n{turn}", f"10.{caller}.{turn}.7")
            customer.answers = self.answers
            # A refusal leaves the answer that tells of it.
            with contextlib.suppress(AssertionError, KeyError):
                customer.buy()
                self.sold.append(time.monotonic())

    @contextlib.contextmanager
    def flowing(self) -> Iterator[None]:
        callers = [threading.Thread(target=self._buy_on, args=[each]) for each in range(CALLERS)]
        for caller in callers:
            caller.start()
        try:
            wait_until(lambda: len(self.sold) >= CALLERS, what="people buy")
            yield
            now = time.monotonic()
            wait_until(lambda: self.sold[-1] > now, what="people buy on")
        finally:
            self.over.set()
            for caller in callers:
                caller.join(timeout=60)

    @property
    def statuses(self) -> Counter[int]:
        return Counter(answer.status for answer in self.answers)

    @property
    def longest(self) -> float:
        return max(answer.seconds for answer in self.answers)


class Everything(dict[str, int]):
    """All browsers buy in the one bootcamp."""

    def __init__(self, bootcamp: int) -> None:
        self.bootcamp = bootcamp

    def __missing__(self, name: str) -> int:
        return self.bootcamp


@pytest.fixture(scope="module")
def shop(cluster: Cluster, folder: Path) -> Iterator[Shop]:
    # Its process may serve several at once here: nobody is to be killed.
    with running_shop(cluster, "rollout", folder=folder, bootcamps=[]) as shop:
        told = run_command("manage.py", "shell", "-c", OPEN, env=shop.env)
        bootcamp = json.loads(told.strip().splitlines()[-1])
        shop.bootcamps = Everything(bootcamp)
        shop.database.do(FILL, bootcamp, OLD_PURCHASES)
        yield shop


def migrate(shop: Shop) -> tuple[int, str, float]:
    """What the release does first, with the new code; its exit code, words and seconds."""
    env = {**shop.env, "DJANGO_SETTINGS_MODULE": "tests.faults.next_settings"}
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate"],
        cwd=BACKEND,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr, time.monotonic() - began


@contextlib.contextmanager
def long_report(shop: Shop) -> Iterator[None]:
    """Somebody reads the purchases in a transaction and does not end it."""
    with psycopg.connect(shop.database.url) as reader:
        reader.execute("SELECT count(*) FROM purchases")
        yield


def columns(shop: Shop) -> set[str]:
    rows = shop.database.ask(
        "SELECT attname FROM pg_attribute WHERE attrelid = 'purchases'::regclass"
        " AND attname = 'campaign'"
    )
    return {name for (name,) in rows}


def test_behind_a_long_transaction_the_migration_gives_up_and_people_buy_on(shop: Shop) -> None:
    rush = Rush(shop)
    with rush.flowing(), long_report(shop):
        code, said, seconds = migrate(shop)
    assert code != 0
    assert "lock timeout" in said
    assert columns(shop) == set()
    assert rush.statuses == {200: len(rush.answers)}
    report(
        f"deploy, table held: migrate came and gave up in {seconds:.1f} s; {len(rush.sold)} sales,"
        f" {len(rush.answers)} answers, none refused, longest {rush.longest:.2f} s"
    )


def test_the_schema_changes_under_traffic_and_the_old_code_sells_on_it(shop: Shop) -> None:
    rush = Rush(shop)
    with rush.flowing():
        usual = rush.longest
        code, said, seconds = migrate(shop)
        migrated_at = time.monotonic()
    assert code == 0, said
    assert columns(shop) == {"campaign"}
    assert shop.database.ask(
        "SELECT convalidated FROM pg_constraint WHERE conname = 'purchases_campaign_said'"
    ) == [(True,)]
    assert shop.database.ask(
        "SELECT indisvalid FROM pg_index WHERE indexrelid = 'purchases_by_campaign'::regclass"
    ) == [(True,)]
    assert rush.statuses == {200: len(rush.answers)}
    assert rush.sold[-1] > migrated_at
    # On top of what a busy machine takes for it anyway.
    assert rush.longest < LONGEST_SECONDS + usual
    assert shop.our_cents()[0] == shop.their_cents()[0]
    assert shop.violations() == []
    report(
        f"deploy: three migrations over {OLD_PURCHASES} purchases in {seconds:.1f} s under traffic;"
        f" {len(rush.sold)} sales, {len(rush.answers)} answers, none refused,"
        f" longest {rush.longest:.2f} s"
    )


def test_control_a_change_that_waits_without_limit_stops_the_sale(shop: Shop) -> None:
    rush = Rush(shop)

    def change() -> None:
        with psycopg.connect(shop.database.url) as connection:
            connection.execute("SET lock_timeout = 0")
            connection.execute("ALTER TABLE purchases ADD COLUMN waited integer")
            connection.rollback()

    with rush.flowing():
        with long_report(shop):
            changing = threading.Thread(target=change)
            changing.start()
            wait_until(lambda: rush.statuses[503], what="somebody is refused")
        changing.join(timeout=120)
