"""Killed while it puts drafts on sale: none by halves, and the next run does it, once."""

import signal
import sys
from pathlib import Path

import pytest

from tests.faults.processes import Process, environment, run_command
from tests.postgres import Cluster

pytestmark = pytest.mark.slow

# Two are due, one of them for hours; the third has time.
SCHEDULE_DRAFTS = """
from tests.factories import from_now, make_bootcamp
for publish_at in (from_now(hours=-5), from_now(seconds=-1), from_now(days=1)):
    make_bootcamp(published_at=None, publish_at=publish_at)
"""
# What the clock has a worker do, in a process of its own.
RUN_THE_JOB = """
from frontrow.catalogue.publishing import publish_by_the_clock
publish_by_the_clock.func(timestamp=0)
"""
STANDING = "SELECT published_at IS NOT NULL, publish_at IS NULL FROM bootcamps ORDER BY id"
SINCE = "SELECT published_at FROM bootcamps ORDER BY id"


def test_killed_before_the_commit_nothing_is_on_sale_and_the_next_run_makes_up_for_it(
    cluster: Cluster, folder: Path
) -> None:
    database = cluster.create_database("killed_while_publishing")
    more = {"DJANGO_SETTINGS_MODULE": "tests.faults.mortal_settings"}
    env = environment(database.url, folder=folder, more=more)
    run_command("manage.py", "shell", "-c", SCHEDULE_DRAFTS, env=env)
    dying = {**env, "CRASH_AT": "publish.before_commit:1"}
    log = folder / f"{database.name}.log"
    with Process(sys.executable, "manage.py", "shell", "-c", RUN_THE_JOB, env=dying, log=log) as it:
        assert it.exit_code() == -signal.SIGKILL, it.output
    assert database.ask(STANDING) == [(False, False)] * 3

    run_command("manage.py", "shell", "-c", RUN_THE_JOB, env=env)

    assert database.ask(STANDING) == [(True, True), (True, True), (False, False)]
    since = database.ask(SINCE)
    run_command("manage.py", "shell", "-c", RUN_THE_JOB, env=env)
    assert database.ask(SINCE) == since
