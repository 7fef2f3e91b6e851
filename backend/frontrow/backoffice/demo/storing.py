"""Insert rows unchanged by COPY, including past creation dates.

Django would set each creation date to now, and a demo whose people all signed up this second shows
no history.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import Model, Value
from django.db.models.expressions import DatabaseDefault

from frontrow.core.clock import now
from frontrow.core.impatient_connection import remove_time_limits


def store(rows: Sequence[Model]) -> None:
    """Insert rows of one model. Rows that are referred to later must have ids."""
    if not rows:
        return
    meta = rows[0]._meta  # noqa: SLF001 (Django documents it)
    fields = [
        field
        for field in meta.concrete_fields
        if not field.generated and not (field.primary_key and rows[0].pk is None)
    ]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    moment = now()
    with (
        connection.cursor() as cursor,
        cursor.copy(f'COPY "{meta.db_table}" ({columns}) FROM STDIN') as copy,
    ):
        for row in rows:
            values: list[Any] = []
            for field in fields:
                value = getattr(row, field.attname)
                if isinstance(value, DatabaseDefault):
                    # A plain value, or a creation date that the database would set to now.
                    left = value.expression  # type: ignore[attr-defined]
                    value = left.value if isinstance(left, Value) else moment
                values.append(field.get_db_prep_save(value, connection))
            copy.write_row(values)


def give_ids(rows: Iterable[Model]) -> None:
    """Reserve an id for every row without one, in order."""
    waiting = [row for row in rows if row.pk is None]
    if not waiting:
        return
    table = waiting[0]._meta.db_table  # noqa: SLF001
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [table, len(waiting)],
        )
        for row, (pk,) in zip(waiting, cursor.fetchall(), strict=True):
            row.pk = pk


@contextmanager
def without_time_limits() -> Iterator[None]:
    """Remove the request timeouts for bulk work."""
    limits = ("statement_timeout", "idle_in_transaction_session_timeout")
    with connection.cursor() as cursor:
        for limit in limits:
            cursor.execute(f"SET {limit} = 0")
    remove_time_limits()
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for limit in limits:
                cursor.execute(f"RESET {limit}")
