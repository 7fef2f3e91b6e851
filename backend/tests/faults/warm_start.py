"""Quick starts of our own commands: asks `warm_process.py` for them and hears when they end."""

import functools
import json
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

BACKEND = Path(__file__).resolve().parents[2]
BIRTH_AND_DEATH = 2


class WarmChild:
    """As much of `subprocess.Popen` as is needed; leads a process group of its own."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ended = threading.Event()

    def end(self, code: int) -> None:
        self.returncode = code
        self._ended.set()

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float) -> int:
        if not self._ended.wait(timeout):
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)


class WarmStart:
    def __init__(self) -> None:
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # Ends by itself with our end of the channel.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.warm_process", str(theirs.fileno())],
            cwd=BACKEND,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(BACKEND)},
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()
        self._children: dict[int, WarmChild] = {}
        self._heard: Counter[int] = Counter()
        self._newborn: queue.Queue[WarmChild] = queue.Queue()
        self._asking = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def start(
        self,
        arguments: Sequence[str],
        *,
        env: Mapping[str, str],
        out: IO[Any],
        err: IO[Any],
        stdin: IO[Any] | None = None,
    ) -> WarmChild:
        message = json.dumps({"arguments": arguments, "env": dict(env)}).encode()
        with self._asking, open(os.devnull) as nothing:
            files = [(stdin or nothing).fileno(), out.fileno(), err.fileno()]
            socket.send_fds(self._channel, [message], files)
            return self._newborn.get(timeout=60)

    def _listen(self) -> None:
        while message := self._channel.recv(100):
            pid, *code = map(int, message.split())
            # One that dies at once may be heard of before its birth.
            child = self._children.setdefault(pid, WarmChild(pid))
            if code:
                child.end(*code)
            else:
                self._newborn.put(child)
            self._heard[pid] += 1
            if self._heard[pid] == BIRTH_AND_DEATH:
                del self._children[pid], self._heard[pid]


@functools.cache
def warm_start() -> WarmStart:
    """One for each process that runs tests, from its first question on."""
    return WarmStart()
