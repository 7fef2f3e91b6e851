"""The audit log as an admin reads it: acts and details in words, and whom or what each is about."""

from collections.abc import Iterable

from django.db.models import CharField
from django.db.models.functions import Cast

from frontrow.accounts.audit_log import read_audit_log
from frontrow.accounts.schemas import AuditEntryOut, AuditPageOut
from frontrow.backoffice.audit.record_words import act_in_words, acts_worded, details_in_words
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.coaching.models import Coach
from frontrow.core.dates import format_date
from frontrow.messaging.models import CommunicationTemplate
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.models import Purchase


def read_audit(*, search: str, page: int) -> AuditPageOut:
    """A fixed number of statements, however much is named on the page."""
    found = read_audit_log(search=search, page=page, acts_worded=acts_worded)
    named = {
        "bootcamp": _bootcamps(_ids(found.rows, "bootcamp")),
        "purchase": _purchases(_ids(found.rows, "purchase")),
        "bundle": _bundles({row.subject_id for row in found.rows if row.subject_type == "bundle"}),
        "template": _templates(_ids(found.rows, "template")),
        "coach": _coaches(_ids(found.rows, "coach")),
    }
    rows = [
        row.model_copy(
            update={
                "action": act_in_words(row.action),
                "details": details_in_words(row.details),
                "subject": row.subject or named.get(row.subject_type, {}).get(row.subject_id, ""),
            }
        )
        for row in found.rows
    ]
    return AuditPageOut(rows=rows, total=found.total)


def _ids(rows: Iterable[AuditEntryOut], kind: str) -> set[int]:
    return {
        int(row.subject_id)
        for row in rows
        if row.subject_type == kind and row.subject_id.isdecimal()
    }


def _bootcamps(ids: set[int]) -> dict[str, str]:
    found = Bootcamp.objects.filter(pk__in=ids)
    return {
        str(one.pk): f"{one.name} \N{MIDDLE DOT} {format_date(one.starts_at, one.timezone)}"
        for one in found
    }


def _purchases(ids: set[int]) -> dict[str, str]:
    found = Purchase.objects.filter(pk__in=ids)
    return {
        str(one.pk): f"{receipt_number(one)} \N{MIDDLE DOT} {one.customer_name}" for one in found
    }


def _bundles(ids: set[str]) -> dict[str, str]:
    # As text: an entry may hold anything, and what is no UUID would be refused.
    found = Bundle.objects.alias(text=Cast("pk", CharField())).filter(text__in=ids)
    return {str(one.pk): one.name for one in found}


def _templates(ids: set[int]) -> dict[str, str]:
    return {str(one.pk): one.name for one in CommunicationTemplate.objects.filter(pk__in=ids)}


def _coaches(ids: set[int]) -> dict[str, str]:
    found = Coach.objects.filter(pk__in=ids).select_related("user")
    return {str(one.pk): one.user.full_name or one.user.email for one in found}
