"""`manage.py rebuild_from_provider`: update a restored database with the provider's payments."""

import argparse
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from frontrow.backoffice.reconciliation.recovery import Recovery, recover


def _moment(written: str) -> datetime:
    try:
        moment = datetime.fromisoformat(written)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"{written} is not a time like 2026-11-15T12:00Z"
        ) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Command(BaseCommand):
    help = "After a restore: rebuild from the payment provider what was paid since the backup."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--since", type=_moment, required=True, help="until when the backup remembers, UTC"
        )
        parser.add_argument(
            "--lost-at", type=_moment, help="when the old database was lost; now unless told"
        )
        parser.add_argument(
            "--erased", type=int, nargs="*", default=[], help="accounts deleted since, by number"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # An operator's command, so the request timeouts don't apply.
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
        chosen = {name: options[name] for name in ("since", "lost_at", "erased")}
        self._tell(recover(**chosen))

    def _tell(self, done: Recovery) -> None:
        for outcome, count in sorted(done.payments.items()):
            self.stdout.write(f"{count:>6} payments {outcome}")
        self.stdout.write(f"{done.erased:>6} accounts deleted again")
        self.stdout.write(f"{done.presumed_sent:>6} waiting messages presumed sent")
        self.stdout.write(f"{done.signed_out:>6} people signed out")
        self.stdout.write(f"{done.open_breaks:>6} open breaks with the provider")
        for kind, subject in done.violations:
            self.stdout.write(f"       {kind}: {subject}")
        for number in done.not_erased:
            self.stdout.write(f"       account {number} could not be deleted again")
        self.stdout.write("See /admin/reconciliation before you let people in.")
