"""Many people at once: real threads, real connections, real commits."""

import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import connection

Outcome = TypeVar("Outcome")

# Who is not back by then never will be. No test says how quick the others are.
PATIENCE_SECONDS = 300


def all_at_once(
    acts: Sequence[Callable[[], Outcome]], *, within: float = PATIENCE_SECONDS
) -> list[Outcome | Exception]:
    """Run every act in a thread of its own, released together; errors are outcomes too."""
    gate = threading.Barrier(len(acts))
    outcomes: list[Outcome | Exception] = [TimeoutError("did not come back")] * len(acts)

    def run(place: int, act: Callable[[], Outcome]) -> None:
        gate.wait()
        try:
            outcomes[place] = act()
        except Exception as error:  # noqa: BLE001
            outcomes[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    over_at = time.monotonic() + within
    for thread in threads:
        thread.join(timeout=max(0, over_at - time.monotonic()))
    for place, thread in enumerate(threads):
        if thread.is_alive():
            outcomes[place] = TimeoutError(f"did not come back from:\n{where_it_is(thread)}")
    return outcomes


def where_it_is(thread: threading.Thread) -> str:
    frame = sys._current_frames().get(thread.ident or 0)
    return "".join(traceback.format_stack(frame)) if frame else "nowhere: it has just ended"


def tally(outcomes: Sequence[object]) -> Counter[str]:
    return Counter(
        type(outcome).__name__ if isinstance(outcome, Exception) else "ok" for outcome in outcomes
    )
