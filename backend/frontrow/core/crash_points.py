"""Named places where a test can kill the process, to prove that no data is lost there.

`CRASH_AT=label:n` ends the process with SIGKILL the n-th time it reaches the label. It works only
in a test or development environment, and a request can't set it.
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
