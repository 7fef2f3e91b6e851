"""Real servers for tests that break them: PostgreSQL, Redis, gunicorn and workers of our own.

Everything listens on loopback, runs in a process group of its own, and is gone when its
`with` block ends.
"""

import contextlib
import http.client
import json
import os
import pwd
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

from tests.faults.warm_start import BACKEND, WarmChild, warm_start
from tests.pace import allowed

LOOPBACK = "127.0.0.1"
TEMPLATE = "migrated"
# What no promise limits may take this long: the machine can be far busier than the test.
PATIENCE_SECONDS = 120
# Said by a page that is slow on purpose, once it is being answered.
SLOW_BEGAN = "slow: began"

T = TypeVar("T")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind((LOOPBACK, 0))
        port: int = listener.getsockname()[1]
    return port


def wait_until(
    question: Callable[[], T | None], *, what: str, within: float = PATIENCE_SECONDS
) -> T:
    """The first true answer; the test fails when there is none in time, at the machine's pace."""
    began = time.monotonic()
    while (passed := time.monotonic() - began) < within or passed < allowed(within):
        if answer := question():
            return answer
        time.sleep(0.05)
    raise AssertionError(f"not within {passed:.0f} s, of which {within:g} are stated: {what}")


def report(figure: str) -> None:
    """A measured figure, shown by `pytest -s`."""
    sys.stderr.write(f"\n    {figure}\n")


class Process:
    """One child in its own process group, its output kept in a file."""

    def __init__(
        self,
        *command: str,
        env: Mapping[str, str],
        log: Path,
        user: str | None = None,
        cwd: Path = BACKEND,
    ) -> None:
        self._log = log
        self._child: subprocess.Popen[bytes] | WarmChild
        with log.open("ab") as output:
            is_ours = user is None and cwd == BACKEND and "LD_PRELOAD" not in env
            if command[0] == sys.executable and is_ours:
                self._child = warm_start().start(command[1:], env=env, out=output, err=output)
                return
            self._child = subprocess.Popen(
                command,
                cwd=cwd,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=user,
                group=pwd.getpwnam(user).pw_gid if user else None,
                extra_groups=[] if user else None,
            )

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def is_running(self) -> bool:
        return self._child.poll() is None

    @property
    def output(self) -> str:
        return self._log.read_text()

    def send(self, number: signal.Signals) -> None:
        self._child.send_signal(number)

    def exit_code(self, *, within: float = PATIENCE_SECONDS) -> int:
        return self._child.wait(timeout=within)

    def kill(self) -> None:
        """`kill -9` for the whole group, at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait(timeout=PATIENCE_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


@contextlib.contextmanager
def redis_server(port: int, *, folder: Path) -> Iterator[Process]:
    options = {"bind": LOOPBACK, "port": str(port), "save": "", "dir": str(folder)}
    arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
    with Process(
        "redis-server", *arguments, env=dict(os.environ), log=folder / "redis.log"
    ) as server:
        wait_until(lambda: _listens(port), what="Redis listens")
        yield server


def _listens(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex((LOOPBACK, port)) == 0


def environment(
    database_url: str, *, folder: Path, more: Mapping[str, str] | None = None
) -> dict[str, str]:
    """What an operator would set, and nothing of what pytest has set for itself.

    Redis is away (nothing listens on port 1) unless `more` names one.
    """
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(BACKEND),
        "TMPDIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "tests.faults.probe_settings",
        "ENVIRONMENT": "development",
        "SECRET_KEY": "faults-only-" + "z" * 50,
        "DATABASE_URL": database_url,
        "REDIS_URL": f"redis://{LOOPBACK}:1/0",
        "SITE_URL": "http://localhost:8000",
        "EXTRA_HOSTS": LOOPBACK,
        "WEB_WORKERS": "2",
        "WEB_THREADS": "4",
        "JOB_CONCURRENCY": "4",
        # Nothing of the developer's own .env: a clock's job would ask vendors that are not there.
        "DATABASE_REPLICA_URL": "",
        "ZOOM_ACCOUNT_ID": "",
        "S3_BUCKET": "",
        "S3_ENDPOINT_URL": "",
        "TWILIO_ACCOUNT_SID": "",
        **(more or {}),
    }


def run_command(*arguments: str, env: Mapping[str, str]) -> str:
    """A short command of ours to its end; its output."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        code = warm_start().start(arguments, env=env, out=out, err=err).wait(timeout=300)
        for file in (out, err):
            file.seek(0)
        said, complained = out.read(), err.read()
    assert code == 0, said + complained
    return said


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    def json(self) -> Any:
        return json.loads(self.body)


class Site:
    """gunicorn, seen from outside."""

    def __init__(self, process: Process, port: int) -> None:
        self.process = process
        self.port = port

    def get(self, path: str, *, timeout: float = 60, headers: Mapping[str, str] = {}) -> Answer:
        started = time.monotonic()
        caller = http.client.HTTPConnection(LOOPBACK, self.port, timeout=timeout)
        try:
            caller.request("GET", path, headers=dict(headers))
            response = caller.getresponse()
            body = response.read()
        finally:
            caller.close()
        told = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, told, body, time.monotonic() - started)

    def get_in_parallel(self, path: str, *, count: int) -> list[Answer]:
        answers: list[Answer] = []
        together = threading.Barrier(count)

        def ask() -> None:
            together.wait(timeout=PATIENCE_SECONDS)
            answers.append(self.get(path))

        callers = [threading.Thread(target=ask) for _ in range(count)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join(timeout=PATIENCE_SECONDS)
        assert len(answers) == count
        return answers

    def is_alive(self) -> bool:
        try:
            return self.get("/healthz").status == 200
        except OSError:
            return False


@contextlib.contextmanager
def running_site(
    env: Mapping[str, str],
    *,
    folder: Path,
    config: str = "config/gunicorn.py",
    cwd: Path = BACKEND,
) -> Iterator[Site]:
    """`cwd` is where another release's code lies."""
    port = free_port()
    log = folder / f"gunicorn-{port}.log"
    with Process(
        sys.executable,
        *("-m", "gunicorn", "-c", config, "config.wsgi"),
        env={**env, "WEB_PORT": str(port)},
        log=log,
        cwd=cwd,
    ) as process:
        site = Site(process, port)
        wait_until(site.is_alive, what="gunicorn answers")
        yield site
