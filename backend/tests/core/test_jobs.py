"""A job exists exactly when its transaction did."""

from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection, transaction
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.jobs import Job
from psycopg.errors import QueryCanceled

from frontrow.core.job_upkeep import forget_finished_jobs
from frontrow.core.jobs import Backoff, enqueue, job, type_of_job

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


@pytest.mark.parametrize("error", [OperationalError(), InterfaceError()])
def test_a_job_outwaits_a_database_that_is_away(error: Exception) -> None:
    wait = wait_before_retry(error, 50)
    assert wait is not None
    assert wait <= 600 * 1.26


def test_a_job_that_is_always_too_slow_fails_for_good() -> None:
    too_slow = OperationalError()
    too_slow.__cause__ = QueryCanceled()
    assert wait_before_retry(too_slow, 3) is None


def test_finished_jobs_are_forgotten_after_a_week_and_failed_ones_kept(
    greet: type_of_job,
) -> None:
    with connection.cursor() as cursor:
        for status, days in [("succeeded", 8), ("succeeded", 6), ("failed", 30), ("todo", 30)]:
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
