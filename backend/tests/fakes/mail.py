"""The mail server in a process of its own, and what a test may ask and tell it."""

import contextlib
import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.processes import LOOPBACK, PATIENCE_SECONDS, Process, free_port, wait_until
from tests.faults.warm_start import BACKEND


@dataclass(frozen=True)
class MailServer:
    port: int
    http_port: int

    @property
    def url(self) -> str:
        return f"smtp://{LOOPBACK}:{self.port}"

    def call(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            f"http://{LOOPBACK}:{self.http_port}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)

    def messages(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.call("GET", "/messages")
        return found

    def fail(self, kind: str, at: str, **more: Any) -> None:
        """Conversations that match go wrong; once, unless told otherwise."""
        fault = {"kind": kind, "at": at, **more}
        self.call("POST", "/_control/faults", {"faults": [fault]})

    def heal(self) -> None:
        self.call("DELETE", "/_control/faults")

    def go_away(self) -> None:
        self.call("POST", "/_control/close")

    def come_back(self) -> None:
        self.call("POST", "/_control/open")

    def reset(self) -> None:
        self.call("POST", "/_control/reset")

    def counts(self) -> dict[str, int]:
        """How often each Message-ID was taken."""
        counted: dict[str, int] = self.call("GET", "/_control/counts")
        return counted

    def unheard(self) -> dict[str, int]:
        """How often each was taken while its sender read no yes: cut off, late or killed."""
        counted: dict[str, int] = self.call("GET", "/_control/unheard")
        return counted

    def log(self) -> list[tuple[str, str]]:
        """Each mail that was offered whole, in order, and what became of it."""
        return [(name, outcome) for name, outcome in self.call("GET", "/_control/log")]

    def answers(self) -> bool:
        try:
            self.call("GET", "/_control/counts")
        except urllib.error.URLError:
            return False
        return True


@contextlib.contextmanager
def running_mail(folder: Path) -> Iterator[MailServer]:
    server = MailServer(port=free_port(), http_port=free_port())
    ports = (f"--smtp-port={server.port}", f"--http-port={server.http_port}")
    env = {**os.environ, "PYTHONPATH": str(BACKEND.parent)}
    with Process(
        sys.executable,
        *("-m", "standins.mail", *ports),
        env=env,
        log=folder / f"mail-{server.port}.log",
    ):
        wait_until(server.answers, what="the mail server answers")
        yield server
