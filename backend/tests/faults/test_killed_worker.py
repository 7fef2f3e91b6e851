"""Workers that are killed, cut off or told to stop: nothing is lost and nothing happens twice."""

import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest
from procrastinate import App, SyncPsycopgConnector

from frontrow.core.management.commands.runworker import FATAL_AFTER_ATTEMPTS
from tests.faults.probe_tables import TABLES, TICK_SECONDS
from tests.faults.processes import report, wait_until
from tests.faults.workers import Workers
from tests.pace import allowed
from tests.postgres import Cluster

pytestmark = pytest.mark.slow

RESCUED_WITHIN_SECONDS = 60
JOBS = "tests.faults.probe_jobs"


class Bench:
    """A database of its own with the probe tables, and workers on it."""

    def __init__(self, cluster: Cluster, name: str, *, folder: Path, **env: str) -> None:
        self.database = cluster.create_database(name)
        self.database.do(TABLES)
        self.workers = Workers(self.database, folder=folder, **env)

    def queue(self, name: str, **arguments: object) -> int:
        app = App(connector=SyncPsycopgConnector(conninfo=self.database.url, min_size=1))
        with app.open():
            job = app.configure_task(f"{JOBS}.{name}", queue="default")
            return job.defer(**arguments)  # type: ignore[arg-type]

    def starts(self, label: str) -> list[int]:
        """The worker's pid for each time the job was started."""
        found = self.database.ask("SELECT pid FROM probe_run WHERE label = %s", label)
        return [pid for (pid,) in found]

    def effects(self, label: str) -> list[tuple[str, datetime]]:
        found = self.database.ask(
            "SELECT note, at FROM probe_effect WHERE label = %s ORDER BY at", label
        )
        return [(note, at) for note, at in found]

    def state(self, job_id: int) -> tuple[str, int]:
        found = self.database.ask(
            "SELECT status::text, attempts FROM procrastinate_jobs WHERE id = %s", job_id
        )
        return found[0][0], found[0][1]

    def wait_for_state(self, job_id: int, status: str, *, within: float = 20) -> None:
        def reached() -> bool:
            return self.state(job_id)[0] == status

        wait_until(reached, within=within, what=f"job {job_id} is {status}")

    def jobs_called(self, name: str) -> int:
        found = self.database.ask(
            "SELECT count(*) FROM procrastinate_jobs WHERE task_name = %s", f"{JOBS}.{name}"
        )
        return int(found[0][0])


@dataclass
class Rescue:
    """What was seen after a worker with three jobs in hand was killed."""

    bench: Bench
    jobs: dict[str, int]
    killed_pid: int
    seconds: dict[str, float]


@dataclass
class Poison:
    bench: Bench
    job: int
    bystanders: dict[str, int]
    seconds: float


def kill_in_the_middle(bench: Bench, *, another_runs: bool) -> Rescue:
    """Kill a worker that holds three jobs, and time each until it is done elsewhere."""
    with bench.workers as workers:
        first = workers.start()
        jobs = {
            "open transaction": bench.queue("wait_before_commit", label="open transaction"),
            "keyed": bench.queue("wait_after_commit", label="keyed", key="welcome mail 7"),
            "unkeyed": bench.queue("wait_after_commit", label="unkeyed", key=None),
        }
        wait_until(
            lambda: (
                all(bench.starts(label) for label in jobs)
                and bench.effects("keyed")
                and bench.effects("unkeyed")
            ),
            what="all three jobs are in the middle",
        )
        assert bench.effects("open transaction") == []
        if another_runs:
            workers.start()
        killed_at = time.monotonic()
        first.kill()
        if not another_runs:
            workers.start()
        seconds: dict[str, float] = {}

        def all_done() -> bool:
            for label, job in jobs.items():
                if label not in seconds and bench.state(job)[0] == "succeeded":
                    seconds[label] = time.monotonic() - killed_at
            return len(seconds) == len(jobs)

        wait_until(all_done, within=RESCUED_WITHIN_SECONDS, what="the jobs ran again")
        return Rescue(bench, jobs, first.pid, seconds)


