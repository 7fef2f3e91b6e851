"""Asks for pages of the admin's desk as it is told, over one database, and times each.

On every line of the input a path; on every line of the output milliseconds: of the answer, and of
its statements alone over a plain connection. A page that is not answered gives a dash.
"""

import os
import sys
import time
from collections.abc import Callable
from functools import partial

import django
import psycopg

django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402
from frontrow.accounts.models import Role, User  # noqa: E402


def answer() -> None:
    setup_test_environment()
    client = Client(headers={"Sec-Fetch-Site": "same-origin"}, raise_request_exception=False)
    client.force_login(User.objects.filter(role=Role.ADMIN).earliest("pk"))
    statements: dict[str, list[bytes]] = {}
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as plain:
        for line in sys.stdin:
            path = line.strip()
            if path not in statements:
                statements[path] = _statements(client, path)
            if not statements[path]:
                print("-", flush=True)
                continue
            ours = _timed(partial(client.get, path))
            bare = _timed(partial(_run, plain, statements[path]))
            print(ours, bare, flush=True)


def _statements(client: Client, path: str) -> list[bytes]:
    """What the page asks of the database; nothing when it is not answered."""
    with CaptureQueriesContext(connection) as seen:
        page = client.get(path)
    return [query["sql"].encode() for query in seen] if page.status_code == 200 else []


def _run(plain: psycopg.Connection, statements: list[bytes]) -> None:
    for sql in statements:
        cursor = plain.execute(sql)
        if cursor.description:
            cursor.fetchall()


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    answer()
