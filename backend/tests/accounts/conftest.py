"""The identity stand-in, started for the modules that ask for it."""

import fcntl
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from tests.accounts.stand_in import OUR_HOST, PORT


@pytest.fixture(scope="module")
def identity_server() -> Iterator[None]:
    """One at a time: it has a fixed port and remembers what it was told to answer next."""
    with (Path(tempfile.gettempdir()) / f"frontrow-identity-{PORT}.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        server = subprocess.Popen(
            [sys.executable, "-m", "standins.identity", f"--port={PORT}"],
            cwd=Path(django_settings.BASE_DIR),
        )
        try:
            _wait_for(server)
            yield
        finally:
            server.terminate()
            server.wait(timeout=5)


def _wait_for(server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 20
    while server.poll() is None and time.monotonic() < deadline:
        with socket.socket() as caller:
            if caller.connect_ex((OUR_HOST, PORT)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the identity stand-in did not start")


@pytest.fixture
def providers(identity_server: None, settings: Settings) -> None:
    """Both providers, answered by the stand-in, and our site where it sends browsers back to."""
    settings.ALLOWED_HOSTS = [OUR_HOST, "testserver"]
    settings.SITE_URL = f"http://{OUR_HOST}"