def feed_poison(bench: Bench) -> Poison:
    """Start a new worker each time the job has killed one, as a supervisor would."""
    with bench.workers as workers:

        def hire() -> int:
            return workers.start(str(Path(__file__).with_name("hasty_worker.py"))).pid

        current = hire()
        started = time.monotonic()
        poison = bench.queue("kill_my_worker", label="poison")
        bystanders: dict[str, int] = {}
        while bench.state(poison)[0] != "failed" and time.monotonic() - started < 120:
            if not workers.with_pid(current).is_running:
                current = hire()
                label = f"bystander {len(bystanders)}"
                bystanders[label] = bench.queue("leave_effect", label=label)
            time.sleep(0.1)
        seconds = time.monotonic() - started
        bystanders["afterwards"] = bench.queue("leave_effect", label="afterwards")
        bench.wait_for_state(bystanders["afterwards"], "succeeded")
        # Long enough for another round, had it not been given up.
        time.sleep(6)
        assert workers.with_pid(current).is_running
        return Poison(bench, poison, bystanders, seconds)


@dataclass
class Scenarios:
    with_another_worker: Future[Rescue]
    with_a_new_worker: Future[Rescue]
    poison: Future[Poison]


@pytest.fixture(scope="module", autouse=True)
def scenarios(cluster: Cluster, folder: Path) -> Iterator[Scenarios]:
    """The long waits of this module, all at once and beside its other tests."""
    running = Bench(cluster, "another_runs", folder=folder)
    new = Bench(cluster, "a_new_one", folder=folder)
    poisoned = Bench(cluster, "poisoned", folder=folder)
    with ThreadPoolExecutor(max_workers=3) as together:
        yield Scenarios(
            together.submit(kill_in_the_middle, running, another_runs=True),
            together.submit(kill_in_the_middle, new, another_runs=False),
            together.submit(feed_poison, poisoned),
        )


@pytest.fixture
def bench(cluster: Cluster, folder: Path, request: pytest.FixtureRequest) -> Iterator[Bench]:
    clock = "on" if "clock" in request.fixturenames else "off"
    made = Bench(cluster, request.node.name[-60:], folder=folder, PROBE_CLOCK=clock)
    with made.workers:
        yield made


@pytest.fixture
def clock() -> None:
    """Asks `bench` for workers with a job of the clock's."""


def test_a_job_enqueued_in_a_rolled_back_transaction_never_exists(bench: Bench) -> None:
    bench.workers.start()
    parent = bench.queue("enqueue_and_roll_back", label="parent")
    bench.wait_for_state(parent, "succeeded")
    assert bench.effects("parent") == []
    assert bench.jobs_called("see_parent") == 0


def test_a_job_enqueued_in_a_job_runs_after_its_commit_and_sees_its_row(bench: Bench) -> None:
    bench.workers.start()
    bench.queue("enqueue_and_commit", label="parent")
    [(seen, ran_at)] = wait_until(lambda: bench.effects("child of parent"), what="the child ran")
    [(_, about_to_commit_at)] = bench.effects("parent about to commit")
    assert seen == "parent rows seen: 1"
    assert ran_at > about_to_commit_at


def test_control_plain_defer_in_procrastinates_own_worker_runs_despite_the_rollback(
    bench: Bench,
) -> None:
    """The reason for `enqueue`, which keeps its word even there."""
    bench.workers.start("manage.py", "procrastinate", "worker")
    right = bench.queue("enqueue_and_roll_back", label="right")
    bench.wait_for_state(right, "succeeded")
    assert bench.jobs_called("see_parent") == 0

    bench.queue("defer_and_roll_back", label="wrong")
    [(seen, _)] = wait_until(lambda: bench.effects("child of wrong"), what="the child ran")
    assert seen == "parent rows seen: 0"
    assert bench.effects("wrong") == []


