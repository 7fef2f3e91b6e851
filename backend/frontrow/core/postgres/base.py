"""Django's way to PostgreSQL, with an end to waiting for a server that is away."""

from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.schema import DatabaseSchemaEditor
from django.db.models import Index, Model
from psycopg import IsolationLevel, OperationalError

from frontrow.core.database_away import REPLICA
from frontrow.core.impatient_connection import ImpatientConnection, ReplicaConnection


class SchemaEditor(DatabaseSchemaEditor):
    """Builds an index concurrently as often as it takes."""

    def add_index(self, model: type[Model], index: Index, concurrently: bool = False) -> None:  # noqa: FBT001, FBT002
        if concurrently:
            # Outside a transaction, a `migrate` that lost its server may have left it behind: half
            # built, or whole and not yet recorded.
            self.remove_index(model, index, concurrently=True)
        super().add_index(model, index, concurrently=concurrently)


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = SchemaEditor

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self.isolation_level = IsolationLevel.READ_COMMITTED
        kind = ReplicaConnection if self.alias == REPLICA else ImpatientConnection
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


def _connect(kind: type[ImpatientConnection], conn_params: dict[str, Any]) -> ImpatientConnection:
    """Without a pool of ours, where Django's own connection would never give up."""
    if not kind.breaker.is_open:
        return kind.connect(**conn_params)
    with kind.breaker.sole_attempt():
        connection = kind.connect(**conn_params)
        # A pooler takes connections also while nobody stands behind it.
        try:
            connection.execute("")
        except OperationalError:
            connection.close()
            raise
    return connection
