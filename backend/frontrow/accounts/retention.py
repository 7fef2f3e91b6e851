"""Retention of activity and request records. docs/reference/privacy.md has the list."""

from datetime import timedelta

from django.db import connection, transaction
from django.db.models.functions import Now

from frontrow.accounts.models import AuditEntry, EmailRequest, SignInCode
from frontrow.core.batches import batches_of
from frontrow.core.jobs import job

# The database refuses to delete a younger entry.
AUDIT_MONTHS = 24
# A job handles each within seconds. A remaining row was left by a failure.
EMAIL_REQUESTS_KEPT_FOR = timedelta(days=7)
# A code works for minutes. Wrong tries are counted over a day.
SIGN_IN_CODES_KEPT_FOR = timedelta(days=1)


@job(every="47 3 * * *")
def forget_old_audit_entries(timestamp: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT now() - make_interval(months => %s)", [AUDIT_MONTHS])
        (before,) = cursor.fetchone()
    for batch in batches_of(AuditEntry.objects.filter(created_at__lt=before)):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL frontrow.audit_retention = 'on'")
            batch.delete()


@job(every="49 3 * * *")
def forget_unanswered_email_requests(timestamp: int) -> None:
    EmailRequest.objects.filter(created_at__lt=Now() - EMAIL_REQUESTS_KEPT_FOR).delete()


@job(every="46 3 * * *")
def forget_sign_in_codes(timestamp: int) -> None:
    SignInCode.objects.filter(created_at__lt=Now() - SIGN_IN_CODES_KEPT_FOR).delete()