@pytest.mark.usefixtures("clock")
def test_a_worker_whose_connections_are_all_cut_runs_the_next_jobs(bench: Bench) -> None:
    worker = bench.workers.start()
    wait_until(lambda: bench.effects("tick"), what="the clock runs")
    [(cut,)] = bench.database.ask(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    assert cut >= 3  # the one that listens, the one that fetches, Django's
    cut_at = time.monotonic()
    ticks = len(bench.effects("tick"))
    jobs = [bench.queue("leave_effect", label=f"after {number}") for number in range(8)]
    for job in jobs:
        bench.wait_for_state(job, "succeeded")
    seconds = time.monotonic() - cut_at
    assert [len(bench.effects(f"after {number}")) for number in range(8)] == [1] * 8
    wait_until(lambda: len(bench.effects("tick")) >= ticks + 2, what="it ticks on")
    assert worker.is_running, worker.output
    report(f"{cut} connections cut: 8 new jobs done after {seconds:.1f} s")


def test_a_worker_told_to_stop_finishes_its_job_and_leaves_with_0(bench: Bench) -> None:
    worker = bench.workers.start()
    job = bench.queue("take_seconds", label="last", seconds=3)
    wait_until(lambda: bench.starts("last"), what="the job starts")
    told_at = time.monotonic()
    worker.send(signal.SIGTERM)
    wait_until(lambda: "told to stop" in worker.output, what="it heeds the signal")
    late = bench.queue("leave_effect", label="late")
    assert worker.exit_code() == 0
    assert bench.state(job) == ("succeeded", 1)
    assert len(bench.effects("last")) == 1
    assert bench.state(late) == ("todo", 0)
    assert bench.database.ask("SELECT count(*) FROM procrastinate_workers") == [(0,)]
    report(f"SIGTERM during a 3 s job: left after {time.monotonic() - told_at:.1f} s")


@pytest.mark.usefixtures("clock")
def test_two_workers_do_the_clocks_job_once_per_tick(bench: Bench) -> None:
    bench.workers.start()
    bench.workers.start()
    wait_until(lambda: len(bench.effects("tick")) >= 5, what="five ticks", within=30)
    ticks = Counter(int(note) for note, _ in bench.effects("tick"))
    assert set(ticks.values()) == {1}
    assert sorted(ticks) == list(range(min(ticks), max(ticks) + 1, TICK_SECONDS))


@pytest.mark.parametrize("which", ["with_another_worker", "with_a_new_worker"])
def test_a_job_killed_in_its_transaction_runs_again_and_takes_effect_once(
    scenarios: Scenarios, which: str
) -> None:
    rescue: Rescue = getattr(scenarios, which).result(timeout=600)
    bench = rescue.bench
    pids = bench.starts("open transaction")
    assert len(pids) == 2
    assert pids[0] == rescue.killed_pid != pids[1]
    assert len(bench.effects("open transaction")) == 1
    assert bench.effects("open transaction written") == []
    assert rescue.seconds["open transaction"] < allowed(RESCUED_WITHIN_SECONDS)
    report(f"kill -9, {which}: done again after {rescue.seconds['open transaction']:.1f} s")


@pytest.mark.parametrize("which", ["with_another_worker", "with_a_new_worker"])
def test_a_job_killed_after_its_commit_runs_again_and_its_key_keeps_the_effect_single(
    scenarios: Scenarios, which: str
) -> None:
    rescue: Rescue = getattr(scenarios, which).result(timeout=600)
    assert len(rescue.bench.starts("keyed")) == 2
    assert len(rescue.bench.effects("keyed")) == 1
    assert rescue.seconds["keyed"] < allowed(RESCUED_WITHIN_SECONDS)


def test_control_without_the_key_the_effect_is_there_twice(scenarios: Scenarios) -> None:
    rescue = scenarios.with_another_worker.result(timeout=600)
    assert len(rescue.bench.starts("unkeyed")) == 2
    assert len(rescue.bench.effects("unkeyed")) == 2


def test_a_job_that_kills_its_worker_each_time_is_given_up_and_the_others_go_on(
    scenarios: Scenarios,
) -> None:
    poison = scenarios.poison.result(timeout=180)
    bench = poison.bench
    assert bench.state(poison.job)[0] == "failed"
    # The first run is no attempt yet: Procrastinate counts a run when it ends.
    assert len(bench.starts("poison")) == FATAL_AFTER_ATTEMPTS + 1
    assert {
        label: bench.state(job)[0] for label, job in poison.bystanders.items()
    } == dict.fromkeys(poison.bystanders, "succeeded")
    # One that ran beside the poison may have been killed between its effect and our note of it, and
    # then it runs again: once is what keys are for, and those tests are above.
    assert all(bench.effects(label) for label in poison.bystanders)
    assert len(bench.effects("afterwards")) == 1
    report(f"poison: given up after {len(bench.starts('poison'))} kills, {poison.seconds:.0f} s")
