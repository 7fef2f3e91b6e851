"""Background jobs: declared with `@job`, queued only with `enqueue` and `enqueue_many`.

A job may run more than once (its worker can be killed at any line), so every job is safe to
repeat. It is queued in the caller's transaction: no commit, no job.
"""

import contextlib
import functools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import psycopg
from django.db import connection, transaction
from procrastinate import exceptions
from procrastinate.contrib.django import app
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.jobs import Job
from procrastinate.manager import JobManager
from procrastinate.retry import BaseRetryStrategy, RetryDecision
from procrastinate.tasks import Task
from psycopg.errors import DeadlockDetected, LockNotAvailable, QueryCanceled

from frontrow.core.database_away import means_away

type_of_job = Task[..., Any, Any]

LONGEST_WAIT_SECONDS = 600
# For what no sweep would find again, such as erasing somebody at a vendor: never a dead letter.
UNTIL_DONE = None


class Backoff(BaseRetryStrategy):
    """Exponential backoff: again after 2, 4, 8 … seconds, at most ten minutes apart.

    The spread of a quarter keeps a thousand jobs that failed together from coming back together.
    """

    def __init__(self, *, attempts: int | None, longest_wait: int = LONGEST_WAIT_SECONDS) -> None:
        self.attempts = attempts
        self.longest_wait = longest_wait

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        # A database that restarts is nobody's fault: the job waits for it. One statement that
        # takes too long, or a lock that never comes, is the job's own.
        database_away = means_away(exception) and not isinstance(
            exception.__cause__, QueryCanceled | LockNotAvailable | DeadlockDetected
        )
        is_last = self.attempts is not UNTIL_DONE and job.attempts >= self.attempts
        if is_last and not database_away:
            return None
        wait = min(2 ** min(job.attempts + 1, 20), self.longest_wait)
        spread = random.uniform(0.75, 1.25)  # noqa: S311
        return RetryDecision(retry_in={"milliseconds": int(wait * spread * 1000)})


def job(
    *,
    queue: str = "default",
    attempts: int | None = 8,
    longest_wait: int = LONGEST_WAIT_SECONDS,
    every: str | None = None,
) -> Callable[[Callable[..., Any]], type_of_job]:
    """Make a function a job; with `every` (a cron line) the clock queues it too.

    After its `attempts` it is failed and waits for a person; `UNTIL_DONE` never is.
    One that is queued `once` keeps its twins out while it waits to be tried again, so what the
    sweep must be able to hurry along has a short `longest_wait` (seconds).
    Give a clock's job no lock: a killed holder would block every later run.
    """

    def declare(function: Callable[..., Any]) -> type_of_job:
        task = app.task(
            name=f"{function.__module__.removeprefix('frontrow.')}.{function.__name__}",
            queue=queue,
            retry=Backoff(attempts=attempts, longest_wait=longest_wait),
        )(function)
        if every is not None:
            task = app.periodic(cron=every)(task)
        return task

    return declare


def is_never_given_up(task: type_of_job) -> bool:
    strategy = task.retry_strategy
    return isinstance(strategy, Backoff) and strategy.attempts is UNTIL_DONE


@functools.cache
def _manager() -> JobManager:
    # Inside a worker Procrastinate would queue over a connection of its own, outside our
    # transaction: the new job could run before its data is committed, or despite a rollback.
    return JobManager(DjangoConnector(alias="default"))


def enqueue(
    task: type_of_job,
    *,
    once: str | None = None,
    run_at: datetime | None = None,
    priority: int = 0,
    **arguments: Any,
) -> int | None:
    """Queue a job in the current transaction and return its id.

    With `once`, nothing is queued while a job of that name still waits, and None comes back.
    Arguments are ids, never personal data: they stay in the queue's table.
    """
    deferrer = task.configure(queueing_lock=once, schedule_at=run_at, priority=priority)
    deferrer.job_manager = _manager()
    if once is None:
        with _in_djangos_words():
            return deferrer.defer(**arguments)
    try:
        # The savepoint keeps the refused insert from aborting the caller's transaction.
        with transaction.atomic(), _in_djangos_words():
            return deferrer.defer(**arguments)
    except exceptions.AlreadyEnqueued:
        return None


def enqueue_many(task: type_of_job, arguments: Sequence[Mapping[str, Any]]) -> None:
    """Queue one job for each set of arguments, all in one statement of the current transaction."""
    if not arguments:
        return
    deferrer = task.configure()
    deferrer.job_manager = _manager()
    with _in_djangos_words():
        deferrer.batch_defer(*(dict(each) for each in arguments))


@contextlib.contextmanager
def _in_djangos_words() -> Iterator[None]:
    """Procrastinate has one word of its own for whatever goes wrong in the database.

    Whoever must know that it is away, to refuse a request in words or to try a job again, knows
    Django's.
    """
    try:
        yield
    except exceptions.ConnectorException as error:
        if not isinstance(error.__cause__, psycopg.Error):
            raise
        with connection.wrap_database_errors:
            raise error.__cause__ from None
