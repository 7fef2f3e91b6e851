"""Worker processes of our own, for tests that kill them."""

import sys
from pathlib import Path
from typing import Self

from tests.faults.processes import Process, environment, wait_until
from tests.postgres import Database


class Workers:
    """Worker processes on one database, all gone at the end."""

    def __init__(self, database: Database, *, folder: Path, **env: str) -> None:
        self._database = database
        self._folder = folder
        self._env = environment(database.url, folder=folder, more=env)
        self._all: list[Process] = []

    def start(self, *command: str) -> Process:
        """A worker that has reported for duty; `runworker` unless told otherwise."""
        before = self._registered()
        worker = Process(
            sys.executable,
            *(command or ("manage.py", "runworker")),
            env=self._env,
            log=self._folder / f"{self._database.name}-{len(self._all)}.log",
        )
        self._all.append(worker)
        try:
            wait_until(lambda: self._registered() - before, what="worker reports")
        except AssertionError:
            raise AssertionError(worker.output) from None
        return worker

    def _registered(self) -> set[int]:
        return {row[0] for row in self._database.ask("SELECT id FROM procrastinate_workers")}

    def with_pid(self, pid: int) -> Process:
        return next(worker for worker in self._all if worker.pid == pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._all:
            worker.kill()
