"""A shop with years of purchases moves to enrolments while fifty people buy.

The releases before are this project's own history. The code without enrolments serves until all it
bears is migrated; then the one that brought them does, while the rest is contracted and what came
since is added; and at last today's (docs/upgrading.md).
"""

import contextlib
import itertools
import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from config.environment import REPOSITORY
from tests.fakes.stripe import StripeServer, running_stripe
from tests.faults.browser import Basket, Browser, Customer
from tests.faults.processes import (
    Answer,
    Site,
    environment,
    report,
    run_command,
    running_site,
    wait_until,
)
from tests.faults.record import record
from tests.faults.shop import settings_with
from tests.faults.test_release_before import STEPS, violations
from tests.postgres import Cluster, Database
from tests.sizes import size

# At its full size it takes seven minutes on two quiet cores.
pytestmark = [pytest.mark.slow, pytest.mark.proof, pytest.mark.timeout(3600)]

BUYERS = 50
# Each comes back after a while: fifty at the till at once would only measure the machine.
AWAY_SECONDS = 8.0, 16.0
# What a release may cost a buyer, on top of what this machine takes anyway.
LONGEST_SECONDS = 2.0
# The releases are this project's own history: before the one file, and with the other.
FIRST_OF_ENROLMENTS = "backend/frontrow/sales/migrations/0019_enrolments.py"
LAST_OF_ENROLMENTS = "backend/frontrow/sales/migrations/0025_fill_refund_lines.py"
OPEN = """
import json
from tests.factories import make_bootcamp

print(json.dumps([make_bootcamp(name=f"busy {n}", max_seats=200).pk for n in range(10)]))
"""


@dataclass
class Release:
    """One of before, unpacked."""

    root: Path

    @property
    def backend(self) -> Path:
        return self.root / "backend"

    def env(self, env: dict[str, str]) -> dict[str, str]:
        return {**env, "PYTHONPATH": f"{self.backend}:{self.root}"}

    def serving(self, env: dict[str, str], folder: Path) -> AbstractContextManager[Site]:
        return running_site(self.env(env), folder=folder, cwd=self.backend)

    def run(self, *arguments: str, env: dict[str, str]) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.backend,
            env=self.env({**env, "DATABASE_STATEMENT_TIMEOUT_MS": "0"}),
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def before(folder: Path) -> Release:
    """The last that knew no enrolments."""
    return _unpack(folder / "before", FIRST_OF_ENROLMENTS, "^")


@pytest.fixture(scope="module")
def between(folder: Path) -> Release:
    """The one that brought them."""
    return _unpack(folder / "between", LAST_OF_ENROLMENTS)


