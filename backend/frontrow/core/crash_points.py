"""Named places where a test may kill the process, to show that nothing is lost there.

`CRASH_AT=label:n` ends the process with SIGKILL the n-th time it passes the label. Only a test or
development environment listens; nothing that comes over the network can set it.
"""

import os
import signal
import threading
from collections import Counter

from django.conf import settings

_passed: Counter[str] = Counter()
_lock = threading.Lock()


def crash_point(label: str) -> None:
    wanted = settings.CRASH_AT
    if not wanted or not wanted.startswith(f"{label}:"):
        return
    with _lock:
        _passed[label] += 1
        is_due = _passed[label] == int(wanted.rpartition(":")[2])
    if is_due:
        os.kill(os.getpid(), signal.SIGKILL)
