"""gunicorn is told to stop while it answers: the answer still arrives."""

import signal
import threading
import time
from pathlib import Path

import pytest

from tests.faults.processes import LOOPBACK, Answer, environment, running_site

pytestmark = pytest.mark.slow


def test_a_request_in_progress_is_answered_although_the_server_was_told_to_stop(
    folder: Path,
) -> None:
    env = environment(f"postgresql://{LOOPBACK}:1/none", folder=folder)
    answers: list[Answer] = []
    with running_site(env, folder=folder) as site:
        caller = threading.Thread(target=lambda: answers.append(site.get("/probe/slow")))
        caller.start()
        time.sleep(0.7)
        site.process.send(signal.SIGTERM)
        time.sleep(0.5)
        # Refused, or cut off in the queue of a server that accepts no more.
        with pytest.raises(ConnectionError):
            site.get("/healthz")
        caller.join(timeout=20)
        assert [answer.status for answer in answers] == [200]
        assert answers[0].seconds >= 2
        assert site.process.exit_code(within=25) == 0
