"""Read the audit log: searchable and newest first. Writing is in `audit`."""

from collections.abc import Callable, Sequence
from datetime import timedelta

from django.db.models import Q, QuerySet

from frontrow.accounts.models import AuditEntry, User
from frontrow.accounts.schemas import AuditEntryOut, AuditListQuery, AuditPageOut, AuditQuery
from frontrow.core.counting import count_rows
from frontrow.core.operator_days import beginning_of

PAGE_SIZE = 20


def read_audit_log(
    *, asked: AuditListQuery, acts_worded: Callable[[str], list[str]]
) -> AuditPageOut:
    """A page of entries. The cost barely depends on how many there are."""
    found = find_entries(asked, acts_worded=acts_worded)
    counted = count_rows(found)
    first = (asked.page - 1) * PAGE_SIZE
    # Find the ids first, by an index-only scan. On deep pages, whole rows would be read only to be
    # skipped.
    ids = list(found.values_list("pk", flat=True)[first : first + PAGE_SIZE])
    entries = _newest_first(AuditEntry.objects.filter(pk__in=ids))
    return AuditPageOut(
        rows=read_entries(list(entries)), total=counted.total, total_is_exact=counted.is_exact
    )


def find_entries(
    asked: AuditQuery, *, acts_worded: Callable[[str], list[str]]
) -> QuerySet[AuditEntry]:
    """Matching entries, newest first.

    Words match actions, subject ids and people's names or addresses.

    Actions have labels that differ from their stored names. `acts_worded` maps between them.
    """
    entries = _newest_first(AuditEntry.objects.all())
    for word in asked.search.split():
        entries = entries.filter(_matches(word) | Q(action__in=acts_worded(word)))
    for word in asked.who.split():
        ids = _people_named(word)
        entries = entries.filter(Q(actor_id__in=ids) | Q(acting_as_id__in=ids))
    if asked.act:
        entries = entries.filter(action=asked.act)
    if asked.since:
        entries = entries.filter(created_at__gte=beginning_of(asked.since))
    if asked.until:
        entries = entries.filter(created_at__lt=beginning_of(asked.until + timedelta(days=1)))
    if asked.subject_type:
        entries = entries.filter(subject_type=asked.subject_type)
    if asked.subject_id:
        entries = entries.filter(subject_id=asked.subject_id)
    return entries


def read_entries(entries: Sequence[AuditEntry]) -> list[AuditEntryOut]:
    """Load the entries with the people's names in one statement."""
    names = _names(entries)
    return [_row(entry, names) for entry in entries]


def _newest_first(entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    return entries.order_by("-created_at", "-id")


def _people_named(word: str) -> list[str]:
    people = User.objects.filter(
        Q(email__icontains=word) | Q(first_name__icontains=word) | Q(last_name__icontains=word)
    ).values("pk")[:200]
    return [str(person["pk"]) for person in people]


def _matches(word: str) -> Q:
    ids = _people_named(word)
    return (
        Q(action__icontains=word)
        | Q(subject_id=word)
        | Q(request_id=word)
        | Q(actor_id__in=ids)
        | Q(acting_as_id__in=ids)
        | Q(subject_type="user", subject_id__in=ids)
    )


def _names(rows: Sequence[AuditEntry]) -> dict[int, str]:
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
