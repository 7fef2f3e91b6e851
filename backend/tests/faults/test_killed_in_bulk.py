"""Killed in the middle of a bulk act: no row twice, none left out."""

import signal
import sys
from pathlib import Path

import pytest

from tests.faults.processes import Process, environment, run_command
from tests.postgres import Cluster

pytestmark = [pytest.mark.slow, pytest.mark.proof]

ROWS = 6
START = f"""
import uuid
from frontrow.backoffice.models import BulkAct
from frontrow.core.clock import database_now
from tests.factories import make_admin, make_bootcamp, make_purchase
admin, bootcamp = make_admin(), make_bootcamp()
ids = [make_purchase(bootcamp=bootcamp).pk for _ in range({ROWS})]
for text in ("guarded", "guarded before", "control"):
    BulkAct.objects.create(
        key=uuid.uuid4(), kind="note", subject="purchases", asked_by=admin, text=text,
        subject_ids=ids, total=len(ids), begins_at=database_now(),
    )
"""
# What a worker does, in a process of its own.
RUN = """
from frontrow.backoffice.bulk.running import carry_on
from frontrow.backoffice.models import BulkAct
carry_on.func(act_id=BulkAct.objects.get(text="{text}").pk)
"""
# As if what is done to a row and its place were two commits.
IN_TWO_COMMITS = """
from django.db import connection
from frontrow.backoffice.bulk import running
from frontrow.core.crash_points import crash_point
def commit_first(label):
    connection.connection.commit()
    crash_point(label)
running.crash_point = commit_first
"""
NOTED = "SELECT purchase_id, count(*) FROM desk_notes WHERE text = %s GROUP BY 1 ORDER BY 1"
STANDING = "SELECT place, finished_at IS NOT NULL FROM bulk_acts WHERE text = %s"


def test_what_was_done_to_a_row_and_its_place_are_one_commit(
    cluster: Cluster, folder: Path
) -> None:
    database = cluster.create_database("killed_in_bulk")
    more = {"DJANGO_SETTINGS_MODULE": "tests.faults.mortal_settings"}
    env = environment(database.url, folder=folder, more=more)
    run_command("manage.py", "shell", "-c", START, env=env)

    def die_and_go_on(text: str, *, at: str, before: str = "") -> list[int]:
        """How often each row was done, when the process died at its fourth and another went on."""
        job = RUN.format(text=text)
        dying = {**env, "CRASH_AT": f"{at}:4"}
        command = (sys.executable, "manage.py", "shell", "-c", before + job)
        with Process(*command, env=dying, log=folder / f"{text}.log") as it:
            assert it.exit_code() == -signal.SIGKILL, it.output
        assert database.ask(STANDING, text) == [(3, False)]
        run_command("manage.py", "shell", "-c", job, env=env)
        assert database.ask(STANDING, text) == [(ROWS, True)]
        return [times for _, times in database.ask(NOTED, text)]

    assert die_and_go_on("guarded", at="bulk.before_place") == [1] * ROWS
    assert die_and_go_on("guarded before", at="bulk.before_commit") == [1] * ROWS
    control = die_and_go_on("control", at="bulk.before_place", before=IN_TWO_COMMITS)
    assert control == [1, 1, 1, 2, 1, 1]
