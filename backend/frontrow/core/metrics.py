"""Numbers for the operator's Prometheus: requests here, queue and workers read from PostgreSQL.

nginx does not pass `/metrics` on, so only machines that reach gunicorn itself can read it.
"""

import os
from collections.abc import Iterator

from django.db import connection
from django.http import HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest
from prometheus_client import REGISTRY as PROCESS_REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

REQUEST_SECONDS = Histogram(
    "frontrow_request_seconds",
    "Time to answer, by route and status",
    ["method", "route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


class JobsCollector(Collector):
    """The queue as the database sees it, the same from every process."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        jobs = GaugeMetricFamily("frontrow_jobs", "Jobs by state", labels=["queue", "status"])
        oldest = GaugeMetricFamily(
            "frontrow_jobs_oldest_due_seconds", "How long the oldest due job has waited"
        )
        heartbeat = GaugeMetricFamily(
            "frontrow_worker_heartbeat_age_seconds", "Since any worker was last heard of"
        )
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT queue_name, status::text, count(*) FROM procrastinate_jobs"
                " WHERE status IN ('todo', 'doing', 'failed') GROUP BY 1, 2"
            )
            for queue, status, count in cursor.fetchall():
                jobs.add_metric([queue, status], count)
            # A job that has been fetched before has no "due" time but its last retry's.
            cursor.execute(
                "SELECT coalesce(extract(epoch FROM now() - min(coalesce(scheduled_at,"
                " (SELECT max(at) FROM procrastinate_events e WHERE e.job_id = j.id)))), 0)"
                " FROM procrastinate_jobs j WHERE status = 'todo'"
                " AND (scheduled_at IS NULL OR scheduled_at <= now())"
            )
            oldest.add_metric([], float(cursor.fetchone()[0]))
            cursor.execute(
                "SELECT extract(epoch FROM now() - max(last_heartbeat)) FROM procrastinate_workers"
            )
            age = cursor.fetchone()[0]
        if age is not None:
            heartbeat.add_metric([], float(age))
        yield from (jobs, oldest, heartbeat)


def metrics(request: HttpRequest) -> HttpResponse:
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry = PROCESS_REGISTRY
    queue = CollectorRegistry()
    queue.register(JobsCollector())
    body = generate_latest(registry) + generate_latest(queue)
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)
