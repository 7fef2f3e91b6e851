"""The admin's list of purchases at 1,000 and at 100,000 rows, beside the same SQL run bare.

`python -m bench.purchase_list` fills a database of its own with the demo's history, asks for every
kind of page in turns, and runs the statements of each over a plain connection. Ends with an error
when a page misses its goals: p95 of 200 ms, three times the bare SQL, twice its own time at 1,000.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from bench.measure import ROOT

DATABASE = "frontrow_bench_list"
os.environ |= {
    "DATABASE_URL": f"postgresql://127.0.0.1:5432/{DATABASE}",
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "LOG_LEVEL": "WARNING",
}
sys.path.insert(0, str(ROOT / "backend"))

import django
import psycopg

SMALL, LARGE = 1_000, 100_000
ROUNDS = 40
P95_MS, TIMES_BARE, GROWTH = 200.0, 3.0, 2.0

# Every kind of page; `middle` and `last` follow from how many rows there are.
KINDS: dict[str, Callable[[int], str]] = {
    "first page": lambda _: "",
    "middle page": lambda last: f"page={last // 2}",
    "last page": lambda last: f"page={last}",
    "search, a name": lambda _: "search=tessa+lind",
    "search, an address": lambda _: "search=student-000123@",
    "search, what everybody has": lambda _: "search=example",
    "search, by customer": lambda _: "search=noor&sort=customer&direction=asc",
    "search and status": lambda _: "search=noor&status=refunded",
    "completed": lambda _: "status=completed",
    "completed, far down": lambda last: f"status=completed&page={last // 2}",
    "failed, by amount": lambda _: "status=failed&sort=amount",
    "refunded, by customer": lambda _: "status=refunded&sort=customer&direction=asc",
    "by customer": lambda _: "sort=customer&direction=asc",
    "by customer, middle": lambda last: f"sort=customer&direction=asc&page={last // 2}",
    "by amount, far down": lambda last: f"sort=amount&page={last // 3}",
    "by product, middle": lambda last: f"sort=product&page={last // 2}",
    "by status, middle": lambda last: f"sort=status&direction=asc&page={last // 2}",
}


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def main() -> int:
    subprocess.run(["dropdb", "--if-exists", "--force", DATABASE], check=True)
    subprocess.run(["createdb", DATABASE], check=True)
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    small, _ = measured(SMALL)
    large, bare = measured(LARGE)
    missed = 0
    print(f"{'p95 in ms':28} {'1,000':>8} {'100,000':>8} {'bare SQL':>9} {'growth':>7} {'×bare':>6}")  # noqa: RUF001
    for kind in KINDS:
        growth, times_bare = large[kind] / small[kind], large[kind] / bare[kind]
        ok = large[kind] <= P95_MS and times_bare <= TIMES_BARE and growth <= GROWTH
        missed += not ok
        print(
            f"{kind:28} {small[kind]:8.1f} {large[kind]:8.1f} {bare[kind]:9.1f}"
            f" {growth:7.2f} {times_bare:6.2f} {'' if ok else 'MISS'}"
        )
    return 1 if missed else 0


def measured(purchases: int) -> tuple[dict[str, float], dict[str, float]]:
    """The p95 of each kind of page, and of its statements alone."""
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, setup_test_environment, teardown_test_environment

    from frontrow.accounts.models import Role, User
    from frontrow.backoffice.demo.storing import without_time_limits
    from frontrow.backoffice.demo.volume import make_volume
    from frontrow.catalogue.models import Bundle
    from frontrow.core.clock import now
    from frontrow.sales.models import Purchase
    from frontrow.sales.tallies import fold_tallies

    with open(os.devnull, "w") as nowhere:
        call_command("demo", stdout=nowhere)
    bundle = Bundle.objects.order_by("created_at", "pk").last()
    assert bundle is not None
    with without_time_limits():
        make_volume(now=now(), bundle=bundle, users=purchases // 2, purchases=purchases)
        fold_tallies(timestamp=0)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    setup_test_environment()
    client = Client(headers={"Sec-Fetch-Site": "same-origin"})
    client.force_login(User.objects.filter(role=Role.ADMIN).earliest("pk"))
    last = -(-Purchase.objects.count() // 20)
    paths = {kind: f"/api/admin/purchases?{query(last)}" for kind, query in KINDS.items()}
    statements: dict[str, list[str]] = {}
    for kind, path in paths.items():
        with CaptureQueriesContext(connection) as seen:
            answer = client.get(path)
        assert answer.status_code == 200, answer.content
        statements[kind] = [query["sql"] for query in seen]
    ours: dict[str, list[float]] = {kind: [] for kind in KINDS}
    bare: dict[str, list[float]] = {kind: [] for kind in KINDS}
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as plain:
        # In turns, so that a noisy second hurts all alike.
        for _ in range(ROUNDS):
            for kind, path in paths.items():
                ours[kind].append(timed(lambda path=path: client.get(path)))
                bare[kind].append(timed(lambda kind=kind: run(plain, statements[kind])))
    teardown_test_environment()
    return {k: p95(t) for k, t in ours.items()}, {k: p95(t) for k, t in bare.items()}


def run(plain: psycopg.Connection, statements: list[str]) -> None:
    for sql in statements:
        plain.execute(sql.encode()).fetchall()


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    sys.exit(main())
