"""Runs what has been queued, in this process and at once."""

import json
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.db import connection
from procrastinate.contrib.django import app


def run_jobs(
    limit: int = 200, *, within: timedelta = timedelta(), without: Collection[Any] = ()
) -> int:
    """Run the waiting jobs that are due, and those they queue; how many there were.

    `within`: also those that will be due by then. `without`: these are let go unrun.
    A job that fails raises here, as it would be noticed in production.
    """
    done = 0
    left_out = {task.name for task in without}
    while done < limit and (row := _next_job(within)):
        task, arguments = row
        if task not in left_out:
            app.tasks[task].func(**arguments)
        done += 1
    assert done < limit, "the jobs never end"
    return done


def _next_job(within: timedelta) -> tuple[str, dict[str, Any]] | None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE procrastinate_jobs SET status = 'succeeded' WHERE id = ("
            " SELECT id FROM procrastinate_jobs WHERE status = 'todo'"
            " AND coalesce(scheduled_at, now()) <= now() + make_interval(secs => %s)"
            " ORDER BY id LIMIT 1)"
            " RETURNING task_name, args::text",
            [within.total_seconds()],
        )
        row = cursor.fetchone()
    return (row[0], json.loads(row[1])) if row else None
