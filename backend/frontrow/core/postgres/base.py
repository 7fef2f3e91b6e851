"""Django's way to PostgreSQL, with an end to waiting for a server that is away."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg import IsolationLevel, OperationalError

from frontrow.core.database_away import breaker
from frontrow.core.impatient_connection import ImpatientConnection


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self.isolation_level = IsolationLevel.READ_COMMITTED
        try:
            connection = self._from_pool() if self.pool else _connect(conn_params)
        except OperationalError:
            breaker.give_up()
            raise
        breaker.reach()
        return connection

    def _from_pool(self) -> Any:
        self.pool.open()
        return self.pool.getconn(timeout=breaker.longest_wait)


def _connect(conn_params: dict[str, Any]) -> ImpatientConnection:
    """Without a pool of ours, where Django's own connection would never give up."""
    if not breaker.is_open:
        return ImpatientConnection.connect(**conn_params)
    with breaker.sole_attempt():
        connection = ImpatientConnection.connect(**conn_params)
        # A pooler takes connections also while nobody stands behind it.
        try:
            connection.execute("")
        except OperationalError:
            connection.close()
            raise
    return connection
