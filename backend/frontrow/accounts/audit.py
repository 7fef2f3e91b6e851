"""Write the audit log: who did what, when, and as whom."""

from typing import Any

import structlog

from frontrow.accounts.actor import Actor
from frontrow.accounts.models import AuditEntry


def record(
    *,
    by: Actor,
    action: str,
    subject_type: str = "",
    subject_id: object = "",
    **details: Any,
) -> None:
    """Add an entry in the caller's transaction. Details hold ids and states, never personal
    data."""
    AuditEntry.objects.create(
        actor_id=by.person_id,
        acting_as_id=by.acting_as_id,
        action=action,
        subject_type=subject_type,
        subject_id=str(subject_id),
        details=details,
        request_id=_request_id(),
    )


def record_outcome(
    *, actor_id: int | None, action: str, subject_type: str, subject_id: object, **details: Any
) -> None:
    """Record the later outcome of a request, outside the request itself."""
    AuditEntry.objects.create(
        actor_id=actor_id,
        action=action,
        subject_type=subject_type,
        subject_id=str(subject_id),
        details=details,
        request_id=_request_id(),
    )


def _request_id() -> str:
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))
