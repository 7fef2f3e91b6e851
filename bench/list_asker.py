"""Fills a database for `bench.purchase_list`, or asks for pages of the list as it is told."""

import io
import os
import sys
import time
from collections.abc import Callable
from functools import partial

import django
import psycopg

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402
from frontrow.accounts.models import Role, User  # noqa: E402
from frontrow.backoffice.demo.storing import without_time_limits  # noqa: E402
from frontrow.backoffice.demo.volume import make_volume  # noqa: E402
from frontrow.backoffice.purchase_list import PAGE_SIZE  # noqa: E402
from frontrow.catalogue.models import Bundle  # noqa: E402
from frontrow.core.clock import now  # noqa: E402
from frontrow.sales.models import Purchase  # noqa: E402
from frontrow.sales.tallies import fold_tallies  # noqa: E402


def fill(purchases: int) -> None:
    call_command("migrate", verbosity=0)
    call_command("demo", stdout=io.StringIO())
    bundle = Bundle.objects.order_by("created_at", "pk").last()
    if bundle is None:
        raise RuntimeError("the demo has no bundle")
    with without_time_limits(), connection.cursor() as cursor:
        make_volume(now=now(), bundle=bundle, users=purchases // 2, purchases=purchases)
        fold_tallies(timestamp=0)
        cursor.execute("VACUUM ANALYZE")


def answer() -> None:
    setup_test_environment()
    client = Client(headers={"Sec-Fetch-Site": "same-origin"})
    client.force_login(User.objects.filter(role=Role.ADMIN).earliest("pk"))
    last = -(-Purchase.objects.count() // PAGE_SIZE)
    statements: dict[str, list[bytes]] = {}
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as plain:
        sys.stdin.readline()
        print(last, flush=True)
        for line in sys.stdin:
            path = f"/api/admin/purchases?{line.strip()}"
            if path not in statements:
                statements[path] = _statements(client, path)
            ours = _timed(partial(client.get, path))
            bare = _timed(partial(_run, plain, statements[path]))
            print(ours, bare, flush=True)


def _statements(client: Client, path: str) -> list[bytes]:
    with CaptureQueriesContext(connection) as seen:
        page = client.get(path)
    if page.status_code != 200:
        raise RuntimeError(page.content.decode())
    return [query["sql"].encode() for query in seen]


def _run(plain: psycopg.Connection, statements: list[bytes]) -> None:
    for sql in statements:
        plain.execute(sql).fetchall()


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    if sys.argv[1:2] == ["--fill"]:
        fill(int(sys.argv[2]))
    else:
        answer()
