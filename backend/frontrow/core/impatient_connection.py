"""A database connection that gives up on a server that says nothing at all.

PostgreSQL itself ends a statement that takes too long. A server that the network has cut off ends
nothing: whoever had asked it would wait for ever, until no thread is left to serve anybody.
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
    """In seconds. Longer than any statement may take, so that the server's word counts first."""
    limit: int = settings.ENV.DATABASE_STATEMENT_TIMEOUT_MS
    return limit / 1000 + 2 if limit else None


class ImpatientConnection(Connection[Any]):
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
                # It still expects an answer that nobody will read: of no use any more.
                self.pgconn.finish()
                self.breaker.give_up()
            elif self.closed and time.monotonic() - began >= LONGEST_CHECK_SECONDS:
                # The network gave up first. A server that closes at once may be back at once.
                self.breaker.give_up()
            raise
        except ReadOnlySqlTransaction:
            # Another server takes the writes now, and a pool would keep this one for half an hour.
            self.pgconn.finish()
            raise

    def execute(self, *given: Any, **named: Any) -> Any:
        """Used for one thing alone: asking whether the server is still there."""
        before, self.patience = self.patience, self.breaker.longest_check
        try:
            return super().execute(*given, **named)
        finally:
            self.patience = before


class ReplicaConnection(ImpatientConnection):
    breaker = replica_breaker


class ImpatientAsyncConnection(AsyncConnection[Any]):
    """The worker's own, by which it fetches jobs and reports for duty."""

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


def wait_as_long_as_it_takes() -> None:
    """For the connection in use, by commands whose statements may take hours."""
    in_use.ensure_connection()
    in_use.connection.patience = None
