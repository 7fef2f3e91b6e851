"""The storage stand-in in a process of its own, met as browsers and boto3 meet it.

Tests use the fixture `storage_server`, which points our settings to it.
"""

import contextlib
import http.client
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from boto3.session import Session
from botocore.config import Config
from django.conf import settings
from pydantic import SecretStr

from tests.faults.processes import PATIENCE_SECONDS, free_port, wait_until

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

Json = dict[str, Any]

BUCKET = "frontrow-files"
REGION = "us-east-1"
ACCESS_KEY = "standin"
SECRET = "standin-secret"
SITE = "http://site.example.test"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def refusal(self) -> tuple[int, str]:
        """The status, and the code in S3's words."""
        return self.status, self.body.partition(b"<Code>")[2].partition(b"</Code>")[0].decode()


class StorageServer:
    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.settings: Json = {
            "S3_ENDPOINT_URL": self.url,
            "S3_REGION": REGION,
            "S3_BUCKET": BUCKET,
            "S3_ACCESS_KEY_ID": ACCESS_KEY,
            "S3_SECRET_ACCESS_KEY": SecretStr(SECRET),
        }

    def client(
        self, *, access_key: str = ACCESS_KEY, secret: str = SECRET, region: str = REGION
    ) -> "S3Client":
        """boto3 as it comes, at another address."""
        session = Session(
            aws_access_key_id=access_key, aws_secret_access_key=secret, region_name=region
        )
        return session.client(
            "s3",
            endpoint_url=self.url,
            config=Config(
                signature_version="s3v4",
                retries={"total_max_attempts": 1},
                s3={"addressing_style": "path"},
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
            ),
        )

    def call(self, method: str, url: str, body: bytes | None = None, **headers: str) -> Answer:
        """One request as a browser makes it, to a whole address or a path."""
        parts = urlsplit(url)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request(method, path, body, named)
            response = connection.getresponse()
            return Answer(response.status, dict(response.headers), response.read())
        finally:
            connection.close()

    def put(self, signed: Json, body: bytes, **changed: str) -> Answer:
        """Send a file to an address that our API has signed, with the headers it named."""
        headers = {name.replace("-", "_"): value for name, value in signed["headers"].items()}
        return self.call("PUT", signed["uploadURL"], body, **headers | changed)

    def control(self, method: str, what: str, command: Any = None) -> Any:
        answer = self.call(method, f"/_control/{what}", json.dumps(command or {}).encode())
        assert answer.status == 200, answer.body
        return json.loads(answer.body)

    def objects(self) -> dict[str, Json]:
        return {each["key"]: each for each in self.control("GET", "objects")}

    def requests(self) -> list[Json]:
        told: list[Json] = self.control("GET", "requests")
        return told

    def advance_clock(self, seconds: int) -> None:
        self.control("POST", "clock", {"advance_seconds": seconds})

    def fault(self, **described: Any) -> None:
        self.control("POST", "faults", {"faults": [described]})

    def reset(self) -> None:
        self.control("POST", "reset")


@contextlib.contextmanager
def running_storage() -> Iterator[StorageServer]:
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="frontrow-storage-") as folder:
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "standins.storage",
                f"--port={port}",
                f"--folder={folder}",
                f"--allow-origin={SITE}",
            ],
            cwd=Path(settings.BASE_DIR),
        )
        server = StorageServer(port)

        def answers() -> bool:
            assert process.poll() is None, "the stand-in ended at once"
            try:
                return server.call("GET", "/_control/health").status == 200
            except OSError:
                return False

        try:
            wait_until(answers, what="the stand-in starts")
            yield server
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE_SECONDS)
