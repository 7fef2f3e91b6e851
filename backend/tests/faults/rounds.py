"""Rounds of losing a machine while customers buy, in one shop after another; and what was seen."""

import contextlib
import itertools
import os
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.faults.busy_shop import BusyShop, busy_shop
from tests.faults.customers import Asked, Customers
from tests.faults.losses import Loss
from tests.faults.machines import Engine, Machines, running_machines
from tests.faults.processes import PATIENCE_SECONDS, wait_until
from tests.pace import how_much_slowed

AT_ONCE = 3
SERVED_BEFORE = 15
SERVED_AGAIN = 12
# No promise: how long a crowded machine may take.
SERVED_WITHIN_SECONDS = 300
SETTLED_WITHIN_SECONDS = 300
LOOK_EVERY_SECONDS = 0.3

# How a cluster that went wrong shows itself to whoever asks it.
GOES_WRONG = (AssertionError, OSError, ValueError, psycopg.Error, subprocess.SubprocessError)

_JOBS_DONE = """
SELECT extract(epoch FROM at)::float FROM procrastinate_events
WHERE type = 'succeeded' AND at > to_timestamp(%s) ORDER BY at
"""


@dataclass
class Round:
    """What the customers, the workers and the auditor saw of one loss."""

    loss: str
    # Seconds: nobody served, no job done, the longest refusal, until it was settled.
    gap: float = 0.0
    worker_gap: float = 0.0
    longest: float = 0.0
    settled: float = 0.0
    refused: int = 0
    completed: int = 0
    primaries: list[str] = field(default_factory=list)
    # Whether all was left to settle and the books were compared, or only after a later round.
    is_audited: bool = False
    # By kind, in words; empty when nothing is wrong.
    wrong: dict[str, list[str]] = field(default_factory=dict)
    load: float = 0.0
    # Load says nothing of a run that has few shares.
    slowed: float = 1.0

    def complain(self, kind: str, *what: str) -> None:
        if what:
            self.wrong.setdefault(kind, []).extend(what)


@dataclass
class Trial:
    """One cluster, one shop and its customers, for as many rounds as are wanted."""

    machines: Machines
    busy: BusyShop
    customers: Customers
    _rounds: int = 0

    def go_through(self, loss: Loss, *, is_audited: bool = True) -> Round:
        self._rounds += 1
        customers, machines = self.customers, self.machines
        customers.seed = self._rounds
        done = Round(loss.name, is_audited=is_audited, load=os.getloadavg()[0])
        done.slowed = how_much_slowed()
        counts = _Counts(customers)
        served = customers.served
        watching, hearing = _watching(machines), _hearing_of_broken_threads()
        with watching as seen, hearing as broken, customers.buying(at_once=AT_ONCE):
            wait_until(
                lambda: customers.served >= served + SERVED_BEFORE, what="customers are served"
            )
            done.primaries = [one.name for one in machines.primaries()]
            since, since_wall = time.monotonic(), time.time()
            with loss.happen(machines, self.busy):
                self._wait_while_lost(loss)
            with _noting(done, "not well again"):
                self._wait_until_served(time.monotonic())
                machines.wait_until_well()
                done.primaries += [one.name for one in machines.primaries()]
        done.gap = longest_gap(customers.moments, since=since)
        done.longest = counts.longest()
        done.refused = len(counts.refused())
        done.complain("unexplained", *[one.what for one in counts.unexplained()])
        done.complain("answers cut off", *[one.what for one in counts.cut()])
        done.complain("in vain", *counts.in_vain())
        done.complain("two primaries", *seen)
        done.complain("not as it should be", *broken)
        if loss.takes_primary and len(set(done.primaries)) < 2:
            done.complain("no failover", f"the primary was {done.primaries}")
        if is_audited:
            with _noting(done, "not settled"):
                done.settled = self.busy.settle(within=SETTLED_WITHIN_SECONDS)
        with _noting(done, "no jobs"):
            done.worker_gap = longest_gap(self._wait_for_jobs(since_wall), since=since_wall)
        if is_audited:
            with _noting(done, "not audited"):
                for kind, found in self.busy.audit(customers.visits).items():
                    done.complain(kind, *found)
        with _noting(done, "histories"):
            self._compare_histories(done)
        done.completed = counts.completed()
        if not done.completed:
            done.complain("nothing sold", "nobody bought anything that could have been lost")
        return done

    def _wait_while_lost(self, loss: Loss) -> None:
        if loss.lasts is None:
            self._wait_until_served(time.monotonic() + 2)
        else:
            time.sleep(loss.lasts)

    def _wait_until_served(self, since: float) -> None:
        moments = self.customers.moments
        wait_until(
            lambda: sum(moment > since for moment in moments[-200:]) >= SERVED_AGAIN,
            within=SERVED_WITHIN_SECONDS,
            what="customers are served again",
        )

    def _wait_for_jobs(self, since: float) -> list[float]:
        """When each job was done, from just before the loss until one that was done from now on."""
        now = time.time()

        def done() -> list[float]:
            moments = [at for (at,) in self.busy.shop.database.ask(_JOBS_DONE, since - 5)]
            return moments if moments and moments[-1] > now else []

        return wait_until(done, within=SERVED_WITHIN_SECONDS, what="jobs are done")

    def _compare_histories(self, done: Round) -> None:
        """A standby is sent the newest history a moment after it follows."""
        with contextlib.suppress(AssertionError):
            wait_until(
                lambda: len(set(self.machines.histories())) == 1, within=15, what="one history"
            )
            return
        done.complain("histories", *self.machines.histories())


