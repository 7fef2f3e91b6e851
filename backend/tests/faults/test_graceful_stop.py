"""gunicorn is told to stop while it answers: the answer still arrives."""

import signal
import threading
from pathlib import Path

import pytest

from tests.faults.processes import (
    LOOPBACK,
    PATIENCE_SECONDS,
    SLOW_BEGAN,
    Answer,
    Site,
    environment,
    running_site,
    wait_until,
)

pytestmark = pytest.mark.slow


def test_a_request_in_progress_is_answered_although_the_server_was_told_to_stop(
    folder: Path,
) -> None:
    env = environment(f"postgresql://{LOOPBACK}:1/none", folder=folder)
    answers: list[Answer] = []
    with running_site(env, folder=folder) as site:
        caller = threading.Thread(target=lambda: answers.append(site.get("/probe/slow")))
        caller.start()
        wait_until(lambda: SLOW_BEGAN in site.process.output, what="it is answering")
        site.process.send(signal.SIGTERM)
        wait_until(lambda: is_refused(site), what="it takes no more callers")
        caller.join(timeout=PATIENCE_SECONDS)
        assert [answer.status for answer in answers] == [200]
        assert answers[0].seconds >= 2
        assert site.process.exit_code() == 0


def is_refused(site: Site) -> bool:
    """Or cut off in the queue of a server that accepts no more."""
    try:
        site.get("/healthz")
    except ConnectionError:
        return True
    return False
