"""Authorization: every route names one of these gates, which decides who may call it.

A gate also makes impersonation read-only, except for the demo student, and limits how often a
caller may make changes.
"""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest
from ninja.security.apikey import APIKeyCookie

from frontrow.accounts.impersonation import impersonated_user, is_impersonating
from frontrow.accounts.models import User
from frontrow.accounts.reauthentication import require_recent_sign_in
from frontrow.accounts.rights import Right, may
from frontrow.accounts.second_factor import has_second_factor
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Forbidden, SignInRequired
from frontrow.core.rate_limit import Limit
from frontrow.core.same_origin import SAFE_METHODS

# Far above what a person does. The limit keeps a user from flooding undeletable logs.
CHANGES = Limit(scope="changes", count=300, per=timedelta(minutes=10))


def anyone(request: HttpRequest) -> bool:
    """Open to visitors. Declared explicitly, to differ from a route whose gate was forgotten."""
    _refuse_changes_while_impersonating(request)
    return True


class LookingOnly(Forbidden):
    """The caller impersonates another user and can't change anything meanwhile."""

    code = ErrorCode.READ_ONLY_IMPERSONATION
    message = "You're viewing the site as someone else. Stop impersonating to make changes."


class SignedIn(APIKeyCookie):
    openapi_name = "session"
    param_name = "session"

    def __init__(self) -> None:
        # The same-origin guard refuses cross-site calls.
        super().__init__(csrf=False)

    def authenticate(self, request: HttpRequest, key: str | None) -> User:
        acting = acting_user(request)
        target = impersonated_user(request, acting=acting)
        if request.method not in SAFE_METHODS:
            if target is not None and not self._may_change(target):
                raise LookingOnly
            CHANGES.check(str(acting.pk))
        return target or acting

    def _may_change(self, target: User) -> bool:
        return target.is_demo


class Oneself(SignedIn):
    """For the caller's own account and credentials. Refused during any impersonation."""

    def _may_change(self, target: User) -> bool:
        return False


class RightNeeded(Forbidden):
    code = ErrorCode.RIGHT_REQUIRED
    message = "Your role doesn't include this."


class Desk(SignedIn):
    """For roles that have the right. Checked in the database on every call.

    `recent` also requires a confirmed password within the last 15 minutes, for actions that a
    stolen session must not allow. Each gate is a class because the API document names gates by
    class.
    """

    right: Right
    recent: bool

    def authenticate(self, request: HttpRequest, key: str | None) -> User:
        user = super().authenticate(request, key)
        if not user.has_desk_role:
            raise Forbidden("Admin access required.", code=ErrorCode.ADMIN_REQUIRED)
        if not may(user, self.right):
            raise RightNeeded
        if settings.ENV.ADMIN_SECOND_FACTOR_REQUIRED and not has_second_factor(user):
            raise Forbidden(
                "Set up two-step verification before you continue.",
                code=ErrorCode.SECOND_FACTOR_REQUIRED,
            )
        if self.recent:
            require_recent_sign_in(request)
        return user


class Acting(SignedIn):
    """For the signed-in person, impersonating or not: to end impersonation, and to sign out."""

    def authenticate(self, request: HttpRequest, key: str | None) -> User:
        return acting_user(request)


def acting_user(request: HttpRequest) -> User:
    """The session's own user. A deactivated user counts as signed out from the next call on."""
    user = request.user
    if not user.is_authenticated or not user.is_active:
        raise SignInRequired
    return user


def current_user(request: HttpRequest) -> User:
    """The user whose data this call is about, as the gate decided."""
    user = request.auth  # type: ignore[attr-defined]
    if not isinstance(user, User):
        raise SignInRequired
    return user


def require_right(user: User, right: Right) -> None:
    """For the part of an operation that needs another right than its gate checks."""
    if not may(user, right):
        raise RightNeeded


def _refuse_changes_while_impersonating(request: HttpRequest) -> None:
    if request.method in SAFE_METHODS or not is_impersonating(request):
        return
    user = request.user
    # Checks expiry too: an impersonation that has expired restricts nothing.
    if user.is_authenticated and impersonated_user(request, acting=user):
        raise LookingOnly


signed_in = SignedIn()
oneself = Oneself()
acting = Acting()
_DESK: dict[tuple[Right, bool], Desk] = {
    (right, recent): type(
        f"Desk{'Recently' if recent else ''}_{right}", (Desk,), {"right": right, "recent": recent}
    )()
    for right in Right
    for recent in (False, True)
}
GATES = (anyone, signed_in, oneself, acting, *_DESK.values())


def needs(right: Right, *, recent: bool = False) -> Desk:
    """The gate of an admin operation: the right it needs, and whether it needs a recent sign-in."""
    return _DESK[right, recent]
