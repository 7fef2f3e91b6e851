"""Is this process alive, and can it serve?

`/healthz` touches nothing: it fails only when the process should be restarted.
`/readyz` asks the database, the migrations and the workers' heartbeat. Late workers are
reported but do not make it fail: taking the shop offline would turn a delay into an outage.
"""

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse

# Workers report every few seconds; see runworker.
HEARTBEAT_LATE_AFTER_SECONDS = 60

_applied: set[str] = set()


def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    checks = {"database": "down", "migrations": "unknown", "jobs": "unknown"}
    try:
        # First, so that a database without our tables is told apart from one that is away.
        checks["migrations"] = _migrations()
        if checks["migrations"] == "ok":
            checks["jobs"] = _worker_heartbeat()
        # Last: migrations once found complete are no longer asked for.
        checks["database"] = _database()
    except Error:
        # Asked once only: each wait for a connection takes seconds a probe does not have.
        pass
    can_serve = checks["database"] == "ok" and checks["migrations"] == "ok"
    status = "ok" if can_serve and checks["jobs"] == "ok" else "degraded" if can_serve else "down"
    told = {"status": status}
    # Strangers come through nginx and need no more than that; whoever is on call asks gunicorn.
    details = {} if "X-Forwarded-For" in request.headers else {"checks": checks}
    return JsonResponse(told | details, status=200 if can_serve else 503)


def _database() -> str:
    """A standby answers every question and takes no order: whoever buys must go elsewhere."""
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
    """All applied? Once they are, this process need not read the migration files again."""
    if not _applied:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "missing"
        _applied.add("all")
    return "ok"
