"""Reading the audit log: searchable, newest first, and never anything but reading."""

from collections.abc import Callable

from django.db.models import Q

from frontrow.accounts.models import AuditEntry, User
from frontrow.accounts.schemas import AuditEntryOut, AuditPageOut

PAGE_SIZE = 20


def read_audit_log(
    *, search: str, page: int, acts_worded: Callable[[str], list[str]]
) -> AuditPageOut:
    """A page of entries. Words match actions, subjects' ids, and people by name or address.

    Acts are shown in other words than they are stored in; `acts_worded` knows which.
    """
    entries = AuditEntry.objects.order_by("-created_at", "-id")
    for word in search.split():
        entries = entries.filter(_matches(word) | Q(action__in=acts_worded(word)))
    first = (page - 1) * PAGE_SIZE
    rows = list(entries[first : first + PAGE_SIZE])
    names = _names(rows)
    return AuditPageOut(rows=[_row(entry, names) for entry in rows], total=entries.count())


def _matches(word: str) -> Q:
    people = User.objects.filter(
        Q(email__icontains=word) | Q(first_name__icontains=word) | Q(last_name__icontains=word)
    ).values("pk")[:200]
    ids = [str(person["pk"]) for person in people]
    return (
        Q(action__icontains=word)
        | Q(subject_id=word)
        | Q(request_id=word)
        | Q(actor_id__in=ids)
        | Q(acting_as_id__in=ids)
        | Q(subject_type="user", subject_id__in=ids)
    )


def _names(rows: list[AuditEntry]) -> dict[int, str]:
    ids = {entry.actor_id for entry in rows} | {entry.acting_as_id for entry in rows}
    ids |= {int(entry.subject_id) for entry in rows if entry.subject_type == "user"}
    people = User.objects.filter(pk__in=[pk for pk in ids if pk is not None])
    return {person.pk: person.full_name or person.email for person in people}


def _row(entry: AuditEntry, names: dict[int, str]) -> AuditEntryOut:
    subject = names.get(int(entry.subject_id), "") if entry.subject_type == "user" else ""
    return AuditEntryOut(
        id=entry.pk,
        created_at=entry.created_at,
        actor_id=entry.actor_id,
        actor=names.get(entry.actor_id or 0, ""),
        acting_as_id=entry.acting_as_id,
        acting_as=names.get(entry.acting_as_id or 0, ""),
        action=entry.action,
        subject_type=entry.subject_type,
        subject_id=entry.subject_id,
        subject=subject,
        details=entry.details,
        request_id=entry.request_id,
    )
