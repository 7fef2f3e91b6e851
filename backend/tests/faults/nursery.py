"""Workers by the hundred: asks `nursery_process.py` for them and hears when they die."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.faults.processes import BACKEND, wait_until


class Nursery:
    """The nursery seen from the test. All its workers are gone when its `with` block ends."""

    def __init__(self, *options: str, env: Mapping[str, str], log: Path) -> None:
        self._command = [sys.executable, "-m", "tests.faults.nursery_process", *options]
        self._env, self.log = dict(env), log
        self._born: list[int] = []
        self._codes: dict[int, int] = {}

    def __enter__(self) -> Self:
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                self._command,
                cwd=BACKEND,
                env=self._env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
                start_new_session=True,
            )
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            pid, _, code = line.decode().strip().partition(" ")
            if code:
                self._codes[int(pid)] = int(code)
            else:
                self._born.append(int(pid))

    def begin_worker(self, *, crash_at: str = "") -> int:
        """The id of a new worker, which may still be on its way to the first job."""
        assert self._process.stdin
        known = len(self._born)
        self._process.stdin.write(f"{crash_at}\n".encode())
        self._process.stdin.flush()
        wait_until(lambda: len(self._born) > known, within=60, what="a worker is born")
        return self._born[known]

    def exit_code(self, pid: int, *, within: float) -> int:
        wait_until(lambda: pid in self._codes, within=within, what=f"worker {pid} is gone")
        return self._codes[pid]

    def is_running(self, pid: int) -> bool:
        return pid not in self._codes

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(timeout=10)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            pipe.close()
