"""Sign in with a username or an address, and a password."""

import logging
from datetime import timedelta
from enum import Enum

from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import perform_login
from django.http import HttpRequest

from frontrow.accounts.devices import known_device
from frontrow.accounts.models import User, username_key
from frontrow.core.client_address import client_address
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Forbidden, SignInRequired, Unavailable
from frontrow.core.rate_limit import Limit, pseudonym

log = logging.getLogger(__name__)

# Counts wrong passwords only. A right one is uncounted. The key is the name as typed, known or not:
# a counter shared by an account's username and address would reveal that they belong together.
PER_NAME = Limit(scope="sign-in:name", count=5, per=timedelta(minutes=5))
PER_VISITOR = Limit(scope="sign-in:visitor", count=30, per=timedelta(minutes=5))
# In a browser that knows the account, strangers' guesses don't count.
PER_DEVICE = Limit(scope="sign-in:device", count=5, per=timedelta(minutes=5))
# Counts right passwords too: each costs a hash, a session and an audit entry.
EVEN_RIGHT = Limit(scope="sign-in:all", count=20, per=timedelta(minutes=1))
INVALID = "Invalid credentials. Please try again."


class SignInStep(Enum):
    DONE = "done"
    SECOND_FACTOR = "second_factor"


def sign_in(*, request: HttpRequest, identifier: str, password: str) -> SignInStep:
    """Check the password and open a session, or ask for the second factor.

    Unknown names and wrong passwords get the same response after the same work.
    """
    found = User.objects.called(identifier)
    name = username_key(identifier)
    visitor = client_address(request)
    device = known_device(request, user=found) if found else ""
    counters = [(PER_DEVICE, device)] if device else [(PER_VISITOR, visitor), (PER_NAME, name)]
    # Keyed by the typed name: a counter per account would reveal which names belong together.
    EVEN_RIGHT.check(f"{name} {visitor}")
    for limit, key in counters:
        limit.check(key)
    try:
        is_right = _is_right(found, password)
    except Unavailable:
        _give_back(counters)
        raise
    if found is None or found.is_demo or not is_right:
        # Enough to trace an attack, without the typed name or the address.
        log.info(
            "sign-in refused",
            extra={"account_id": found.pk if found else None, "network": pseudonym(visitor)},
        )
        raise SignInRequired(INVALID, code=ErrorCode.INVALID_CREDENTIALS)
    _give_back(counters)
    refuse_deactivated(found)
    record_authentication(request, found, method="password", username=found.username)
    perform_login(request, found)
    return step_after(request)


def refuse_deactivated(user: User) -> None:
    """Call it only after the caller has proven their identity, so that no one else learns of it."""
    if not user.is_active:
        raise Forbidden(
            "This account has been deactivated. Please contact support.",
            code=ErrorCode.ACCOUNT_DEACTIVATED,
        )


def step_after(request: HttpRequest) -> SignInStep:
    """The next step after a successful first factor."""
    return SignInStep.DONE if request.user.is_authenticated else SignInStep.SECOND_FACTOR


def forget_guesses(*, user: User) -> None:
    """Reset the counters of wrong passwords, once the owner has proven the address."""
    for name in (user.username, user.email):
        PER_NAME.forget(username_key(name))


def _give_back(counters: list[tuple[Limit, str]]) -> None:
    for limit, key in counters:
        limit.give_back(key)


def _is_right(user: User | None, password: str) -> bool:
    if user is None:
        # Compute one hash, so that the response time doesn't reveal that there is no account.
        User().set_password(password)
        return False
    return user.check_password(password)