class _Counts:
    """What came since it was made."""

    def __init__(self, customers: Customers) -> None:
        self._customers = customers
        lists = (customers.refused, customers.unexplained, customers.cut)
        self._before = [len(one) for one in lists]
        self._in_vain = len(customers.in_vain)
        self._visits = len(customers.visits)

    def refused(self) -> list[Asked]:
        return self._customers.refused[self._before[0] :]

    def unexplained(self) -> list[Asked]:
        return self._customers.unexplained[self._before[1] :]

    def cut(self) -> list[Asked]:
        return self._customers.cut[self._before[2] :]

    def in_vain(self) -> list[str]:
        return self._customers.in_vain[self._in_vain :]

    def completed(self) -> int:
        return sum(one.told == "completed" for one in self._customers.visits[self._visits :])

    def longest(self) -> float:
        asked = [*self.refused(), *self.unexplained(), *self.cut()]
        return max((one.ended - one.began for one in asked), default=0.0)


def longest_gap(moments: Sequence[float], *, since: float) -> float:
    """Between two of them, of which the second came after `since`."""
    ordered = sorted(moments)
    gaps = [later - before for before, later in itertools.pairwise(ordered) if later > since]
    return max(gaps)


@contextlib.contextmanager
def _noting(done: Round, kind: str) -> Iterator[None]:
    """A round that goes wrong is a result, too."""
    try:
        yield
    except GOES_WRONG as error:
        done.complain(kind, str(error)[:2000] or repr(error))


@contextlib.contextmanager
def _watching(machines: Machines) -> Iterator[list[str]]:
    """Everybody who was the primary beside another, seen twice in a row."""
    seen: list[str] = []
    over = threading.Event()

    def look() -> None:
        before: set[str] = set()
        while not over.wait(LOOK_EVERY_SECONDS):
            now = {one.name for one in machines.primaries()}
            if len(now & before) > 1:
                seen.append(" and ".join(sorted(now)))
            before = now

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield seen
    finally:
        over.set()
        watcher.join(timeout=PATIENCE_SECONDS)


@contextlib.contextmanager
def _hearing_of_broken_threads() -> Iterator[list[str]]:
    """A customer who gets an answer that may not be ends with an assertion nobody else sees."""
    heard: list[str] = []
    before = threading.excepthook
    threading.excepthook = lambda told: heard.append(repr(told.exc_value)[:500])
    try:
        yield heard
    finally:
        threading.excepthook = before


@contextlib.contextmanager
def running_trial(
    folder: Path, *, engine: Engine | None = None, through_haproxy: bool = False
) -> Iterator[Trial]:
    with running_machines(engine) as machines:
        database = machines.make_migrated_database()
        settings = {}
        if through_haproxy:
            machines.haproxy.start()
            settings["DATABASE_URL"] = machines.url_through_haproxy(database.name)
        with busy_shop(machines, database.name, folder=folder, settings=settings) as busy:
            yield Trial(machines, busy, Customers(busy.shop, busy.baskets, seed=1))
