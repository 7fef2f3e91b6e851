"""A bulk act of thousands of rows whose workers are killed: it goes on, each row is done once.

As many rows as `tests/sizes.py` says. The emails are written by real workers, each killed in the
middle of the act; the patience with a silent worker is seconds here and 20 s in production.
"""

import time
from functools import partial
from pathlib import Path

import pytest
from bench.volume import fill

from tests.faults.processes import environment, report, run_command, wait_until
from tests.faults.record import record
from tests.faults.workers import Workers
from tests.postgres import Cluster
from tests.sizes import size

pytestmark = [pytest.mark.slow, pytest.mark.proof]

ROWS = size("BULK_ROWS")
# Those who bought; half of the purchases are guests'.
PURCHASES = 2 * ROWS
KILLS = 2
RUN_WORKER = ("manage.py", "runworker", "--queues=default")
START = """
import uuid
from frontrow.accounts.models import Role, User
from frontrow.accounts.actor import Actor
from frontrow.backoffice.bulk.running import start_bulk_act
from frontrow.backoffice.bulk.schemas import BulkActIn
start_bulk_act(
    by=Actor.of(User.objects.get(role=Role.ADMIN)),
    wanted=BulkActIn.model_validate({
        "kind": "message", "subject": "members", "people": {"role": "STUDENT"},
        "title": "A new date", "text": "Hello {firstName}, there is a new date.",
        "idempotencyKey": str(uuid.uuid4()),
    }),
)
"""
STANDING = "SELECT place, failed, total, finished_at IS NOT NULL FROM bulk_acts"
COPIES = """
SELECT n, count(*) FROM (
    SELECT count(*) AS n FROM communication_logs WHERE starts_with(dedupe_key, 'bulk:')
    GROUP BY user_id
) each GROUP BY 1
"""


def test_thousands_of_rows_survive_their_workers_and_show_how_far_they_are(
    cluster: Cluster, folder: Path
) -> None:
    database = cluster.create_database("bulk_under_kills")
    fill(database.url, purchases=PURCHASES)
    more = {"DJANGO_SETTINGS_MODULE": "tests.faults.mortal_settings", "LOG_LEVEL": "WARNING"}
    env = environment(database.url, folder=folder, more=more)
    run_command("manage.py", "shell", "-c", START, env=env)
    seen: list[int] = []

    def place() -> int:
        """How many rows are done, as the desk is told; it never goes back."""
        [(done, failed, total, _)] = database.ask(STANDING)
        assert (failed, total) == (0, ROWS)
        assert not seen or done >= seen[-1]
        seen.append(done)
        return int(done)

    def is_past(share: float) -> bool:
        return place() >= share * ROWS

    def is_beyond(stood: int) -> bool:
        return place() > stood

    with Workers(database, folder=folder, **env, QUICK_WORKER="post") as workers:
        first = workers.start(*RUN_WORKER)
        wait_until(lambda: place() > 0, what="the act begins")
        began = time.monotonic()
        silent = 0.0
        worker = first
        for kill in range(1, KILLS + 1):
            share = kill / (KILLS + 1)
            wait_until(partial(is_past, share), within=600, what=f"{share:.0%} is done")
            worker.kill()
            stood, killed = place(), time.monotonic()
            assert stood < ROWS, "it was over before it could be killed"
            worker = workers.start(*RUN_WORKER)
            wait_until(partial(is_beyond, stood), what="another worker goes on")
            silent += time.monotonic() - killed
        wait_until(lambda: is_past(1), within=600, what="the act is done")
        seconds = time.monotonic() - began

    assert database.ask(STANDING) == [(ROWS, 0, ROWS, True)]
    assert database.ask(COPIES) == [(1, ROWS)]
    assert len(set(seen)) > 20
    rate = ROWS / (seconds - silent)
    report(f"{ROWS:,} rows, {KILLS} workers killed: {seconds:.0f} s, {rate:.0f} rows a second")
    record("bulk", rows=ROWS, kills=KILLS, seconds=round(seconds, 1), a_second=round(rate))
