"""A database connection with a client-side timeout.

PostgreSQL ends a statement that takes too long. A server cut off from the network can't, so a
client without its own timeout would wait forever and block its thread.
"""

import time
from typing import Any, ClassVar, TypeVar

from django.conf import settings
from django.db import connection as in_use
from psycopg import AsyncConnection, Connection
from psycopg.abc import PQGen
from psycopg.errors import OperationalError, ReadOnlySqlTransaction
from psycopg.pq import TransactionStatus
from psycopg.pq.abc import PGconn

from frontrow.core.database_away import LONGEST_CHECK_SECONDS, Breaker, breaker, replica_breaker

RV = TypeVar("RV")

INTERVAL_SECONDS = 0.1


def _patience() -> float | None:
    """The timeout in seconds. It exceeds `statement_timeout`, so that the server reports first."""
    limit: int = settings.ENV.DATABASE_STATEMENT_TIMEOUT_MS
    return limit / 1000 + 2 if limit else None


class TimeoutConnection(Connection[Any]):
    breaker: ClassVar[Breaker] = breaker

    def __init__(self, pgconn: PGconn, *given: Any, **named: Any) -> None:
        super().__init__(pgconn, *given, **named)
        self.patience = _patience()

    def wait(
        self,
        gen: PQGen[RV],
        interval: float = INTERVAL_SECONDS,
        timeout: float | None = None,
    ) -> RV:
        began = time.monotonic()
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                # The server's answer to the abandoned statement is pending, so the connection is
                # unusable.
                self.pgconn.finish()
                self.breaker.give_up()
            elif self.closed and time.monotonic() - began >= LONGEST_CHECK_SECONDS:
                # The network timed out. A server that closes at once may be back at once.
                self.breaker.give_up()
            raise
        except ReadOnlySqlTransaction:
            # Another server is the primary now, and the pool would keep this one for half an hour.
            self.pgconn.finish()
            raise

    def execute(self, *given: Any, **named: Any) -> Any:
        """Used only to check whether the server is still reachable."""
        before, self.patience = self.patience, self.breaker.longest_check
        try:
            return super().execute(*given, **named)
        finally:
            self.patience = before


class ReplicaConnection(TimeoutConnection):
    breaker = replica_breaker


class TimeoutAsyncConnection(AsyncConnection[Any]):
    """The connection on which the worker fetches jobs and sends its heartbeat."""

    async def wait(
        self,
        gen: PQGen[RV],
        interval: float = INTERVAL_SECONDS,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> RV:
        try:
            return await super().wait(gen, interval, _patience() if timeout is None else timeout)
        except OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise


def remove_time_limits() -> None:
    """Remove the timeouts from the current connection, for commands that may take hours."""
    in_use.ensure_connection()
    in_use.connection.patience = None
