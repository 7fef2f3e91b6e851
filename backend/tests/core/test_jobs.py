"""A job exists exactly when its transaction did."""

from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
import pytest
from django.conf import settings
from django.db import (
    InterfaceError,
    InternalError,
    OperationalError,
    connection,
    transaction,
)
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.jobs import Job
from psycopg.errors import QueryCanceled, ReadOnlySqlTransaction

from frontrow.catalogue.files import discard_stored_file
from frontrow.catalogue.meetings import keep_meeting, remove_meeting
from frontrow.core.errors import ProviderDown
from frontrow.core.job_upkeep import forget_finished_jobs, forget_repeated_failures
from frontrow.core.jobs import Backoff, enqueue, is_never_given_up, job, type_of_job
from frontrow.sales.attending.meeting_places import erase_place
from frontrow.sales.buyers.erasures import note_erasure

pytestmark = pytest.mark.django_db


@pytest.fixture
def greet() -> Iterator[type_of_job]:
    @job(queue="probe")
    def greet(user_id: int) -> None:
        """Never run here; only queued."""

    yield greet
    del app.tasks[greet.name]


def queued() -> list[tuple[str, str, dict[str, object]]]:
    rows = ProcrastinateJob.objects.order_by("id")
    return [(row.queue_name, row.task_name.rsplit(".")[-1], row.args) for row in rows]


def test_a_worker_imports_every_module_with_a_job() -> None:
    app.perform_import_paths()  # type: ignore[no-untyped-call]
    modules = {
        task.func.__module__
        for task in app.tasks.values()
        if task.func.__module__.startswith("frontrow.")
    }
    assert modules <= set(settings.PROCRASTINATE_IMPORT_PATHS)


def test_a_committed_job_is_queued_with_its_ids(greet: type_of_job) -> None:
    with transaction.atomic():
        enqueue(greet, user_id=7)
    assert queued() == [("probe", "greet", {"user_id": 7})]


def test_a_rolled_back_transaction_leaves_no_job(greet: type_of_job) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        enqueue(greet, user_id=7)
        raise RuntimeError
    assert queued() == []


def test_once_queues_one_and_leaves_the_transaction_usable(greet: type_of_job) -> None:
    with transaction.atomic():
        assert enqueue(greet, once="greet:7", user_id=7) is not None
        assert enqueue(greet, once="greet:7", user_id=7) is None
        assert enqueue(greet, once="greet:8", user_id=8) is not None
    assert [args for _, _, args in queued()] == [{"user_id": 7}, {"user_id": 8}]


def attempt(number: int) -> Job:
    return Job(id=1, queue="q", lock=None, queueing_lock=None, task_name="t", attempts=number)


def wait_before_retry(error: Exception, attempts: int) -> float | None:
    decision = Backoff(attempts=3).get_retry_decision(exception=error, job=attempt(attempts))
    if decision is None or decision.retry_at is None:
        return None
    return (decision.retry_at - datetime.now(UTC)).total_seconds()


@pytest.mark.parametrize(("attempts", "seconds"), [(0, 2), (1, 4), (2, 8)])
def test_retries_wait_longer_each_time_give_or_take_a_quarter(
    attempts: int, seconds: float
) -> None:
    wait = wait_before_retry(RuntimeError(), attempts)
    assert wait is not None
    assert seconds * 0.74 <= wait <= seconds * 1.26


def test_after_its_attempts_a_job_fails_for_good() -> None:
    assert wait_before_retry(RuntimeError(), 3) is None


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "error",
    [
        OperationalError(),
        InterfaceError(),
        caused(InternalError(), ReadOnlySqlTransaction()),
    ],
)
def test_a_job_outwaits_a_database_that_is_away(error: Exception) -> None:
    wait = wait_before_retry(error, 50)
    assert wait is not None
    assert wait <= 600 * 1.26


@pytest.mark.parametrize(
    "task", [erase_place, note_erasure, remove_meeting, discard_stored_file], ids=lambda t: t.name
)
def test_what_erases_is_tried_until_it_is_done(task: type_of_job) -> None:
    assert is_never_given_up(task)
    strategy = task.retry_strategy
    assert strategy is not None
    for failed in (8, 500, 100_000):
        decision = strategy.get_retry_decision(exception=ProviderDown(), job=attempt(failed))
        assert decision is not None
        assert decision.retry_at is not None
        assert (decision.retry_at - datetime.now(UTC)).total_seconds() <= 600 * 1.26


