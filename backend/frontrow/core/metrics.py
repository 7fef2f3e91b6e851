"""Prometheus metrics: requests counted in this process, everything else read from PostgreSQL.

nginx does not forward `/metrics`, so only machines that reach gunicorn directly can read it.
Workers expose no endpoint: their state is in the database, and any web process reports it.
"""

import logging
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client import REGISTRY as PROCESS_REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

log = logging.getLogger(__name__)

REQUEST_SECONDS = Histogram(
    "frontrow_request_seconds",
    "Time to answer, by route and status",
    ["method", "route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
VENDOR_TROUBLE = Counter(
    "frontrow_vendor_trouble_total",
    "Calls of the web processes to a vendor that brought no answer, by vendor and kind",
    ["vendor", "kind"],
)
REPLICA_READS = Counter(
    "frontrow_replica_reads_total",
    "Reads meant for the replica, by who answered: itself, or the primary and why",
    ["answer"],
)


@dataclass(frozen=True, kw_only=True)
class Number:
    """One gauge and its query. Label columns come first, the value last."""

    name: str
    about: str
    query: str
    labels: Sequence[str] = ()


JOB_NUMBERS = (
    Number(
        name="frontrow_jobs",
        about="Jobs by state",
        labels=["queue", "status"],
        query="SELECT queue_name, status::text, count(*) FROM procrastinate_jobs"
        " WHERE status IN ('todo', 'doing', 'failed') GROUP BY 1, 2",
    ),
    Number(
        name="frontrow_jobs_retrying",
        about="Jobs that have failed and wait to be tried again",
        labels=["task"],
        query="SELECT task_name, count(*) FROM procrastinate_jobs"
        " WHERE status = 'todo' AND attempts > 0 GROUP BY 1",
    ),
    Number(
        name="frontrow_jobs_undone",
        about="Jobs that are never given up and have failed more than eight times",
        query="SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo' AND attempts > 8",
    ),
    Number(
        name="frontrow_jobs_oldest_due_seconds",
        about="How long the oldest due job has waited",
        # A job that was fetched before has no due time except that of its last retry.
        query="SELECT coalesce(extract(epoch FROM now() - min(coalesce(scheduled_at,"
        " (SELECT max(at) FROM procrastinate_events e WHERE e.job_id = j.id)))), 0)"
        " FROM procrastinate_jobs j WHERE status = 'todo'"
        " AND (scheduled_at IS NULL OR scheduled_at <= now())",
    ),
    Number(
        name="frontrow_worker_heartbeat_age_seconds",
        about="Since any worker was last heard of",
        query="SELECT extract(epoch FROM now() - max(last_heartbeat)) FROM procrastinate_workers",
    ),
    Number(
        name="frontrow_workers_alive",
        about="Workers heard of within a minute",
        query="SELECT count(*) FROM procrastinate_workers"
        " WHERE last_heartbeat > now() - interval '1 minute'",
    ),
    Number(
        name="frontrow_clock_tick_age_seconds",
        about="Since the clock last queued each of its jobs",
        labels=["task"],
        query="SELECT task_name, extract(epoch FROM now()) - max(defer_timestamp)"
        " FROM procrastinate_periodic_defers GROUP BY 1",
    ),
    Number(
        name="frontrow_database_connections",
        about="Connections to our database, by what they do",
        labels=["state"],
        query="SELECT coalesce(state, 'other'), count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() GROUP BY 1",
    ),
    Number(
        name="frontrow_database_connections_limit",
        about="Connections the database server allows, all databases together",
        query="SELECT current_setting('max_connections')::int",
    ),
    Number(
        name="frontrow_database_longest_transaction_seconds",
        about="Age of the oldest open transaction",
        query="SELECT coalesce(extract(epoch FROM now() - min(xact_start)), 0)"
        " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND backend_type = 'client backend'",
    ),
)


class NumbersCollector(Collector):
    """Gauges read from the database, identical in every process."""

    def __init__(self, numbers: Sequence[Number]) -> None:
        self.numbers = numbers

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with connection.cursor() as cursor:
            for number in self.numbers:
                gauge = GaugeMetricFamily(number.name, number.about, labels=number.labels)
                cursor.execute(number.query)
                for *labels, value in cursor.fetchall():
                    # No data is not zero: the series is left out.
                    if value is not None:
                        gauge.add_metric([str(label) for label in labels], float(value))
                yield gauge


class ClockCollector(Collector):
    """This machine's clock minus the database's. Signatures depend on both."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with connection.cursor() as cursor:
            asked_at = time.time()
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
            told = float(cursor.fetchone()[0])
        ahead = (asked_at + time.time()) / 2 - told
        yield GaugeMetricFamily(
            "frontrow_clock_ahead_seconds", "This machine's clock less the database's", value=ahead
        )


def metrics(request: HttpRequest, collectors: Sequence[Collector] = ()) -> HttpResponse:
    """The metrics of this process, of the database, and of the areas above that register theirs."""
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry = PROCESS_REGISTRY
    body = generate_latest(registry)
    for collector in (NumbersCollector(JOB_NUMBERS), ClockCollector(), *collectors):
        body += _read(collector)
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)


def _read(collector: Collector) -> bytes:
    """Without the database its gauges are left out. The process's own remain."""
    read_now = CollectorRegistry(auto_describe=False)
    read_now.register(collector)
    try:
        return generate_latest(read_now)
    except DatabaseError:
        log.warning("metrics not read", extra={"collector": type(collector).__name__})
        return b""
