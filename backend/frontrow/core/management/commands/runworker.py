"""`manage.py runworker`: runs jobs, and takes over those of workers that died."""

import asyncio
import contextlib
import copy
import logging
import signal
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import autoreload
from procrastinate import App, PsycopgConnector
from procrastinate.contrib.django import app
from procrastinate.contrib.django.utils import connector_params
from procrastinate.exceptions import UniqueViolation
from procrastinate.job_context import JobContext
from procrastinate.jobs import Status
from procrastinate.periodic import PeriodicRegistry
from procrastinate.worker import Worker
from psycopg_pool import AsyncConnectionPool

from frontrow.core.crash_points import crash_point
from frontrow.core.database_away import LONGEST_WAIT_SECONDS
from frontrow.core.impatient_connection import ImpatientAsyncConnection
from frontrow.core.jobs import is_never_given_up

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 5.0
# A worker not heard of for this long is dead, and its jobs run again.
STALLED_AFTER_SECONDS = 20.0
LOOK_FOR_STALLED_EVERY_SECONDS = 8.0
# A job that kills its worker each time must not do so for ever. One given up wrongly stays
# visible as failed and can be run again by hand.
FATAL_AFTER_ATTEMPTS = 5
GRACEFUL_STOP_SECONDS = 20.0
START_OVER_AFTER_SECONDS = 2.0

Pool = AsyncConnectionPool[ImpatientAsyncConnection]


class Command(BaseCommand):
    help = "Run background jobs until told to stop."
    # Django's look at every route, which no job needs: more than a second before the first job.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--concurrency", type=int, default=settings.JOB_CONCURRENCY)
        parser.add_argument("--queues", default="", help="comma-separated; all when empty")
        parser.add_argument("--reload", action="store_true", help="start over when code changes")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.ENV.DATABASE_POOLER:
            # It listens for jobs and keeps a lock for each lane of mail: both are the session's.
            raise CommandError("A worker needs a DATABASE_URL without a pooler.")
        queues = [name for name in options["queues"].split(",") if name]

        def run() -> None:
            # The reloader runs us in a thread, where signals cannot be caught.
            signals = not options["reload"]
            asyncio.run(
                _run(concurrency=options["concurrency"], queues=queues, catch_signals=signals)
            )

        if options["reload"]:
            autoreload.run_with_reloader(run)
        else:
            run()


async def _run(*, concurrency: int, queues: list[str], catch_signals: bool) -> None:
    """Work until told to stop; a database that goes away is waited for."""
    loop = asyncio.get_running_loop()
    # Python's default pool has cpus + 4 threads, whatever concurrency was asked for.
    loop.set_default_executor(ThreadPoolExecutor(max_workers=concurrency))
    told_to_stop = asyncio.Event()
    if catch_signals:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, told_to_stop.set)
    while not told_to_stop.is_set():
        try:
            await _work(concurrency=concurrency, queues=queues, told_to_stop=told_to_stop)
        except Exception:
            log.exception("the worker broke off")
        if not told_to_stop.is_set():
            # Procrastinate's worker ends as soon as it cannot reach the database.
            log.warning("the worker starts over")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(told_to_stop.wait(), START_OVER_AFTER_SECONDS)


async def _work(*, concurrency: int, queues: list[str], told_to_stop: asyncio.Event) -> None:
    worker_app = _worker_app()
    async with _reached_database() as pool, worker_app.open_async(pool):
        rescue = asyncio.create_task(_rescue_for_ever(worker_app))
        told = asyncio.create_task(told_to_stop.wait())
        work = asyncio.create_task(
            worker_app.run_worker_async(
                queues=queues or None,  # type: ignore[arg-type]
                concurrency=concurrency,
                # Retries are found by polling only; the default of 5 s is felt by people.
                fetch_job_polling_interval=1.0,
                update_heartbeat_interval=HEARTBEAT_SECONDS,
                stalled_worker_timeout=STALLED_AFTER_SECONDS,
                shutdown_graceful_timeout=GRACEFUL_STOP_SECONDS,
                # The loop above must know whether we were told to stop.
                install_signal_handlers=False,
            )
        )
        try:
            await asyncio.wait([work, told], return_when=asyncio.FIRST_COMPLETED)
            if told_to_stop.is_set():
                log.info("told to stop: no new job is taken")
            # Tells a running worker to let its jobs finish; no effect on one that has ended.
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await work
        finally:
            rescue.cancel()
            told.cancel()


