"""Many people at once: real threads, real connections, real commits."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import connection

Outcome = TypeVar("Outcome")


def all_at_once(
    acts: Sequence[Callable[[], Outcome]], *, within: float = 60
) -> list[Outcome | Exception]:
    """Run every act in a thread of its own, released together; errors are outcomes too."""
    gate = threading.Barrier(len(acts))
    never = TimeoutError("did not come back")
    outcomes: list[Outcome | Exception] = [never] * len(acts)

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
    for thread in threads:
        thread.join(timeout=within)
    return outcomes


def tally(outcomes: Sequence[object]) -> Counter[str]:
    return Counter(
        type(outcome).__name__ if isinstance(outcome, Exception) else "ok" for outcome in outcomes
    )
