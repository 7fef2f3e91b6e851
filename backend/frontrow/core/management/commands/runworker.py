"""`manage.py runworker`: run background jobs, and take over the jobs of workers that died."""

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
from procrastinate.contrib.django import app, connector_params
from procrastinate.exceptions import UniqueViolation
from procrastinate.job_context import JobContext
from procrastinate.jobs import Status
from procrastinate.periodic import PeriodicRegistry
from procrastinate.worker import Worker
from psycopg_pool import AsyncConnectionPool

from frontrow.core.crash_points import crash_point
from frontrow.core.database_away import LONGEST_WAIT_SECONDS
from frontrow.core.impatient_connection import TimeoutAsyncConnection
from frontrow.core.jobs import is_never_given_up

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 5.0
# A worker without a heartbeat for this long is dead, and its jobs run again.
STALLED_AFTER_SECONDS = 20.0
LOOK_FOR_STALLED_EVERY_SECONDS = 8.0
# Limits a job that kills its worker each time. A job given up by mistake stays visible as failed
# and can be run again by hand.
FATAL_AFTER_ATTEMPTS = 5
GRACEFUL_STOP_SECONDS = 20.0
START_OVER_AFTER_SECONDS = 2.0

Pool = AsyncConnectionPool[TimeoutAsyncConnection]


class Command(BaseCommand):
    help = "Run background jobs until told to stop."
    # Skips Django's check of every route: no job needs it, and it takes more than a second.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--concurrency", type=int, default=settings.JOB_CONCURRENCY)
        parser.add_argument("--queues", default="", help="comma-separated; all when empty")
        parser.add_argument("--reload", action="store_true", help="start over when code changes")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.ENV.DATABASE_POOLER:
            # The worker listens for jobs and holds a lock per email slot. Both belong to the
            # session.
            raise CommandError("A worker needs a DATABASE_URL without a pooler.")
        queues = [name for name in options["queues"].split(",") if name]

        def run() -> None:
            # The reloader runs the command in a thread, where signals can't be caught.
            signals = not options["reload"]
            asyncio.run(
                _run(concurrency=options["concurrency"], queues=queues, catch_signals=signals)
            )

        if options["reload"]:
            autoreload.run_with_reloader(run)
        else:
            run()


async def _run(*, concurrency: int, queues: list[str], catch_signals: bool) -> None:
    """Work until told to stop. If the database goes away, wait for it."""
    loop = asyncio.get_running_loop()
    # Python's default pool has cpus + 4 threads, whatever the concurrency setting.
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
            # Procrastinate's worker exits when it can't reach the database.
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
                # Retries are found by polling only. The default interval of 5 s is noticeable to
                # people.
                fetch_job_polling_interval=1.0,
                update_heartbeat_interval=HEARTBEAT_SECONDS,
                stalled_worker_timeout=STALLED_AFTER_SECONDS,
                shutdown_graceful_timeout=GRACEFUL_STOP_SECONDS,
                # The loop above must know whether the worker was told to stop.
                install_signal_handlers=False,
            )
        )
        try:
            await asyncio.wait([work, told], return_when=asyncio.FIRST_COMPLETED)
            if told_to_stop.is_set():
                log.info("told to stop: no new job is taken")
            # Tells a running worker to finish its jobs. No effect on a worker that has ended.
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await work
        finally:
            rescue.cancel()
            told.cancel()


@contextlib.asynccontextmanager
async def _reached_database() -> AsyncIterator[Pool]:
    """Open the worker's own connection pool, retrying until the database answers.

    Procrastinate alone would retry with growing intervals, up to half a minute. A new pool every
    few seconds reconnects as soon as the web processes do.
    """
    pool: Pool = AsyncConnectionPool(
        kwargs=connector_params(),
        connection_class=TimeoutAsyncConnection,
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

    The tasks keep using Django's connection, so jobs that they queue share their transaction.
    """
    # Procrastinate would import them for an app that it creates, not for ours.
    app.perform_import_paths()  # type: ignore[no-untyped-call]
    worker_app = App(
        connector=PsycopgConnector(),
        worker_defaults={
            **app.worker_defaults,
            # The first of them returns each task's connection to the pool.
            "task_middleware": [*app.worker_defaults.get("task_middleware", []), _log_job],
        },
        periodic_defaults=app.periodic_defaults,
    )
    worker_app.tasks = app.tasks
    worker_app.periodic_registry = _clock_of(worker_app)
    return worker_app


def _clock_of(worker_app: App) -> PeriodicRegistry:
    """The periodic jobs, queued over the worker's own connection.

    Django's connection would stay open in a thread that never closes it. Once it died, the next
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
    """Add the job's id to its log lines, and log the job's outcome."""
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
    """A background task of every worker instead of a job, because a job could itself stall."""
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
                # The job has been queued again since, and that duplicate does the work. If this one
                # stayed, it would end every rescue of stalled jobs here.
                await manager.finish_job(stalled, status=Status.ABORTED, delete_job=True)
