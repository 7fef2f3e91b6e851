"""Sensitive acts ask for the password again when the sign-in is old."""

import time

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from frontrow.accounts.gates import acting_user
from frontrow.accounts.models import User
from frontrow.core.errors import AppError, Invalid, Throttled


class PasswordNeeded(AppError):
    """Told apart from other refusals by its field: the page asks for the password and repeats."""

    status = 403
    message = "Please confirm your password to continue."

    def __init__(self) -> None:
        super().__init__(fields={"password": self.message})


def is_recent_sign_in(request: HttpRequest) -> bool:
    """Did the person prove who they are a short while ago?"""
    records = get_authentication_records(request, acting_user(request))
    proven_at: float = max((record["at"] for record in records), default=0)
    return time.time() - proven_at <= settings.ACCOUNT_REAUTHENTICATION_TIMEOUT


def require_recent_sign_in(request: HttpRequest) -> None:
    if not is_recent_sign_in(request):
        raise PasswordNeeded


def confirm_password(*, request: HttpRequest, user: User, password: str) -> None:
    try:
        is_right = get_adapter(request).reauthenticate(user, password)
    except ValidationError as error:
        raise Throttled(retry_after=300) from error
    if not is_right:
        raise Invalid(fields={"password": "That password is not right."})
    record_authentication(request, user, method="password", reauthenticated=True)
