"""Sensitive actions require the password again if the sign-in is old."""

import time
from datetime import timedelta

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from django.conf import settings
from django.http import HttpRequest

from frontrow.accounts.models import User
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import AppError, Invalid
from frontrow.core.rate_limit import Limit

# Counts wrong passwords only: a stolen session must not allow guessing.
GUESSES = Limit(scope="confirm-password", count=5, per=timedelta(minutes=5))


class PasswordNeeded(AppError):
    """The page asks for the password and repeats the call."""

    status = 403
    code = ErrorCode.PASSWORD_REQUIRED
    message = "Please confirm your password to continue."

    def __init__(self) -> None:
        super().__init__(fields={"password": self.message})


def is_recent_sign_in(request: HttpRequest) -> bool:
    """Whether the person proved their identity within the last minutes."""
    records = get_authentication_records(request, request.user)
    proven_at: float = max((record["at"] for record in records), default=0)
    return time.time() - proven_at <= settings.ACCOUNT_REAUTHENTICATION_TIMEOUT


def require_recent_sign_in(request: HttpRequest) -> None:
    if not is_recent_sign_in(request):
        raise PasswordNeeded


def confirm_password(*, request: HttpRequest, user: User, password: str) -> None:
    GUESSES.check(str(user.pk))
    if not user.check_password(password):
        raise Invalid(fields={"password": "That password isn't right."})
    GUESSES.give_back(str(user.pk))
    record_authentication(request, user, method="password", reauthenticated=True)
