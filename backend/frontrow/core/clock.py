"""The current time. Deadlines on money and seats use the database's clock: there is only one."""

from datetime import UTC, datetime

from django.db import connection


def now() -> datetime:
    return datetime.now(UTC)


def database_now() -> datetime:
    """The transaction's time in PostgreSQL, independent of this machine's clock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT now()")
        row: tuple[datetime] = cursor.fetchone()
    return row[0]
