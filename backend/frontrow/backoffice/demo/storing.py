"""Puts rows into the database as they are, past dates included, by COPY.

Django writes "now" into every creation time; a demo whose people all signed up this second
shows no history.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import Model, Value
from django.db.models.expressions import DatabaseDefault

from frontrow.core.clock import now
from frontrow.core.impatient_connection import wait_as_long_as_it_takes


def store(rows: Sequence[Model]) -> None:
    """Insert rows of one model; each must have its id unless nobody asks for it later."""
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
                    # A plain value; else a creation time, which the database would take from now.
                    left = value.expression  # type: ignore[attr-defined]
                    value = left.value if isinstance(left, Value) else moment
                values.append(field.get_db_prep_save(value, connection))
            copy.write_row(values)


def give_ids(rows: Iterable[Model]) -> None:
    """Reserve an id for every row that has none, in the order given."""
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
    """The limits are meant for requests; bulk work may take as long as it needs."""
    limits = ("statement_timeout", "idle_in_transaction_session_timeout")
    with connection.cursor() as cursor:
        for limit in limits:
            cursor.execute(f"SET {limit} = 0")
    wait_as_long_as_it_takes()
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for limit in limits:
                cursor.execute(f"RESET {limit}")
