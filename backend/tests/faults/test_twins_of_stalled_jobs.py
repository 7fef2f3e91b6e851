"""Taking over from the dead: a job with a twin, and one who dies while taking over."""

import signal
import time
from pathlib import Path

import pytest

from tests.faults.probe_tables import TABLES
from tests.faults.processes import wait_until
from tests.faults.record import record
from tests.faults.workers import Workers
from tests.postgres import Cluster, Database

pytestmark = pytest.mark.slow

HASTY_WORKER = str(Path(__file__).with_name("hasty_worker.py"))
LEFT_BY_THE_DEAD = """
WITH dead AS (
    INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '1 hour')
    RETURNING id
)
INSERT INTO procrastinate_jobs
    (queue_name, task_name, args, status, queueing_lock, worker_id, attempts)
SELECT 'default', 'tests.faults.probe_jobs.leave_effect', jsonb_build_object('label', %s::text),
    'doing', %s::text, id, 0 FROM dead
"""
WAITING = """
INSERT INTO procrastinate_jobs (queue_name, task_name, args, queueing_lock, scheduled_at)
VALUES ('default', 'tests.faults.probe_jobs.leave_effect', jsonb_build_object('label', %s::text),
    %s, now() + interval '1 hour')
"""


@pytest.fixture
def database(cluster: Cluster, request: pytest.FixtureRequest) -> Database:
    made = cluster.create_database(request.node.name[-60:])
    made.do(TABLES)
    return made


def effects(database: Database) -> list[str]:
    return sorted(label for (label,) in database.ask("SELECT label FROM probe_effect"))


def test_a_stalled_job_with_a_waiting_twin_does_not_keep_the_others_from_being_rescued(
    database: Database, folder: Path
) -> None:
    database.do(LEFT_BY_THE_DEAD, "twin", "settle:7")
    database.do(WAITING, "twin", "settle:7")
    database.do(LEFT_BY_THE_DEAD, "other", None)

    with Workers(database, folder=folder) as workers:
        workers.start(HASTY_WORKER)
        wait_until(lambda: effects(database), what="the other job ran")
    assert effects(database) == ["other"]
    left = database.ask(
        "SELECT status::text FROM procrastinate_jobs WHERE queueing_lock IS NOT NULL"
    )
    assert left == [("todo",)]


def test_a_worker_killed_while_it_takes_over_leaves_the_rest_to_the_next(
    database: Database, folder: Path
) -> None:
    """Whoever takes over holds no lock, so nobody has to wait for a dead one's."""
    for label in ("first", "second", "third"):
        database.do(LEFT_BY_THE_DEAD, label, None)
    with Workers(database, folder=folder, CRASH_AT="rescue.before_retry:2") as doomed:
        first = doomed.start(HASTY_WORKER)
        assert first.exit_code() == -signal.SIGKILL, first.output
        not_yet = database.ask(
            "SELECT count(*) FROM procrastinate_jobs"
            " WHERE task_name LIKE '%%leave_effect' AND status = 'doing' AND attempts = 0"
        )
        assert not_yet == [(2,)]
    with Workers(database, folder=folder) as workers:
        began = time.monotonic()
        workers.start(HASTY_WORKER)
        wait_until(lambda: len(effects(database)) == 3, within=40, what="all three ran")
        mended_after = time.monotonic() - began
    record("fault", row="F28", what="killed between two jobs", mended_after=mended_after)
    assert effects(database) == ["first", "second", "third"]
