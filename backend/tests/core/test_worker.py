"""A worker says that it lives, and takes over the jobs of those that no longer do."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from frontrow.core.health import HEARTBEAT_LATE_AFTER_SECONDS
from frontrow.core.management.commands import runworker
from frontrow.sales.settlement.settling import settle_purchase
from tests.faults.processes import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

# A queue of our own: the clock's jobs are queued elsewhere and left alone.
QUEUE = "left behind"
# It finds no such purchase and ends well.
LEFT_BY_THE_DEAD = """
WITH dead AS (
    INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - %s * interval '1 second')
    RETURNING id
)
INSERT INTO procrastinate_jobs (queue_name, task_name, args, status, worker_id, attempts)
SELECT %s, %s, '{"purchase_id": 0}', 'doing', id, %s FROM dead RETURNING id
"""


def ask(query: str, *parameters: str | float) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return cursor.fetchone()[0]


def left_by_the_dead(*, seconds_ago: float, attempts: int = 0) -> int:
    return int(ask(LEFT_BY_THE_DEAD, seconds_ago, QUEUE, settle_purchase.name, attempts))


def state_of(job: int) -> str:
    return str(ask("SELECT status::text FROM procrastinate_jobs WHERE id = %s", job))


def work_until(is_done: Callable[[], bool], *, what: str) -> None:
    """The real worker in this process, told to stop as soon as it is done or out of time."""

    def watch() -> None:
        try:
            wait_until(is_done, what=what)
        finally:
            connection.close()

    async def work() -> None:
        told_to_stop = asyncio.Event()
        working = asyncio.create_task(
            runworker._work(concurrency=1, queues=[QUEUE], told_to_stop=told_to_stop)
        )
        try:
            await asyncio.to_thread(watch)
        finally:
            told_to_stop.set()
            await working

    asyncio.run(work())


@pytest.fixture
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runworker, "LOOK_FOR_STALLED_EVERY_SECONDS", 0.1)


@pytest.mark.usefixtures("looks_often")
def test_a_job_of_a_dead_worker_runs_again() -> None:
    job = left_by_the_dead(seconds_ago=runworker.STALLED_AFTER_SECONDS + 1)
    work_until(lambda: state_of(job) == "succeeded", what="the job has run")


@pytest.mark.usefixtures("looks_often")
def test_a_job_that_killed_its_workers_too_often_is_given_up() -> None:
    job = left_by_the_dead(seconds_ago=60, attempts=runworker.FATAL_AFTER_ATTEMPTS)
    work_until(lambda: state_of(job) == "failed", what="the job is given up")


@pytest.mark.usefixtures("looks_often")
def test_a_job_of_a_worker_that_is_only_slow_is_left_to_it() -> None:
    in_hand = left_by_the_dead(seconds_ago=1)
    job = left_by_the_dead(seconds_ago=60)
    work_until(lambda: state_of(job) == "succeeded", what="the job has run")
    assert state_of(in_hand) == "doing"


def test_a_worker_says_again_and_again_that_it_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runworker, "HEARTBEAT_SECONDS", 0.1)
    heard: set[object] = set()

    def three_times() -> bool:
        heard.add(ask("SELECT max(last_heartbeat) FROM procrastinate_workers"))
        return len(heard - {None}) >= 3

    work_until(three_times, what="the worker was heard of three times")


def test_a_worker_that_lives_is_heard_of_several_times_before_it_counts_as_dead() -> None:
    """One lost heartbeat must not have its jobs run twice, nor the site called degraded."""
    assert runworker.HEARTBEAT_SECONDS * 3 < runworker.STALLED_AFTER_SECONDS
    assert runworker.HEARTBEAT_SECONDS * 3 < HEARTBEAT_LATE_AFTER_SECONDS
