"""How fast the machine is just now: seconds that a test states are meant for a quiet one.

Per change they grow with what work takes at that moment. In the proof they are held to the letter:
what is about seconds runs there when the others are through (`pytest -m alone`).
"""

import time

from tests.sizes import IS_PROOF

WORK_SECONDS = 0.2
# Slower than that, nothing can be told.
MOST_SLOWED = 10.0


def how_much_slowed() -> float:
    """Wall-clock seconds for a second of work."""
    began, work = time.monotonic(), time.thread_time()
    while time.thread_time() - work < WORK_SECONDS:
        pass
    return (time.monotonic() - began) / WORK_SECONDS


def allowed(seconds: float) -> float:
    """How many seconds may pass where these are stated."""
    if IS_PROOF:
        return seconds
    return seconds * min(MOST_SLOWED, max(1.0, how_much_slowed()))
