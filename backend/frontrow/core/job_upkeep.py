"""Delete old rows from the job queue's tables."""

from typing import Any, LiteralString

from django.db import connection

from frontrow.core.jobs import job

KEEP_FINISHED_DAYS = 7
# Failed jobs are evidence: kept long enough to investigate, but not forever.
KEEP_FAILED_DAYS = 90
KEEP_FAILED_OF_EACH = 1000
# Small enough for the statement timeout.
BATCH = 2000

_OF_STATUS: LiteralString = """
SELECT id FROM procrastinate_jobs j WHERE status = ANY(%(statuses)s::procrastinate_job_status[])
    AND NOT EXISTS (SELECT 1 FROM procrastinate_events e
        WHERE e.job_id = j.id AND e.at > now() - make_interval(days => %(days)s))
"""
_TOO_MANY_FAILED: LiteralString = """
SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY task_name ORDER BY id DESC) AS place
    FROM procrastinate_jobs WHERE status = 'failed'
) failed WHERE place > %(kept)s
"""
# For a job queued with `once`, the latest failure replaces the earlier ones.
_FAILED_AGAIN: LiteralString = """
SELECT j.id FROM procrastinate_jobs j WHERE j.status = 'failed' AND j.queueing_lock IS NOT NULL
    AND EXISTS (SELECT 1 FROM procrastinate_jobs later WHERE later.status = 'failed'
        AND later.queueing_lock = j.queueing_lock AND later.id > j.id)
"""


@job(every="47 * * * *")
def forget_repeated_failures(timestamp: int) -> None:
    """A purchase that can't be settled fails a job every few minutes. One failure is enough."""
    _delete(_FAILED_AGAIN)


@job(every="17 3 * * *")
def forget_finished_jobs(timestamp: int) -> None:
    """Failed jobs are kept longer: they are evidence, and an admin may run them again."""
    _delete(_OF_STATUS, statuses=["succeeded", "cancelled"], days=KEEP_FINISHED_DAYS)
    _delete(_OF_STATUS, statuses=["failed"], days=KEEP_FAILED_DAYS)
    _delete(_TOO_MANY_FAILED, kept=KEEP_FAILED_OF_EACH)


def _delete(chosen: LiteralString, **values: Any) -> None:
    with connection.cursor() as cursor:
        deleted = BATCH
        while deleted == BATCH:
            cursor.execute(
                f"DELETE FROM procrastinate_jobs WHERE id IN ({chosen} LIMIT %(batch)s)",  # noqa: S608
                {**values, "batch": BATCH},
            )
            deleted = cursor.rowcount