@contextlib.asynccontextmanager
async def _reached_database() -> AsyncIterator[Pool]:
    """Connections of the worker's own, once there is one.

    Left to Procrastinate, a database that is away is asked at ever longer intervals, for half a
    minute; a pool that is begun anew every few seconds finds it as soon as the pages do.
    """
    pool: Pool = AsyncConnectionPool(
        kwargs=connector_params(),
        connection_class=ImpatientAsyncConnection,
        check=AsyncConnectionPool.check_connection,
        min_size=1,
        max_size=4,
        timeout=LONGEST_WAIT_SECONDS,
        open=False,
    )
    await pool.open(wait=True, timeout=LONGEST_WAIT_SECONDS)
    try:
        yield pool
    finally:
        await pool.close()


def _worker_app() -> App:
    """An app with its own connection for fetching jobs, around the same tasks.

    The tasks keep pointing at Django's connection, so what they queue shares their transaction.
    """
    # Procrastinate would import them for an app of its own making, not for ours.
    app.perform_import_paths()  # type: ignore[no-untyped-call]
    worker_app = App(
        connector=PsycopgConnector(),
        worker_defaults={
            **app.worker_defaults,
            # The first of them hands each task's connection back to the pool.
            "task_middleware": [*app.worker_defaults.get("task_middleware", []), _log_job],
        },
        periodic_defaults=app.periodic_defaults,
    )
    worker_app.tasks = app.tasks
    worker_app.periodic_registry = _clock_of(worker_app)
    return worker_app


def _clock_of(worker_app: App) -> PeriodicRegistry:
    """The clock's jobs, queued over the worker's own connection.

    Django's would stay open in a thread that nobody tidies, and once it had died the next
    tick would end the worker.
    """
    registry = PeriodicRegistry()  # type: ignore[no-untyped-call]
    for periodic in app.periodic_registry.periodic_tasks.values():
        task = copy.copy(periodic.task)
        task.blueprint = worker_app
        registry.register_task(
            task=task,
            cron=periodic.cron,
            periodic_id=periodic.periodic_id,
            configure_kwargs=periodic.configure_kwargs,
        )
    return registry


def _log_job(call_next: Callable[[], Any], context: JobContext, worker: Worker) -> Any:
    """Every line a job writes carries its id, and how it went is a line of its own."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(job_id=context.job.id, task=context.task.name)
    started = time.perf_counter()
    try:
        result = call_next()
    except Exception:
        log.warning("job failed", exc_info=True, extra={"attempts": context.job.attempts})
        raise
    log.info("job done", extra={"ms": round((time.perf_counter() - started) * 1000, 1)})
    return result


async def _rescue_for_ever(worker_app: App) -> None:
    """A side task of every worker rather than a job: a job could itself be left stalled."""
    while True:
        await asyncio.sleep(LOOK_FOR_STALLED_EVERY_SECONDS)
        try:
            await _rescue_stalled(worker_app)
        except Exception:
            log.exception("looking for stalled jobs failed")


async def _rescue_stalled(worker_app: App) -> None:
    manager = worker_app.job_manager
    for stalled in await manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_AFTER_SECONDS):
        extra = {"job_id": stalled.id, "task": stalled.task_name, "attempts": stalled.attempts}
        task = worker_app.tasks.get(stalled.task_name)
        may_be_fatal = task is None or not is_never_given_up(task)
        if stalled.attempts >= FATAL_AFTER_ATTEMPTS and may_be_fatal:
            log.error("job of a dead worker given up after too many attempts", extra=extra)
            await manager.finish_job(stalled, status=Status.FAILED, delete_job=False)
        else:
            log.warning("job of a dead worker runs again", extra=extra)
            crash_point("rescue.before_retry")
            try:
                await manager.retry_job(stalled)
            except UniqueViolation:
                # Queued once more since then: the twin that waits does the work. Left as it is,
                # this one would end every look for stalled jobs here.
                await manager.finish_job(stalled, status=Status.ABORTED, delete_job=True)