def _unpack(folder: Path, file: str, which: str = "") -> Release:
    """The code of the commit that added the file, or of the one before it."""

    def git(*arguments: str) -> bytes:
        return subprocess.run(
            ["git", "-C", str(REPOSITORY), *arguments], capture_output=True, check=False
        ).stdout

    added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", file)
    packed = git("archive", f"{added.decode().strip()}{which}") if added else b""
    if not packed:
        pytest.skip("the releases before are not in this clone's history")
    folder.mkdir(parents=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
    return Release(folder)


@dataclass
class Crowd:
    """Fifty people who buy one thing after another; every fifth wants the money back."""

    site: Site
    stripe: StripeServer
    classes: list[int]
    answers: list[Answer] = field(default_factory=list)
    sold: list[float] = field(default_factory=list)
    refunded: list[float] = field(default_factory=list)
    # Given up after half a minute without an answer.
    timed_out: int = 0
    over: threading.Event = field(default_factory=threading.Event)
    bootcamps: Mapping[str, int] = field(default_factory=dict)

    def purchase_id(self, browser: Browser) -> int:
        raise NotImplementedError

    @contextlib.contextmanager
    def buying(self) -> Iterator[None]:
        threads = [threading.Thread(target=self._come_and_go, args=[one]) for one in range(BUYERS)]
        for thread in threads:
            thread.start()
        try:
            wait_until(lambda: len(self.sold) >= BUYERS, what="everybody buys", within=240)
            yield
        finally:
            self.over.set()
            for thread in threads:
                thread.join(timeout=120)

    def go_on(self, what: str) -> None:
        """Several sales and a refund later."""
        sold, refunded = len(self.sold), len(self.refunded)
        wait_until(lambda: len(self.sold) >= sold + 5 and len(self.refunded) > refunded, what=what)

    def _come_and_go(self, number: int) -> None:
        chance = random.Random(number)
        if self.over.wait(chance.uniform(0, AWAY_SECONDS[1])):
            return
        for turn in itertools.count():
            name, address = f"b{number}n{turn}", f"10.{number}.{turn % 250}.7"
            customer = Customer(self, name, address, Basket((chance.choice(self.classes),)))
            customer.answers = self.answers
            # A refusal leaves the answer that tells of it.
            try:
                self._buy(customer, wants_refund=(number + turn) % 5 == 0)
            except TimeoutError:
                self.timed_out += 1
            except (AssertionError, KeyError, ConnectionError):
                pass
            if self.over.wait(chance.uniform(*AWAY_SECONDS)):
                return

    def _buy(self, customer: Customer, *, wants_refund: bool) -> None:
        intent = customer.pay()
        answer = customer.complete(intent)
        assert (answer.status, answer.json()["status"]) == (200, "completed"), answer.body
        self.sold.append(time.monotonic())
        if wants_refund:
            wanted = {"purchaseId": answer.json()["purchase"]["id"], "amount": None}
            assert customer.call("POST", "/mortal/refund", wanted).status == 200
            # Looking again settles it.
            assert customer.complete(intent).status in {200, 409}
            self.refunded.append(time.monotonic())

    def not_served(self) -> Counter[int]:
        """Refusals that are none of ours: a 503 says when to come back."""
        return Counter(
            answer.status
            for answer in self.answers
            if answer.status not in {200, 409}
            and not (answer.status == 503 and "retry-after" in answer.headers)
        )

    def longest(self, since: int) -> float:
        return max((answer.seconds for answer in self.answers[since:]), default=0)


def test_nobody_is_refused_or_kept_waiting_and_nothing_is_wrong_at_any_step(
    cluster: Cluster, folder: Path, before: Release, between: Release
) -> None:
    database = cluster.create_database("large", template="template1")
    purchases = size("LARGE_SHOP")
    with running_stripe() as stripe, contextlib.ExitStack() as sites:
        stripe.webhooks(None)
        more = {**settings_with(stripe), "WEB_WORKERS": "2"}
        env = environment(database.url, folder=folder, more=more)
        classes = _fill(before, env, database, purchases)
        old = sites.enter_context(before.serving(env, folder))
        crowd = Crowd(old, stripe, classes)
        took: dict[str, float] = {}
        with crowd.buying():
            usual, first = crowd.longest(0), len(crowd.answers)
            for app, name in STEPS:
                took[name] = _migrate(env, app, name)
                assert violations(database) == [], name
                assert crowd.not_served() == {}, name
            crowd.go_on("people buy on the old code and the new tables")
            crowd.site = sites.enter_context(between.serving(env, folder))
            crowd.go_on("people buy with enrolments")
            _stop(old)
            took["the rest"] = _migrate(env)
            crowd.go_on("people buy after the contraction")
            old, crowd.site = crowd.site, sites.enter_context(running_site(env, folder=folder))
            crowd.go_on("people buy on today's code")
            _stop(old)
            assert violations(database) == []
        longest = crowd.longest(first)
    assert (crowd.not_served(), crowd.timed_out) == ({}, 0)
    assert longest < LONGEST_SECONDS + usual, took
    assert violations(database) == []
    without = (
        "SELECT count(*) FROM movements m WHERE m.kind <> 'payment' AND -m.amount <>"
        " coalesce((SELECT sum(l.amount) FROM refund_lines l WHERE l.movement_id = m.id), 0)"
    )
    assert database.ask(without) == [(0,)]
    figures = {
        "purchases": purchases,
        "sales": len(crowd.sold),
        "refunds": len(crowd.refunded),
        "answers": len(crowd.answers),
        "longest": round(longest, 2),
        "usual": round(usual, 2),
        "took": {name: round(seconds, 1) for name, seconds in took.items()},
    }
    record("large migration", **figures)
    report(f"migrating a large shop: {json.dumps(figures)}")


def _stop(site: Site) -> None:
    site.process.send(signal.SIGTERM)
    assert site.process.exit_code() == 0


def _fill(before: Release, env: dict[str, str], database: Database, purchases: int) -> list[int]:
    """Years of purchases in the tables of the release before, and classes to buy."""
    before.run("manage.py", "migrate", "-v0", env=env)
    script = f"from bench.volume import fill; fill({database.url!r}, purchases={purchases})"
    before.run("-c", script, env=env)
    assert violations(database) == []
    told = before.run("manage.py", "shell", "-c", OPEN, env=env)
    return list(json.loads(told.strip().splitlines()[-1]))


def _migrate(env: dict[str, str], *to: str) -> float:
    """The seconds it took; one that gives up waiting for a lock is run again, as one does."""
    began = time.monotonic()
    for left in reversed(range(5)):
        try:
            run_command("manage.py", "migrate", "-v0", *to, env=env)
        except AssertionError as error:
            if not left or "lock timeout" not in str(error):
                raise
        else:
            break
    return time.monotonic() - began
