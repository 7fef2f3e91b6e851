"""Signing in with a username or an address, and a password."""

import logging
from datetime import timedelta
from enum import Enum

from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from django.http import HttpRequest

from frontrow.accounts.devices import known_device
from frontrow.accounts.models import User, username_key
from frontrow.core.client_address import client_address
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Forbidden, SignInRequired, Unavailable
from frontrow.core.rate_limit import Limit, hidden

log = logging.getLogger(__name__)

# Wrong passwords only: a right one is given back. Counted by the name that was typed, known or not:
# a counter that an account's two names shared would tell that they belong together.
PER_NAME = Limit(scope="sign-in:name", count=5, per=timedelta(minutes=5))
PER_VISITOR = Limit(scope="sign-in:visitor", count=30, per=timedelta(minutes=5))
# Where the account was opened before, strangers' guesses do not count.
PER_DEVICE = Limit(scope="sign-in:device", count=5, per=timedelta(minutes=5))
# Right ones too: each costs a hash, a session and a line in the audit log.
EVEN_RIGHT = Limit(scope="sign-in:all", count=20, per=timedelta(minutes=1))
INVALID = "Invalid credentials. Please try again."


class SignInStep(Enum):
    DONE = "done"
    SECOND_FACTOR = "second_factor"


def sign_in(*, request: HttpRequest, identifier: str, password: str) -> SignInStep:
    """Check the password and open a session, or ask for the second factor.

    Unknown names and wrong passwords get the same answer after the same work.
    """
    found = User.objects.called(identifier)
    name = username_key(identifier)
    visitor = client_address(request)
    device = known_device(request, user=found) if found else ""
    counters = [(PER_DEVICE, device)] if device else [(PER_VISITOR, visitor), (PER_NAME, name)]
    # By the name as well: by the account, it would tell which names belong together.
    EVEN_RIGHT.check(f"{name} {visitor}")
    for limit, key in counters:
        limit.check(key)
    try:
        is_right = _is_right(found, password)
    except Unavailable:
        _give_back(counters)
        raise
    if found is None or found.is_demo or not is_right:
        # An attack can be followed by this, without the name that was typed or the address.
        log.info(
            "sign-in refused",
            extra={"account_id": found.pk if found else None, "network": hidden(visitor)},
        )
        raise SignInRequired(INVALID, code=ErrorCode.INVALID_CREDENTIALS)
    _give_back(counters)
    refuse_deactivated(found)
    perform_password_login(request, {"username": found.username}, Login(user=found))
    return step_after(request)


def refuse_deactivated(user: User) -> None:
    """Only for whoever has proven to be them: nobody else is told."""
    if not user.is_active:
        raise Forbidden(
            "This account has been deactivated. Please contact support.",
            code=ErrorCode.ACCOUNT_DEACTIVATED,
        )


def step_after(request: HttpRequest) -> SignInStep:
    """What is left to do once the first proof was right."""
    return SignInStep.DONE if request.user.is_authenticated else SignInStep.SECOND_FACTOR


def forget_guesses(*, user: User) -> None:
    """Whoever proved the address has waited long enough."""
    for name in (user.username, user.email):
        PER_NAME.forget(username_key(name))


def _give_back(counters: list[tuple[Limit, str]]) -> None:
    for limit, key in counters:
        limit.give_back(key)


def _is_right(user: User | None, password: str) -> bool:
    if user is None:
        # The work of one hash, so that the time does not tell that there is nobody.
        User().set_password(password)
        return False
    return user.check_password(password)
