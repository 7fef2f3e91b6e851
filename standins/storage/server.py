"""The stand-in on a port: S3's answers, the bucket's rule for other origins, and the control."""

import contextlib
import dataclasses
import json
import socket
import struct
import sys
import time
from collections import deque
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from standins.faults import Faults
from standins.storage.bucket import CHUNK, Bucket
from standins.storage.cors import Rule
from standins.storage.errors import S3Error
from standins.storage.faults import Fault
from standins.storage.operations import XML, Answer, Call, perform
from standins.storage.signatures import Asked, Keys, check

# A refused body is read this far, so that the browser gets to see the refusal.
READ_IN_VAIN = 64 * 1024 * 1024


class Storage:
    """What the handlers share."""

    def __init__(self, *, folder: Path, bucket: str, keys: Keys, origins: frozenset[str]) -> None:
        self.name = bucket
        self.keys = keys
        self.bucket = Bucket(folder)
        self.rule = Rule(origins)
        self.faults = Faults(Fault)
        self.requests: deque[dict[str, Any]] = deque(maxlen=10_000)
        self.ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def obey(self, method: str, what: str, command: Any) -> Any:
        """The test's hand on the stand-in."""
        match method, what:
            case "GET", "health":
                return {"now": self.now().isoformat()}
            case "GET", "requests":
                return list(self.requests)
            case "GET", "objects":
                return [dataclasses.asdict(each) for each in self.bucket.listed()]
            case "POST", "clock":
                self.ahead += timedelta(seconds=int(command["advance_seconds"]))
            case "POST", "faults":
                self.faults.add(command["faults"])
            case "POST", "reset":
                self.bucket.empty()
                self.faults.clear()
                self.requests.clear()
                self.ahead = timedelta()
            case _:
                raise KeyError(what)
        return {}


class CutConnection(Exception):
    """The network breaks here."""


class Handler(BaseHTTPRequestHandler):
    server: "Server"
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    timeout = 120

    def setup(self) -> None:
        super().setup()
        self.received = self.sent = 0
        self.fault: Fault | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self._handle
        raise AttributeError(name)

    def _handle(self) -> None:
        self.received = self.sent = 0
        self.told = {name.lower(): value for name, value in self.headers.items()}
        self.parts = urlsplit(self.path)
        if self.parts.path.startswith("/_control/"):
            self._control()
            return
        try:
            answer = self._answer()
        except S3Error as error:
            answer = Answer(error.status, {"Content-Type": XML}, error.xml())
        except CutConnection:
            self._log(0)
            self._cut()
            return
        self._read_in_vain()
        self._send(answer)
        self._log(answer.status)

    def _answer(self) -> Answer:
        storage = self.server.storage
        name, _, key = unquote(self.parts.path).lstrip("/").partition("/")
        if self.command == "OPTIONS":
            return Answer(200, storage.rule.preflight(self.told))
        self.fault = storage.faults.strike(method=self.command, key=key)
        if self.fault and self.fault.kind == "status":
            raise S3Error("InternalError", "We encountered an internal error. Please try again.")
        query = parse_qsl(self.parts.query, keep_blank_values=True)
        asked = Asked(method=self.command, path=self.parts.path, query=query, headers=self.told)
        digest = check(asked, storage.keys, storage.now())
        if name != storage.name:
            raise S3Error("NoSuchBucket", "The specified bucket does not exist")
        call = Call(
            method=self.command,
            key=key,
            query=dict(query),
            headers=self.told,
            digest=digest,
            read=self._read,
        )
        return perform(storage.bucket, storage.name, call)

    def _read(self, most: int) -> bytes:
        fault = self.fault
        if fault and fault.kind == "reset" and self.received >= fault.after_bytes:
            raise CutConnection
        if fault and fault.kind == "slow":
            most = min(most, max(1, fault.bytes_per_second // 20))
            time.sleep(0.05)
        try:
            piece = self.rfile.read(most)
        except OSError:
            raise CutConnection from None
        self.received += len(piece)
        return piece

    def _read_in_vain(self) -> None:
        length = self.told.get("content-length", "0")
        left = (int(length) if length.isdigit() else 0) - self.received
        if left > 0 or "transfer-encoding" in self.told:
            self.close_connection = True
        left = min(left, READ_IN_VAIN)
        with contextlib.suppress(OSError):
            while left > 0 and (piece := self.rfile.read(min(CHUNK, left))):
                left -= len(piece)

    def _control(self) -> None:
        body = self.rfile.read(int(self.told.get("content-length") or 0))
        what = self.parts.path.removeprefix("/_control/")
        try:
            status, said = (
                200,
                self.server.storage.obey(self.command, what, json.loads(body or b"{}")),
            )
        except (KeyError, TypeError, ValueError) as error:
            status, said = 400, {"error": f"{type(error).__name__}: {error}"}
        self._send(Answer(status, {"Content-Type": "application/json"}, json.dumps(said).encode()))

    def _send(self, answer: Answer) -> None:
        length = answer.length if answer.file else len(answer.body)
        origin = self.told.get("origin", "")
        headers = self.server.storage.rule.headers(origin, self.command) | answer.headers
        self.send_response(answer.status)
        for name, value in headers.items():
            self.send_header(name, value.encode("utf-8").decode("latin-1"))
        if answer.status != 204:  # noqa: PLR2004
            self.send_header("Content-Length", str(length))
        self.end_headers()
        if self.command == "HEAD":
            return
        if not answer.file:
            self.wfile.write(answer.body)
            self.sent = len(answer.body)
            return
        with answer.file.open("rb") as file:
            file.seek(answer.start)
            while self.sent < length and (piece := file.read(min(CHUNK, length - self.sent))):
                self.wfile.write(piece)
                self.sent += len(piece)

    def _log(self, status: int) -> None:
        self.server.storage.requests.append(
            {
                "method": self.command,
                "path": self.parts.path,
                "status": status,
                "received": self.received,
                "sent": self.sent,
                "origin": self.told.get("origin", ""),
                "agent": self.told.get("user-agent", ""),
            }
        )

    def _cut(self) -> None:
        """Close with a reset, as a broken network does."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Quiet: `GET /_control/requests` tells what came in."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, storage: Storage) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.storage = storage

    def handle_error(self, request: object, client_address: object) -> None:
        """A caller that hangs up is no news; anything else is a bug of ours."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]