def test_what_a_sweep_finds_again_is_given_up() -> None:
    assert not is_never_given_up(keep_meeting)
    strategy = keep_meeting.retry_strategy
    assert strategy is not None
    assert strategy.get_retry_decision(exception=ProviderDown(), job=attempt(8)) is None


def test_a_job_that_is_always_too_slow_fails_for_good() -> None:
    too_slow = OperationalError()
    too_slow.__cause__ = QueryCanceled()
    assert wait_before_retry(too_slow, 3) is None


def test_finished_jobs_are_forgotten_after_a_week_and_failed_ones_kept(
    greet: type_of_job,
) -> None:
    with connection.cursor() as cursor:
        rows = [("succeeded", 8), ("succeeded", 6), ("failed", 91), ("failed", 30), ("todo", 30)]
        for status, days in rows:
            cursor.execute(
                "INSERT INTO procrastinate_jobs (queue_name, task_name, status)"
                " VALUES ('q', %s, %s) RETURNING id",
                [f"{status} {days}", status],
            )
            [job_id] = cursor.fetchone()
            cursor.execute(
                "UPDATE procrastinate_events SET at = now() - make_interval(days => %s)"
                " WHERE job_id = %s",
                [days, job_id],
            )
            cursor.execute(
                "INSERT INTO procrastinate_events (job_id, type, at)"
                " VALUES (%s, 'started', now() - make_interval(days => %s))",
                [job_id, days],
            )
    forget_finished_jobs(timestamp=0)
    kept = ProcrastinateJob.objects.order_by("id").values_list("task_name", flat=True)
    assert list(kept) == ["succeeded 6", "failed 30", "todo 30"]


def test_of_one_job_that_fails_over_and_over_only_the_latest_failure_is_kept() -> None:
    with connection.cursor() as cursor:
        for lock, status in (
            ("settle:1", "failed"),
            ("settle:1", "failed"),
            ("settle:2", "failed"),
            ("settle:1", "failed"),
            ("settle:1", "todo"),
            (None, "failed"),
            (None, "failed"),
        ):
            cursor.execute(
                "INSERT INTO procrastinate_jobs (queue_name, task_name, status, queueing_lock)"
                " VALUES ('q', 'settle', %s, %s)",
                [status, lock],
            )
    jobs = ProcrastinateJob.objects.order_by("id")
    first = jobs.values_list("id", flat=True)[0]
    forget_repeated_failures(timestamp=0)
    assert [pk - first for pk in jobs.values_list("id", flat=True)] == [2, 3, 4, 5, 6]


def test_of_one_kind_the_thousand_newest_failures_are_kept() -> None:
    """A purchase that can never be settled fails a job every few minutes, for ever."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, status)"
            " SELECT 'q', 'often', 'failed' FROM generate_series(1, 1003)"
        )
        cursor.execute(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, status)"
            " VALUES ('q', 'seldom', 'failed')"
        )
        cursor.execute(
            "INSERT INTO procrastinate_events (job_id, type)"
            " SELECT id, 'failed' FROM procrastinate_jobs"
        )
        # As the autovacuum would: without it, each job may cost a look at every event.
        cursor.execute("ANALYZE procrastinate_jobs, procrastinate_events")
    newest = ProcrastinateJob.objects.filter(task_name="often").order_by("-id")[:1000]
    expected = {job.pk for job in newest}
    forget_finished_jobs(timestamp=0)
    kept = ProcrastinateJob.objects.filter(task_name="often").values_list("id", flat=True)
    assert set(kept) == expected
    assert ProcrastinateJob.objects.filter(task_name="seldom").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("once", [None, "greet:7"])
def test_a_database_lost_while_queueing_is_told_in_djangos_words(
    greet: type_of_job, once: str | None
) -> None:
    """So that a request is refused in words and a job tried again, as after any other statement."""
    connection.ensure_connection()
    ours = connection.connection.info
    where = {"host": ours.host, "port": ours.port, "dbname": ours.dbname, "user": ours.user}
    with (
        psycopg.connect(**where, password=ours.password or None) as other,
        pytest.raises(OperationalError) as raised,
        transaction.atomic(),
    ):
        other.execute("SELECT pg_terminate_backend(%s)", [ours.backend_pid])
        enqueue(greet, once=once, user_id=7)
    assert isinstance(raised.value.__cause__, psycopg.OperationalError)
    connection.close()
    assert queued() == []
