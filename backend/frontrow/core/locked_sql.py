"""Changing tables under traffic without deadlocks: all their locks soon, or none and once more."""

import random
import time
from collections.abc import Sequence
from typing import Any

from django.db import OperationalError, transaction
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.operations.base import Operation

TRIES = 100
LONGEST_PAUSE_SECONDS = 0.3
# Shorter than the second after which PostgreSQL looks for a circle and ends somebody in it.
WAIT_FOR_LOCKS = "300ms"


class LockedSql(Operation):
    """Runs once every table named is locked, in a transaction of its own.

    Dropping or adding a foreign key locks both its tables, one after the other; buyers lock them
    in their own order. Whoever gives up waiting before anybody looks for a deadlock harms nobody.
    Only for migrations that are not atomic themselves.
    """

    reduces_to_sql = True
    reversible = True

    def __init__(
        self, sql: str, *, tables: Sequence[str], reverse: str = "", mode: str = "ACCESS EXCLUSIVE"
    ) -> None:
        self.sql = sql
        self.tables = tables
        self.reverse = reverse
        self.mode = mode

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Said by others, if it is part of the models."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        self._run(schema_editor, self.sql)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        if not self.reverse:
            raise IrreversibleError
        self._run(schema_editor, self.reverse)

    def describe(self) -> str:
        return f"Change {', '.join(self.tables)} once all of them can be locked"

    def _run(self, schema_editor: Any, sql: str) -> None:
        for left in reversed(range(TRIES)):
            try:
                with transaction.atomic(using=schema_editor.connection.alias):
                    schema_editor.execute(f"SET LOCAL lock_timeout = '{WAIT_FOR_LOCKS}'")
                    schema_editor.execute(
                        f"LOCK TABLE {', '.join(self.tables)} IN {self.mode} MODE"
                    )
                    schema_editor.execute(sql, params=None)
            except OperationalError:
                if not left:
                    raise
                time.sleep(random.uniform(0, LONGEST_PAUSE_SECONDS))  # noqa: S311
            else:
                return
