"""Circuit breaker for the database: once it was given up, nobody waits for it as long again.

A thread that waits serves nobody. Without this, whoever comes after four who wait in vain waits
for them first, and then as long again.
"""

import contextlib
import threading
from collections.abc import Iterator

import psycopg
from django.db import InterfaceError, InternalError, OperationalError
from psycopg.errors import ReadOnlySqlTransaction

# Django's name for another server that only reads; see `core/replica`.
REPLICA = "replica"
# For a connection, and for the answer to whether it still works.
LONGEST_WAIT_SECONDS = 5.0
LONGEST_CHECK_SECONDS = 2.0
# The pool goes on trying in the background: who asks next finds what it reached.
WAIT_WHILE_AWAY_SECONDS = 0.2
CHECK_WHILE_AWAY_SECONDS = 0.5


def means_away(error: BaseException) -> bool:
    """Restarting, out of connections, cut off, a lock that took too long, or a server that takes
    no writes because another one does now: all of it passes."""
    is_read_only = isinstance(error, InternalError) and isinstance(
        error.__cause__, ReadOnlySqlTransaction
    )
    return is_read_only or isinstance(error, OperationalError | InterfaceError)


class Breaker:
    """One for each process and server: its threads all wait for the same one."""

    def __init__(self, *, longest_wait: float = LONGEST_WAIT_SECONDS) -> None:
        self.is_open = False
        self._longest_wait = longest_wait
        self._turn = threading.Lock()

    @contextlib.contextmanager
    def sole_attempt(self) -> Iterator[None]:
        """While it's open, one at a time looks whether the database is back, and nobody waits."""
        if not self._turn.acquire(blocking=False):
            raise psycopg.OperationalError("the database is away")
        try:
            yield
        finally:
            self._turn.release()

    def give_up(self) -> None:
        self.is_open = True

    def reach(self) -> None:
        self.is_open = False

    @property
    def longest_wait(self) -> float:
        return WAIT_WHILE_AWAY_SECONDS if self.is_open else self._longest_wait

    @property
    def longest_check(self) -> float:
        return CHECK_WHILE_AWAY_SECONDS if self.is_open else LONGEST_CHECK_SECONDS


breaker = Breaker()
# Of the replica: whether it's away says nothing about the primary, which answers instead.
replica_breaker = Breaker(longest_wait=2.0)
