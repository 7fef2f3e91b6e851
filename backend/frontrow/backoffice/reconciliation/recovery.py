"""Bring a restored database up to date before people may use it again.

Payments are read back from the provider, deletions are repeated, and messages sent between the
backup and the loss are marked as sent. All sessions end, because a user may have signed out or been
deactivated in the lost hours.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction

from frontrow.accounts.models import Session, User
from frontrow.backoffice.messages.reminders import write_due_reminders, write_recording_news
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict
from frontrow.messaging.outbox import told_before
from frontrow.sales.buyers.account_removal import remove_account
from frontrow.sales.buyers.erasures import erased_accounts, erased_numbers
from frontrow.sales.models import ReconciliationBreak
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.reconciliation.rebuilding import rebuild_purchases

# Was queued when the backup was made, so it was delivered seconds later, unless scheduled.
_CALL_SENT = """
UPDATE communication_logs
SET status = 'SENT', sent_at = now(), sealed_link = '', sending_since = NULL,
    error_message = 'Presumed sent: it waited when the backup was made.'
WHERE status = 'PENDING' AND created_at <= %(since)s
  AND (send_after IS NULL OR send_after <= %(lost_at)s)
"""


@dataclass
class Recovery:
    """What was done, in numbers."""

    payments: Counter[str] = field(default_factory=Counter)
    erased: int = 0
    # Accounts whose deletion is now refused. An operator must check them.
    not_erased: list[int] = field(default_factory=list)
    presumed_sent: int = 0
    signed_out: int = 0
    open_breaks: int = 0
    violations: list[tuple[str, str]] = field(default_factory=list)


def recover(
    *, since: datetime, lost_at: datetime | None = None, erased: Collection[int] = ()
) -> Recovery:
    """Bring a restored database up to what happened between `since` and `lost_at`. Idempotent.

    `erased` lists accounts to delete again that the bucket has no record of.
    """
    done = Recovery()
    gone = erased_numbers() | set(erased)
    done.payments = rebuild_purchases(since=since, erased_users=gone)
    _erase_again(done, erased)
    with transaction.atomic():
        done.presumed_sent = _note_as_sent(since, lost_at or database_now())
        done.signed_out, _ = Session.objects.all().delete()
    done.open_breaks = ReconciliationBreak.objects.filter(resolved_at=None).count()
    done.violations = violations()
    return done


def _erase_again(done: Recovery, named: Collection[int]) -> None:
    accounts = {user.pk: user for user in erased_accounts()}
    accounts |= {user.pk: user for user in User.objects.filter(pk__in=named)}
    for user in accounts.values():
        try:
            with told_before():
                remove_account(user=user)
        except Conflict:
            done.not_erased.append(user.pk)
        else:
            done.erased += 1


def _note_as_sent(since: datetime, lost_at: datetime) -> int:
    """Mark messages due before the loss as sent, whether or not their rows were in the backup."""
    with told_before():
        write_due_reminders(now=lost_at)
        write_recording_news(now=lost_at)
    with connection.cursor() as cursor:
        cursor.execute(_CALL_SENT, {"since": since, "lost_at": lost_at})
        return int(cursor.rowcount)
