"""The audit log for admins: actions and details in words, with the names of their subjects."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC
from itertools import islice

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.audit_log import find_entries, read_audit_log, read_entries
from frontrow.accounts.schemas import (
    AuditActOut,
    AuditEntryOut,
    AuditListQuery,
    AuditPageOut,
    AuditQuery,
)
from frontrow.backoffice.audit.record_words import (
    ACTS,
    act_in_words,
    acts_worded,
    details_in_words,
)
from frontrow.backoffice.audit.subject_names import names_of
from frontrow.core.csv_files import csv_lines

ENTRIES_AT_ONCE = 500
COLUMNS = ["Date (UTC)", "Who", "As", "Action", "Record", "Name", "Details", "Request"]


def read_audit(asked: AuditListQuery) -> AuditPageOut:
    """A page of entries, in a fixed number of statements."""
    found = read_audit_log(asked=asked, acts_worded=acts_worded)
    return found.model_copy(update={"rows": _in_words(found.rows)})


def list_acts() -> list[AuditActOut]:
    """Every action that can be recorded, sorted by its label."""
    acts = [AuditActOut(act=act, words=words) for act, words in ACTS.items()]
    return sorted(acts, key=lambda one: one.words.casefold())


def export_audit(*, by: Actor, asked: AuditQuery) -> Iterator[str]:
    """Matching entries as CSV lines, newest first. The export itself is recorded."""
    audit.record(
        by=by,
        action="exported audit log",
        # Without the search words, which may be a person's name.
        searched=bool(asked.search or asked.who),
        **asked.model_dump(mode="json", exclude={"search", "who"}, exclude_defaults=True),
    )
    return csv_lines(COLUMNS, _cells(asked))


def _cells(asked: AuditQuery) -> Iterator[list[str]]:
    # A server-side cursor, so that the entries are never all in memory.
    entries = find_entries(asked, acts_worded=acts_worded).iterator(chunk_size=ENTRIES_AT_ONCE)
    while some := list(islice(entries, ENTRIES_AT_ONCE)):
        for row in _in_words(read_entries(some)):
            yield [
                row.created_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
                row.actor or str(row.actor_id or ""),
                row.acting_as or str(row.acting_as_id or ""),
                row.action,
                f"{row.subject_type} {row.subject_id}".strip(),
                row.subject,
                "; ".join(f"{name}: {value}" for name, value in row.details.items()),
                row.request_id,
            ]


def _in_words(rows: Sequence[AuditEntryOut]) -> list[AuditEntryOut]:
    about: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if not row.subject:
            about[row.subject_type].add(row.subject_id)
    named = {kind: names_of(kind, ids) for kind, ids in about.items()}
    return [
        row.model_copy(
            update={
                "action": act_in_words(row.action),
                "details": details_in_words(row.details),
                "subject": row.subject or named[row.subject_type].get(row.subject_id, ""),
            }
        )
        for row in rows
    ]
