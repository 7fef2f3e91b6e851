"""Many sign-ins at once, at real gunicorn processes: they stay within the memory of the service."""

import contextlib
import http.client
import json
import os
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher

from config.environment import REPOSITORY
from frontrow.accounts.password_hash import HASHES_AT_ONCE
from tests.faults.processes import (
    LOOPBACK,
    PATIENCE_SECONDS,
    Site,
    environment,
    free_port,
    redis_server,
    report,
    running_site,
)
from tests.postgres import Database, running_cluster
from tests.sizes import size

pytestmark = pytest.mark.slow

SIGN_INS = size("SIGN_INS_AT_ONCE")
PASSWORD = "correct horse battery"
UNIT = REPOSITORY / "deploy/systemd/frontrow-web.service"

_PERSON = """
INSERT INTO users (
    email, username, username_key, password, first_name, last_name, profile_image_url, role, status,
    phone, timezone, stripe_customer_id, stripe_subscription_id
) VALUES (%s, %s, %s, %s, '', '', '', 'STUDENT', 'active', '', '', '', '')
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sign-ins")


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    """As many people as will sign in, all with a hash from before: the dearest kind."""
    old = Argon2PasswordHasher().encode(PASSWORD, "oldsalt0oldsalt0")
    with running_cluster() as cluster:
        database = cluster.create_database("sign_ins")
        for number in range(SIGN_INS):
            name = f"person{number}"
            database.do(_PERSON, f"{name}@example.test", name, name, old)
        yield database


@contextlib.contextmanager
def site(database: Database, folder: Path, settings: str) -> Iterator[Site]:
    port = free_port()
    more = {
        "DJANGO_SETTINGS_MODULE": settings,
        "REDIS_URL": f"redis://{LOOPBACK}:{port}/0",
        "TRUSTED_PROXY_COUNT": "1",
        "LOG_LEVEL": "ERROR",
    }
    env = environment(database.url, folder=folder, more=more)
    with redis_server(port, folder=folder), running_site(env, folder=folder) as running:
        yield running


def sign_in(port: int, number: int) -> int:
    """Every second one is nobody's name, which costs the same."""
    name = f"person{number}" if number % 2 else f"nobody{number}"
    caller = http.client.HTTPConnection(LOOPBACK, port, timeout=PATIENCE_SECONDS)
    body = json.dumps({"username": name, "password": PASSWORD})
    headers = {
        "Content-Type": "application/json",
        "X-Forwarded-For": f"203.0.{number // 250}.{number % 250}",
    }
    try:
        caller.request("POST", "/api/auth/login", body, headers)
        answer = caller.getresponse()
        answer.read()
    finally:
        caller.close()
    return answer.status


class Scale(threading.Thread):
    """Weighs a process and its children now and then; the most they had together, in MiB.

    Resident pages, those shared between them counted for each: more than the kernel counts against
    the service, never less.
    """

    def __init__(self, master: int) -> None:
        super().__init__(daemon=True)
        self.master = master
        self.most = 0.0
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(0.01):
            self.most = max(self.most, self.weigh())

    def weigh(self) -> float:
        children = Path(f"/proc/{self.master}/task/{self.master}/children").read_text().split()
        pages = 0
        for process in [str(self.master), *children]:
            with contextlib.suppress(OSError):
                pages += int(Path(f"/proc/{process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def crowd(running: Site) -> tuple[Counter[int], float, float]:
    """All of them at once: their answers, the memory before and the most there was."""
    scale = Scale(running.process.pid)
    before = scale.weigh()
    scale.start()
    together, answers = threading.Barrier(SIGN_INS), []

    def come(number: int) -> None:
        together.wait(timeout=PATIENCE_SECONDS)
        # Whoever is not answered is missing from the count.
        with contextlib.suppress(TimeoutError):
            answers.append(sign_in(running.port, number))

    people = [threading.Thread(target=come, args=(number,)) for number in range(SIGN_INS)]
    started = time.monotonic()
    for one in people:
        one.start()
    for one in people:
        one.join(timeout=PATIENCE_SECONDS)
    scale.done.set()
    scale.join()
    seconds = time.monotonic() - started
    told = Counter(answers)
    report(f"{SIGN_INS} sign-ins in {seconds:.1f} s: {before:.0f} to {scale.most:.0f} MiB, {told}")
    return told, before, scale.most


def memory_of_the_service() -> int:
    found = re.search(r"^MemoryMax=(\d+)G$", UNIT.read_text(), re.MULTILINE)
    assert found
    return int(found[1]) * 1024


def test_a_crowd_that_signs_in_stays_within_the_memory_of_the_service(
    database: Database, folder: Path
) -> None:
    with site(database, folder, "config.settings") as running:
        told, before, most = crowd(running)
        assert running.is_alive()
    assert most < memory_of_the_service()
    # It was work: at least one hash from before was opened beside what was there.
    assert most - before > 90
    assert told[200] + told[401] + told[503] == SIGN_INS
    assert told[200] > 0
    hashes = {row[0][:24] for row in database.ask("SELECT password FROM users")}
    assert "argon2$argon2id$v=19$m=1" in hashes


@pytest.mark.proof
def test_control_with_the_hash_as_it_came_more_are_worked_at_than_two_in_each_process(
    database: Database, folder: Path
) -> None:
    with site(database, folder, "tests.attacks.unbounded_hash_settings") as running:
        _, before, most = crowd(running)
    # 100 MiB each, and what a process needs for its first requests. With all eight threads at work
    # it is more than the service has; on a busy machine they seldom are at once.
    assert most - before > 2 * HASHES_AT_ONCE * 100 + 40
