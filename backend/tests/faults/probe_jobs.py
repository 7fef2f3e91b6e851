"""Jobs that are killed, that kill, or that queue others, and leave a trace of what happened.

Only the servers that tests start import this: pytest's own list of jobs stays the real one.
"""

import os
import signal
import time

from django.db import connection, transaction

from frontrow.core.jobs import enqueue, job
from tests.faults.probe_tables import TICK_SECONDS

# Longer than any test waits: whoever sleeps this long is meant to be killed.
UNTIL_KILLED_SECONDS = 120


def _start(label: str) -> bool:
    """Note that the job starts; True for the first time."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO probe_run VALUES (%s, %s)", [label, os.getpid()])
        cursor.execute("SELECT count(*) FROM probe_run WHERE label = %s", [label])
        return bool(cursor.fetchone()[0] == 1)


def _leave_effect(label: str, *, key: str | None = None, note: str = "") -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO probe_effect (label, dedupe_key, note) VALUES (%s, %s, %s)"
            " ON CONFLICT DO NOTHING",
            [label, key, note],
        )


@job()
def leave_effect(label: str) -> None:
    _start(label)
    _leave_effect(label)


@job()
def wait_before_commit(label: str) -> None:
    first = _start(label)
    with transaction.atomic():
        _leave_effect(label)
        if first:
            _leave_effect(f"{label} written")
            time.sleep(UNTIL_KILLED_SECONDS)


@job()
def wait_after_commit(label: str, key: str | None) -> None:
    """Killed while it waits, it has done its work, but Procrastinate does not know."""
    first = _start(label)
    with transaction.atomic():
        _leave_effect(label, key=key)
    if first:
        time.sleep(UNTIL_KILLED_SECONDS)


@job()
def kill_my_worker(label: str) -> None:
    _start(label)
    os.killpg(0, signal.SIGKILL)


@job()
def take_seconds(label: str, seconds: float) -> None:
    _start(label)
    time.sleep(seconds)
    _leave_effect(label)


@job()
def see_parent(parent: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM probe_effect WHERE label = %s", [parent])
        seen = cursor.fetchone()[0]
    _leave_effect(f"child of {parent}", note=f"parent rows seen: {seen}")


@job()
def enqueue_and_commit(label: str) -> None:
    with transaction.atomic():
        _leave_effect(label)
        enqueue(see_parent, parent=label)
        time.sleep(1.5)
        _leave_effect(f"{label} about to commit")


@job()
def enqueue_and_roll_back(label: str) -> None:
    with transaction.atomic():
        _leave_effect(label)
        enqueue(see_parent, parent=label)
        transaction.set_rollback(True)


@job()
def defer_and_roll_back(label: str) -> None:
    """What nobody may write: the same with Procrastinate's own `defer`."""
    with transaction.atomic():
        _leave_effect(label)
        see_parent.defer(parent=label)
        transaction.set_rollback(True)


if os.environ.get("PROBE_CLOCK") == "on":

    @job(every=f"* * * * * */{TICK_SECONDS}")
    def tick(timestamp: int) -> None:
        _leave_effect("tick", note=str(timestamp))
