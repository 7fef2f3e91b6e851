"""A process that dies at a crash point."""

import os
import signal
from collections.abc import Callable

from django.db import connections
from pytest_django import Settings

SECONDS_AT_MOST = 20


def killed_at(label: str, act: Callable[[], object], settings: Settings) -> bool:
    """Whether a process that does this dies at that place."""
    # Nobody shares a connection with a process that is about to die.
    for one in connections.all():
        one.close()
        one.close_pool()  # type: ignore[attr-defined]
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS_AT_MOST)
        try:
            settings.CRASH_AT = f"{label}:1"
            act()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
