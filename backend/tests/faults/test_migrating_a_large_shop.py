"""A shop with years of purchases migrates to the next release while fifty people buy.

`next_release` stands for it: a column, an index and a constraint on the largest table.
"""

import contextlib
import itertools
import json
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from bench import volume

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
from tests.postgres import Cluster, Database
from tests.sizes import size

# At its full size it takes seven minutes on two quiet cores.
pytestmark = [pytest.mark.slow, pytest.mark.proof, pytest.mark.timeout(3600)]

BUYERS = 50
# Each comes back after a while: fifty at the till at once would only measure the machine.
AWAY_SECONDS = 8.0, 16.0
# What a release may cost a buyer, on top of what this machine takes anyway.
LONGEST_SECONDS = 2.0
STEPS = ("0001_expand", "0002_index", "0003_validate")
OPEN = """
import json
from tests.factories import make_bootcamp

print(json.dumps([make_bootcamp(name=f"busy {n}", max_seats=200).pk for n in range(10)]))
"""


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


def test_no_buyer_is_refused_or_kept_waiting_and_nothing_is_wrong_at_any_step(
    cluster: Cluster, folder: Path
) -> None:
    database = cluster.create_database("large")
    purchases = size("LARGE_SHOP")
    with running_stripe() as stripe, contextlib.ExitStack() as sites:
        stripe.webhooks(None)
        more = {**settings_with(stripe), "WEB_WORKERS": "2"}
        env = environment(database.url, folder=folder, more=more)
        volume.fill(database.url, purchases=purchases)
        told = run_command("manage.py", "shell", "-c", OPEN, env=env)
        classes = list(json.loads(told.strip().splitlines()[-1]))
        assert violations(database) == []
        old = sites.enter_context(running_site(env, folder=folder))
        crowd = Crowd(old, stripe, classes)
        took: dict[str, float] = {}
        with crowd.buying():
            usual, first = crowd.longest(0), len(crowd.answers)
            for name in STEPS:
                took[name] = _migrate(env, name)
                assert violations(database) == [], name
                assert crowd.not_served() == {}, name
            crowd.go_on("people buy on the old code and the new tables")
            crowd.site = sites.enter_context(running_site(env, folder=folder))
            crowd.go_on("people buy on the new code")
            old.process.send(signal.SIGTERM)
            assert old.process.exit_code() == 0
            assert violations(database) == []
        longest = crowd.longest(first)
    assert (crowd.not_served(), crowd.timed_out) == ({}, 0)
    assert longest < LONGEST_SECONDS + usual, took
    assert violations(database) == []
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


def violations(database: Database) -> list[tuple[str, str]]:
    asked = "SELECT kind, subject FROM violations_between('-infinity', 'infinity')"
    return [(kind, subject) for kind, subject in database.ask(asked) if kind != "no active admin"]


def _migrate(env: dict[str, str], to: str) -> float:
    """The seconds it took; one that gives up waiting for a lock is run again, as one does."""
    env = {**env, "DJANGO_SETTINGS_MODULE": "tests.faults.next_settings"}
    began = time.monotonic()
    for left in reversed(range(5)):
        try:
            run_command("manage.py", "migrate", "-v0", "next_release", to, env=env)
        except AssertionError as error:
            if not left or "lock timeout" not in str(error):
                raise
        else:
            break
    return time.monotonic() - began
