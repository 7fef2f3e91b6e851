"""Keeps the queue's own tables small."""

from django.db import connection

from frontrow.core.jobs import job

KEEP_FINISHED_DAYS = 7
# Small enough for the time one statement may take.
BATCH = 2000


@job(every="17 3 * * *")
def forget_finished_jobs(timestamp: int) -> None:
    """Failed jobs stay: they are evidence, and an admin may run them again."""
    with connection.cursor() as cursor:
        deleted = BATCH
        while deleted == BATCH:
            cursor.execute(
                "DELETE FROM procrastinate_jobs WHERE id IN ("
                " SELECT id FROM procrastinate_jobs j WHERE status IN ('succeeded', 'cancelled')"
                " AND NOT EXISTS (SELECT 1 FROM procrastinate_events e"
                " WHERE e.job_id = j.id AND e.at > now() - make_interval(days => %s)) LIMIT %s)",
                [KEEP_FINISHED_DAYS, BATCH],
            )
            deleted = cursor.rowcount
