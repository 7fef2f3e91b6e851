"""Background jobs: declare them with `@job`, queue them with `enqueue` or `enqueue_many`.

A worker can be killed at any line, so a job may run more than once and must be idempotent. A job is
queued in the caller's transaction: if the transaction rolls back, the job doesn't exist.
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
# For work that no sweep would find again, such as erasing a person's data at a vendor. Such a job
# is never a dead letter.
UNTIL_DONE = None


class Backoff(BaseRetryStrategy):
    """Exponential backoff: retry after 2, 4, 8 … seconds, at most ten minutes apart.

    Jitter of 25 percent keeps jobs that failed together from retrying together.
    """

    def __init__(self, *, attempts: int | None, longest_wait: int = LONGEST_WAIT_SECONDS) -> None:
        self.attempts = attempts
        self.longest_wait = longest_wait

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        # A database restart doesn't count as an attempt. A statement or lock timeout does.
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
    """Make a function a job. `every` (a cron line) also queues it periodically.

    After `attempts` runs the job is a dead letter that an operator can run again. A job with
    `UNTIL_DONE` is retried without end. A job queued with `once` blocks duplicates while it waits
    for a retry, so if a sweep must be able to speed it up, give it a short `longest_wait`
    (seconds). Don't give a periodic job a lock: a killed holder would block every later run.
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
    # Inside a worker, Procrastinate would queue over a separate connection, outside our
    # transaction. The new job could then run before its data is committed, or despite a rollback.
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

    With `once`, return None and queue nothing if a job of that name is already waiting. Arguments
    are ids and never personal data, because they stay in the queue's table.
    """
    deferrer = task.configure(queueing_lock=once, schedule_at=run_at, priority=priority)
    deferrer.job_manager = _manager()
    if once is None:
        with _translate_connector_errors():
            return deferrer.defer(**arguments)
    try:
        # The savepoint keeps the refused insert from aborting the caller's transaction.
        with transaction.atomic(), _translate_connector_errors():
            return deferrer.defer(**arguments)
    except exceptions.AlreadyEnqueued:
        return None


def enqueue_many(task: type_of_job, arguments: Sequence[Mapping[str, Any]]) -> None:
    """Queue one job per set of arguments, in one statement of the current transaction."""
    if not arguments:
        return
    deferrer = task.configure()
    deferrer.job_manager = _manager()
    with _translate_connector_errors():
        deferrer.batch_defer(*(dict(each) for each in arguments))


@contextlib.contextmanager
def _translate_connector_errors() -> Iterator[None]:
    """Translate Procrastinate's connector error into Django's database exceptions.

    Callers that detect a database outage, to refuse a request or retry a job, check for Django's.
    """
    try:
        yield
    except exceptions.ConnectorException as error:
        if not isinstance(error.__cause__, psycopg.Error):
            raise
        with connection.wrap_database_errors:
            raise error.__cause__ from None
