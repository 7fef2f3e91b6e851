"""A dead worker's job whose work was queued again meanwhile: its twin does it, others go on."""

from pathlib import Path

import pytest

from tests.faults.probe_tables import TABLES
from tests.faults.processes import Cluster, Database, Workers, wait_until

pytestmark = pytest.mark.slow

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
def database(cluster: Cluster) -> Database:
    made = cluster.create_database("twins")
    made.do(TABLES)
    return made


def test_a_stalled_job_with_a_waiting_twin_does_not_keep_the_others_from_being_rescued(
    database: Database, folder: Path
) -> None:
    database.do(LEFT_BY_THE_DEAD, "twin", "settle:7")
    database.do(WAITING, "twin", "settle:7")
    database.do(LEFT_BY_THE_DEAD, "other", None)

    def effects() -> list[str]:
        return [label for (label,) in database.ask("SELECT label FROM probe_effect")]

    with Workers(database, folder=folder) as workers:
        workers.start(str(Path(__file__).with_name("hasty_worker.py")))
        wait_until(effects, within=20, what="the other job ran")
    assert effects() == ["other"]
    left = database.ask(
        "SELECT status::text FROM procrastinate_jobs WHERE queueing_lock IS NOT NULL"
    )
    assert left == [("todo",)]
