"""Liveness and readiness probes.

`/healthz` touches nothing: it fails only if the process should be restarted. `/readyz` checks the
database, the migrations and the workers' heartbeat. Late workers are reported but do not make it
fail: taking the shop offline would turn a delay into an outage.
"""

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse

# Workers send a heartbeat every few seconds. See runworker.
HEARTBEAT_LATE_AFTER_SECONDS = 60

_applied: set[str] = set()


def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    checks = {"database": "down", "migrations": "unknown", "jobs": "unknown"}
    try:
        # First, to tell a database without our tables apart from one that is away.
        checks["migrations"] = _migrations()
        if checks["migrations"] == "ok":
            checks["jobs"] = _worker_heartbeat()
        # Last, because once the migrations were found complete they are not checked again.
        checks["database"] = _database()
    except Error:
        # Tried only once: each wait for a connection takes seconds that a probe doesn't have.
        pass
    can_serve = checks["database"] == "ok" and checks["migrations"] == "ok"
    status = "ok" if can_serve and checks["jobs"] == "ok" else "degraded" if can_serve else "down"
    told = {"status": status}
    # Visitors come through nginx and see only this. An operator on call asks gunicorn directly.
    details = {} if "X-Forwarded-For" in request.headers else {"checks": checks}
    return JsonResponse(told | details, status=200 if can_serve else 503)


def _database() -> str:
    """A standby answers reads but can't take orders, so buyers must be sent elsewhere."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('transaction_read_only')::boolean")
        return "read-only" if cursor.fetchone()[0] else "ok"


def _worker_heartbeat() -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(max(last_heartbeat) > now() - make_interval(secs => %s), false)"
            " FROM procrastinate_workers",
            [HEARTBEAT_LATE_AFTER_SECONDS],
        )
        return "ok" if cursor.fetchone()[0] else "late"


def _migrations() -> str:
    """Whether all migrations are applied. Once they are, the process doesn't check again."""
    if not _applied:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "missing"
        _applied.add("all")
    return "ok"
