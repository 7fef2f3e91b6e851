"""A process that has read the libraries we use, and becomes each command of ours that is asked.

A start of `manage.py` or gunicorn spends most of its seconds reading libraries, and these tests
make a hundred starts. Only libraries are read ahead: our own code, its settings and its
environment are read anew by each command, as by any new process. The nursery's workers are readier
than that.
"""

import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
import tempfile
import threading
from typing import Any

# Not prometheus_client: it looks at its folder once, when it is read.
LIBRARIES = (
    "boto3.session",
    "botocore.httpsession",
    "cryptography.hazmat.primitives.ciphers.aead",
    "django.core.handlers.wsgi",
    "django.core.management",
    "django.core.serializers.json",
    "django.db.backends.postgresql.base",
    "django.db.models",
    "django.forms",
    "django.template.engine",
    "django.test",
    "fido2.server",
    "gunicorn.app.wsgiapp",
    "gunicorn.workers.gthread",
    "httpx",
    "icalendar",
    "procrastinate",
    "psycopg_pool",
    "pydantic_settings",
    "redis",
    "requests",
    "sentry_sdk",
    "stripe",
    "structlog",
    "twilio.rest",
)
LONGEST_MESSAGE = 200_000


def wait_for_command(channel: socket.socket) -> dict[str, Any]:
    """Comes back in each new child, with what it is to become."""

    def tell_of_the_dead(*_: object) -> None:
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if not pid:
                    return
                channel.send(f"{pid} {os.waitstatus_to_exitcode(status)}".encode())

    signal.signal(signal.SIGCHLD, tell_of_the_dead)
    while True:
        message, files, _, _ = socket.recv_fds(channel, LONGEST_MESSAGE, 3)
        if not message:
            sys.exit()
        if child := os.fork():
            channel.send(f"{child}".encode())
            for file in files:
                os.close(file)
            continue
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        channel.close()
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)
        wanted: dict[str, Any] = json.loads(message)
        return wanted


def become(wanted: dict[str, Any]) -> None:
    os.environ.clear()
    os.environ.update(wanted["env"])
    sys.path[:0] = [path for path in wanted["env"].get("PYTHONPATH", "").split(":") if path]
    tempfile.tempdir = None
    first, *rest = wanted["arguments"]
    if first == "-m":
        module, *rest = rest
        sys.argv = [module, *rest]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    else:
        sys.argv = [first, *rest]
        runpy.run_path(first, run_name="__main__")


if __name__ == "__main__":
    for library in LIBRARIES:
        importlib.import_module(library)
    # A child that looked through all of it for garbage would begin by copying all of it.
    gc.collect()
    gc.freeze()
    assert threading.active_count() == 1, "a fork would lose the other threads"
    become(wait_for_command(socket.socket(fileno=int(sys.argv[1]))))
