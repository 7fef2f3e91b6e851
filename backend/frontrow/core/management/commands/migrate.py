"""Django's `migrate`, without the timeouts meant for requests.

A statement may take as long as it needs, but a lock may not: while DDL waits behind a long query,
every later query on the table waits behind the DDL.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from frontrow.core.impatient_connection import remove_time_limits

# Shorter than a request's timeout, so that requests queued behind the lock survive.
LOCK_TIMEOUT_MS = settings.ENV.DATABASE_LOCK_TIMEOUT_MS * 3 // 4


class Command(DjangoMigrate):
    def handle(self, *args: Any, **options: Any) -> None:
        if settings.ENV.DATABASE_POOLER:
            # The limits belong to the session, and a pooler would reuse it for a visitor.
            raise CommandError("Migrations need a DATABASE_URL without a pooler.")
        with connections[options["database"]].cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("SET idle_in_transaction_session_timeout = 0")
            cursor.execute(f"SET lock_timeout = {LOCK_TIMEOUT_MS}")
        remove_time_limits()
        if settings.ENV.ENVIRONMENT == "development":
            _refuse_replaced_migrations(options["database"])
        super().handle(*args, **options)


def _refuse_replaced_migrations(alias: str) -> None:
    """Before the first release, migrations may be replaced. An older database can't follow."""
    connection = connections[alias]
    known = MigrationLoader(connection).disk_migrations
    areas = {area for area, _ in known}
    applied = MigrationRecorder(connection).applied_migrations()
    unknown = sorted(key for key in applied if key[0] in areas and key not in known)
    if unknown:
        name = connection.settings_dict["NAME"]
        raise CommandError(
            f"The database {name} has migrations that this code doesn't:"
            f" {', '.join('.'.join(key) for key in unknown[:3])}."
            f" Drop it (dropdb {name}) and run this again, or check out the code that made it."
        )
