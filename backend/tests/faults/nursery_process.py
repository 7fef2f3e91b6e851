"""A process that has read all our code, and becomes a worker for each line that comes in.

Starting `runworker` anew takes seconds, most of them spent reading code; hundreds of deaths would
take hours. A worker born here runs the same command and is there at once. The line is its CRASH_AT.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Sequence

import django
from django.conf import settings
from django.core.management import call_command
from procrastinate.contrib.django import app


def keep_nursery(options: Sequence[str]) -> None:
    django.setup()
    app.perform_import_paths()  # type: ignore[no-untyped-call]
    signal.signal(signal.SIGCHLD, _tell_of_the_dead)
    for line in sys.stdin:
        child = os.fork()
        if child:
            os.write(1, f"{child}\n".encode())
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(2, 1)
        settings.CRASH_AT = line.strip()
        call_command("runworker", *options)
        os._exit(0)


def _tell_of_the_dead(*_: object) -> None:
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            # Not `print`: this may interrupt one.
            os.write(1, f"{pid} {os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    keep_nursery(sys.argv[1:])
