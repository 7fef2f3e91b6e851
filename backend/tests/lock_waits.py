"""Whether somebody waits for a lock in this test's own database."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from django.db import connection

from tests.faults.processes import wait_until

# Other tests share the server, and wait for locks of their own. Whoever waits for a row waits for a
# transaction, which belongs to no database: what else they have locked says which one they are in.
# Not `pg_stat_activity`, which stands still within a transaction.
_WAITING = """
SELECT count(*) FROM pg_locks w
WHERE NOT w.granted AND EXISTS (
    SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.pid = w.pid AND d.datname = current_database()
)
"""


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_WAITING)
        return bool(cursor.fetchone()[0])


def until_somebody_waits() -> None:
    wait_until(somebody_waits, what="somebody waits for the lock")


def begun_beside(act: Callable[[], object]) -> "Future[object]":
    """The act in a thread of its own, as soon as it waits for a lock of our transaction or is over.

    Ask for its result or its error once ours has committed.
    """

    def run() -> object:
        try:
            return act()
        finally:
            connection.close()

    with_one = ThreadPoolExecutor(max_workers=1)
    begun = with_one.submit(run)
    with_one.shutdown(wait=False)
    wait_until(lambda: begun.done() or somebody_waits(), what="it waits for our lock")
    return begun
