"""Workers by the hundred: asks `nursery_process.py` for them and hears when they die."""

import contextlib
import os
import signal
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.faults.processes import PATIENCE_SECONDS, wait_until
from tests.faults.warm_start import warm_start


class Nursery:
    """The nursery seen from the test. All its workers are gone when its `with` block ends."""

    def __init__(self, *options: str, env: Mapping[str, str], log: Path) -> None:
        self._arguments = ("-m", "tests.faults.nursery_process", *options)
        self._env, self.log = dict(env), log
        self._born: list[int] = []
        self._codes: dict[int, int] = {}

    def __enter__(self) -> Self:
        their_in, our_in = map(os.fdopen, os.pipe(), ("rb", "wb"))
        our_out, their_out = map(os.fdopen, os.pipe(), ("rb", "wb"))
        with self.log.open("ab") as err, their_in, their_out:
            self._process = warm_start().start(
                self._arguments, env=self._env, stdin=their_in, out=their_out, err=err
            )
        self._wishes, self._news = our_in, our_out
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def _listen(self) -> None:
        for line in self._news:
            pid, _, code = line.decode().strip().partition(" ")
            if code:
                self._codes[int(pid)] = int(code)
            else:
                self._born.append(int(pid))

    def begin_worker(self, *, crash_at: str = "") -> int:
        """The id of a new worker, which may still be on its way to the first job."""
        known = len(self._born)
        self._wishes.write(f"{crash_at}\n".encode())
        self._wishes.flush()
        wait_until(lambda: len(self._born) > known, what="a worker is born")
        return self._born[known]

    def exit_code(self, pid: int) -> int:
        wait_until(lambda: pid in self._codes, what=f"worker {pid} is gone")
        return self._codes[pid]

    def is_running(self, pid: int) -> bool:
        return pid not in self._codes

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(timeout=PATIENCE_SECONDS)
        for pipe in (self._wishes, self._news):
            pipe.close()
