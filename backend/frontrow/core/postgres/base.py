"""Django's PostgreSQL backend with connection timeouts."""

from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.schema import DatabaseSchemaEditor
from django.db.models import Index, Model
from psycopg import IsolationLevel, OperationalError

from frontrow.core.database_away import REPLICA
from frontrow.core.impatient_connection import ReplicaConnection, TimeoutConnection


class SchemaEditor(DatabaseSchemaEditor):
    """Builds an index concurrently, and can be run again after a failure."""

    def add_index(self, model: type[Model], index: Index, concurrently: bool = False) -> None:  # noqa: FBT001, FBT002
        if concurrently:
            # Outside a transaction, a `migrate` that lost its server may have left the index
            # behind: invalid, or complete but not yet recorded.
            self.remove_index(model, index, concurrently=True)
        super().add_index(model, index, concurrently=concurrently)


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = SchemaEditor

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self.isolation_level = IsolationLevel.READ_COMMITTED
        kind = ReplicaConnection if self.alias == REPLICA else TimeoutConnection
        breaker = kind.breaker
        try:
            connection = (
                self._from_pool(timeout=breaker.longest_wait)
                if self.pool
                else _connect(kind, conn_params)
            )
        except OperationalError:
            breaker.give_up()
            raise
        breaker.reach()
        return connection

    def _from_pool(self, *, timeout: float) -> Any:
        self.pool.open()
        return self.pool.getconn(timeout=timeout)


def _connect(kind: type[TimeoutConnection], conn_params: dict[str, Any]) -> TimeoutConnection:
    """Connect without our pool, where Django's own connection would never time out."""
    if not kind.breaker.is_open:
        return kind.connect(**conn_params)
    with kind.breaker.sole_attempt():
        connection = kind.connect(**conn_params)
        # A pooler accepts connections even while its server is away.
        try:
            connection.execute("")
        except OperationalError:
            connection.close()
            raise
    return connection
