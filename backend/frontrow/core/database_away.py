"""Circuit breaker for the database: after one failure, requests fail fast instead of waiting.

A thread that waits for the database can't serve another request. Without the breaker, requests
queue behind threads that wait in vain and then wait for the full timeout themselves.
"""

import contextlib
import threading
from collections.abc import Iterator

import psycopg
from django.db import InterfaceError, InternalError, OperationalError
from psycopg.errors import ReadOnlySqlTransaction

# Django's alias of the read replica. See `core/replica`.
REPLICA = "replica"
# Timeout in seconds for a connection, and for the check whether it still works.
LONGEST_WAIT_SECONDS = 5.0
LONGEST_CHECK_SECONDS = 2.0
# The pool reconnects in the background, so a later request finds the connection.
WAIT_WHILE_AWAY_SECONDS = 0.2
CHECK_WHILE_AWAY_SECONDS = 0.5


def means_away(error: BaseException) -> bool:
    """Whether the error is temporary.

    The server is restarting, out of connections or unreachable, a lock took too long, or the server
    is read-only because another server has become the primary.
    """
    is_read_only = isinstance(error, InternalError) and isinstance(
        error.__cause__, ReadOnlySqlTransaction
    )
    return is_read_only or isinstance(error, OperationalError | InterfaceError)


class Breaker:
    """One per process and server, shared by all threads."""

    def __init__(self, *, longest_wait: float = LONGEST_WAIT_SECONDS) -> None:
        self.is_open = False
        self._longest_wait = longest_wait
        self._turn = threading.Lock()

    @contextlib.contextmanager
    def sole_attempt(self) -> Iterator[None]:
        """While the circuit is open, let one thread at a time probe. The others fail fast."""
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
# For the replica. Its state says nothing about the primary, which answers instead.
replica_breaker = Breaker(longest_wait=2.0)
