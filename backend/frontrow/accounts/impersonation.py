"""Impersonation: view the site as a student, read-only, for one hour, and audited.

An admin who views a real student's account must give a reason, which the student can read in their
profile.
"""

import time
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.actor import actor_of
from frontrow.accounts.models import AuditEntry, Role, User, UserStatus
from frontrow.accounts.rights import Right, may
from frontrow.core.errors import Conflict, Forbidden, Invalid, NotFound

LASTS_SECONDS = 60 * 60
SHORTEST_REASON = 3
MOST_VISITS = 50
STARTED = "started impersonation"
_WHO = "impersonated_user_id"
_SINCE = "impersonation_started_at"

NO_DEMO_TOOLS = "The test student is switched off on this site."
DEMO_STUDENT_EMAIL = "test.student@example.com"


def impersonated_user(request: HttpRequest, *, acting: User) -> User | None:
    """The user whom this session impersonates, if still allowed. Otherwise end the impersonation.

    The admin must still have the right, and the target must still be a student: users with an admin
    role can't be impersonated.
    """
    if _WHO not in request.session:
        return None
    target = User.objects.filter(
        pk=request.session[_WHO], role=Role.STUDENT, status=UserStatus.ACTIVE
    ).first()
    fresh = time.time() - request.session.get(_SINCE, 0) < LASTS_SECONDS
    if target is None or not fresh or not may(acting, Right.IMPERSONATE):
        _forget(request)
        return None
    return target


def is_impersonating(request: HttpRequest) -> bool:
    return _WHO in request.session


@transaction.atomic
def start_impersonation(*, request: HttpRequest, acting: User, target: User, reason: str) -> None:
    if is_impersonating(request):
        raise Conflict("Stop the current impersonation first.")
    if target.has_desk_role or not target.is_active:
        raise Forbidden("Only active students can be impersonated.")
    if not target.is_demo and len(reason) < SHORTEST_REASON:
        raise Invalid(fields={"reason": "Say why. The student can read it in their profile."})
    audit.record(
        by=actor_of(request),
        action=STARTED,
        subject_type="user",
        subject_id=target.pk,
        **({"reason": reason} if reason else {}),
    )
    request.session[_WHO] = target.pk
    request.session[_SINCE] = time.time()
    request.session.cycle_key()


@transaction.atomic
def stop_impersonation(*, request: HttpRequest) -> None:
    if not is_impersonating(request):
        raise Conflict("You aren't impersonating anyone.")
    audit.record(
        by=actor_of(request),
        action="stopped impersonation",
        subject_type="user",
        subject_id=request.session[_WHO],
    )
    _forget(request)
    request.session.cycle_key()


@dataclass(frozen=True, kw_only=True)
class Visit:
    """One impersonation of this user by a staff member."""

    at: datetime
    by: str
    # Empty for entries from before reasons were required.
    reason: str


def visits_to(user: User) -> list[Visit]:
    """Impersonations of this user, newest first."""
    looked = AuditEntry.objects.filter(
        subject_type="user", subject_id=str(user.pk), action=STARTED
    ).order_by("-id")[:MOST_VISITS]
    team = User.objects.in_bulk([entry.actor_id for entry in looked if entry.actor_id])
    return [
        Visit(
            at=entry.created_at,
            by=_name_of(team.get(entry.actor_id or 0)),
            reason=str(entry.details.get("reason", "")),
        )
        for entry in looked
    ]


def _name_of(member: User | None) -> str:
    return member.display_name if member else "A former member of the team"


def find_target(*, user_id: int | None, role: Role | None) -> User:
    """The student whom the admin chose, or the demo student if only a role was given."""
    if user_id is not None:
        target = User.objects.filter(pk=user_id).first()
        if target is None:
            raise NotFound
        return target
    if role != Role.STUDENT:
        raise NotFound
    return demo_student()


def demo_student() -> User:
    """A student who takes no seat, counts in no figure and gets no email.

    Created on first use, and only if demo tools are on.
    """
    if not settings.ENV.DEMO_TOOLS:
        raise NotFound(NO_DEMO_TOOLS)
    try:
        user, _ = User.objects.get_or_create(
            email=DEMO_STUDENT_EMAIL,
            is_demo=True,
            defaults={
                "username": "test.student",
                "first_name": "Test",
                "last_name": "Student",
                "password": "!",
            },
        )
    except IntegrityError as error:
        message = "The demo student's name or address belongs to another account."
        raise Conflict(message) from error
    return user


def _forget(request: HttpRequest) -> None:
    request.session.pop(_WHO, None)
    request.session.pop(_SINCE, None)
