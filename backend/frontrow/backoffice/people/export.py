"""Export people as CSV, streamed: the members in the list, or all guests."""

from collections.abc import Iterator
from datetime import UTC

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import Role, UserStatus
from frontrow.backoffice.people.guests import find_guests
from frontrow.backoffice.people.people import filter_people
from frontrow.core.csv_files import csv_lines
from frontrow.core.replica import stream_from_replica

ROWS_AT_ONCE = 1_000
COLUMNS = ["Number", "Name", "Email", "Role", "Status", "Since (UTC)"]
GUEST_COLUMNS = ["Name", "Email", "Latest purchase", "Product", "Status", "Date (UTC)"]
WHEN = "%Y-%m-%d %H:%M:%S"


def export_members(
    *, by: Actor, search: str, role: Role | None, status: UserStatus | None
) -> Iterator[str]:
    """With the list's filters, newest first. Recorded in the audit log."""
    _note(by, "exported members", search, role=role or "", status=status or "")
    found = filter_people(search=search, role=role, status=status).order_by("-created_at", "-id")
    rows = stream_from_replica(found, at_once=ROWS_AT_ONCE)
    return csv_lines(
        COLUMNS,
        (
            [
                str(one.pk),
                one.full_name,
                one.email,
                one.role,
                one.status,
                one.created_at.astimezone(UTC).strftime(WHEN),
            ]
            for one in rows
        ),
    )


def export_guests(*, by: Actor, search: str) -> Iterator[str]:
    """Each guest once, by their newest purchase. Recorded in the audit log."""
    _note(by, "exported guests", search)
    found = find_guests(search).order_by("-created_at", "-id")
    rows = stream_from_replica(found, at_once=ROWS_AT_ONCE)
    return csv_lines(
        GUEST_COLUMNS,
        (
            [
                one.guest_full_name,
                one.guest_email,
                f"FR-{one.pk:06}",
                one.package_name,
                one.listed_status,
                one.created_at.astimezone(UTC).strftime(WHEN),
            ]
            for one in rows
        ),
    )


def _note(by: Actor, action: str, search: str, **narrowed: str) -> None:
    # Without the search words, which may be a person's name.
    audit.record(
        by=by,
        action=action,
        subject_type="people",
        searched=bool(search.strip()),
        **narrowed,
    )
