"""The Zoom stand-in in a process of its own, and what a test may ask and tell it.

Tests use the fixture `zoom_server`, which points our settings to it.
"""

import contextlib
import hashlib
import hmac
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from django.conf import settings
from django.test import Client
from pydantic import SecretStr

from tests.faults.processes import PATIENCE_SECONDS, free_port, wait_until

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

Json = dict[str, Any]

CREDENTIALS = ("standin-client", "standin-secret")
GRANT = {"grant_type": "account_credentials", "account_id": "standin-account"}
WEBHOOK_SECRET = "standin-webhooks"
WEBHOOK_PATH = "/api/webhooks/zoom"
MEETING: Json = {
    "topic": "Launch Weekend",
    "type": 2,
    "start_time": "2031-10-09T22:00:00Z",
    "duration": 180,
    "timezone": "America/Denver",
    "settings": {"approval_type": 0, "registration_type": 1},
}


def settings_for(url: str) -> Json:
    return {
        "ZOOM_STAND_IN_URL": url,
        "ZOOM_ACCOUNT_ID": "standin-account",
        "ZOOM_CLIENT_ID": CREDENTIALS[0],
        "ZOOM_CLIENT_SECRET": SecretStr(CREDENTIALS[1]),
        "ZOOM_HOST": "me",
        "ZOOM_WEBHOOK_SECRET": SecretStr(WEBHOOK_SECRET),
    }


def signature(body: bytes, *, at: int, secret: str = WEBHOOK_SECRET) -> str:
    message = f"v0:{at}:".encode() + body
    return f"v0={hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()}"


def post_event(
    client: Client,
    event: Json,
    *,
    age: int = 0,
    secret: str = WEBHOOK_SECRET,
    sent: bytes | None = None,
) -> "Response":
    """One event straight to the view, signed over its very bytes; `sent` forges other ones."""
    body = json.dumps(event).encode()
    at = int(time.time()) - age
    return client.post(
        WEBHOOK_PATH,
        body if sent is None else sent,
        content_type="application/json",
        headers={
            "x-zm-request-timestamp": str(at),
            "x-zm-signature": signature(body, at=at, secret=secret),
        },
    )


class ZoomServer:
    """The running stand-in: plain calls as our own client makes them, and the control."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._client = httpx.Client(base_url=self.url, timeout=PATIENCE_SECONDS)

    def token(self) -> str:
        said = self._client.post("/oauth/token", auth=CREDENTIALS, data=GRANT)
        return str(said.json()["access_token"])

    def call(self, method: str, path: str, body: Any = None, **given: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token()}"}
        return self._client.request(method, f"/v2{path}", json=body, headers=headers, **given)

    def open(self, method: str, path: str, **given: Any) -> httpx.Response:
        """Whatever the test wants to send, with nothing added."""
        return self._client.request(method, path, **given)

    def control(self, method: str, path: str, command: Any = None) -> Any:
        said = self._client.request(method, f"/_control/{path}", json=command or {})
        assert said.status_code == 200, said.text
        return said.json()

    def meetings(self) -> list[Json]:
        told: list[Json] = self.control("GET", "meetings")
        return told

    def meeting(self) -> Json:
        """The only one there is."""
        [told] = self.meetings()
        return told

    def calls(self, method: str = "") -> list[str]:
        """What came in since the last look back, without asking for tokens."""
        told = self.control("GET", "requests")
        return [
            f"{one['method']} {one['path']}"
            for one in told
            if one["path"] != "/oauth/token" and one["method"].startswith(method)
        ]

    def fault(self, **described: Any) -> None:
        self.control("POST", "faults", {"faults": [described]})

    def end_faults(self) -> None:
        self.control("DELETE", "faults")

    def forget(self, meeting_id: str) -> None:
        """Somebody removes it there, by hand."""
        self.control("DELETE", f"meetings/{meeting_id}")

    def close(self) -> None:
        self._client.close()

    def reset(self) -> None:
        self.control("POST", "reset")


@contextlib.contextmanager
def running_zoom() -> Iterator[ZoomServer]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "standins.zoom", f"--port={port}"], cwd=Path(settings.BASE_DIR)
    )
    server = ZoomServer(port)

    def answers() -> bool:
        assert process.poll() is None, "the stand-in ended at once"
        with contextlib.suppress(httpx.HTTPError):
            return bool(server.control("GET", "health"))
        return False

    try:
        wait_until(answers, what="the stand-in starts")
        yield server
    finally:
        server.close()
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)
