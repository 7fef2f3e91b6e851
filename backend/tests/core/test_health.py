"""What the load balancer, the monitor and the person on call are told."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

from frontrow.core import health


@pytest.fixture(autouse=True)
def forget_migrations() -> None:
    health._applied.clear()


def beat(seconds_ago: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO procrastinate_workers (last_heartbeat)"
            " VALUES (now() - make_interval(secs => %s))",
            [seconds_ago],
        )


def test_alive_needs_nothing_else(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_ready_with_database_migrations_and_a_worker(client: Client) -> None:
    beat(5)
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (
        200,
        {"status": "ok", "checks": {"database": "ok", "migrations": "ok", "jobs": "ok"}},
    )


@pytest.mark.django_db
def test_who_comes_through_nginx_is_told_no_more_than_yes_or_no(client: Client) -> None:
    beat(61)
    response = client.get("/readyz", headers={"X-Forwarded-For": "203.0.113.9"})
    assert (response.status_code, response.json()) == (200, {"status": "degraded"})


@pytest.mark.django_db
@pytest.mark.parametrize("seconds_ago", [None, 61])
def test_late_workers_are_told_but_do_not_close_the_shop(
    client: Client, seconds_ago: int | None
) -> None:
    if seconds_ago is not None:
        beat(seconds_ago)
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (
        200,
        {"status": "degraded", "checks": {"database": "ok", "migrations": "ok", "jobs": "late"}},
    )


@pytest.mark.django_db
def test_a_migration_that_is_missing_is_not_ready(client: Client) -> None:
    beat(5)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sales'")
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (
        503,
        {
            "status": "down",
            "checks": {"database": "ok", "migrations": "missing", "jobs": "unknown"},
        },
    )


def test_without_a_database_it_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", refuse)
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (
        503,
        {
            "status": "down",
            "checks": {"database": "down", "migrations": "unknown", "jobs": "unknown"},
        },
    )


@pytest.mark.django_db
def test_metrics_count_requests_by_route_and_the_queue(client: Client) -> None:
    beat(7)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, status)"
            " VALUES ('mail', 'x', 'todo'), ('mail', 'x', 'todo'), ('mail', 'x', 'failed')"
        )
    client.get("/api/no-such-route/ada@example.test")
    lines = client.get("/metrics").content.decode().splitlines()
    assert 'frontrow_jobs{queue="mail",status="todo"} 2.0' in lines
    assert 'frontrow_jobs{queue="mail",status="failed"} 1.0' in lines
    assert "frontrow_worker_heartbeat_age_seconds 7.0" in lines
    counted = [line for line in lines if line.startswith("frontrow_request_seconds_count")]
    assert any('route="unmatched",status="404"' in line for line in counted)
    assert not any("ada@" in line for line in lines)
