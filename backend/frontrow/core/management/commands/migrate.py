"""Django's `migrate`, without the limits meant for requests.

A statement may take as long as it needs; a lock may not: waiting behind a long query, DDL
would make every later query wait behind itself.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import connections

from frontrow.core.impatient_connection import wait_as_long_as_it_takes

# Requests that queue behind us must outlast us.
LOCK_TIMEOUT_MS = settings.ENV.DATABASE_LOCK_TIMEOUT_MS * 3 // 4


class Command(DjangoMigrate):
    def handle(self, *args: Any, **options: Any) -> None:
        if settings.ENV.DATABASE_POOLER:
            # Its limits are the session's, and a pooler would hand them to a visitor.
            raise CommandError("Migrations need a DATABASE_URL without a pooler.")
        with connections[options["database"]].cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("SET idle_in_transaction_session_timeout = 0")
            cursor.execute(f"SET lock_timeout = {LOCK_TIMEOUT_MS}")
        wait_as_long_as_it_takes()
        super().handle(*args, **options)
