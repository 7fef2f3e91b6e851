"""Signing in with a username or an address, and a password."""

from datetime import timedelta
from enum import Enum

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from allauth.core.exceptions import ImmediateHttpResponse
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from frontrow.accounts.models import User, username_key
from frontrow.core.client_address import client_address
from frontrow.core.errors import Forbidden, SignInRequired, Throttled
from frontrow.core.rate_limit import Limit

# Wrong passwords only: a right one is given back.
PER_ACCOUNT = Limit(scope="sign-in:account", count=5, per=timedelta(minutes=5))
PER_VISITOR = Limit(scope="sign-in:visitor", count=30, per=timedelta(minutes=5))
INVALID = "Invalid credentials. Please try again."


class SignInStep(Enum):
    DONE = "done"
    SECOND_FACTOR = "second_factor"


def sign_in(*, request: HttpRequest, identifier: str, password: str) -> SignInStep:
    """Check the password and open a session, or ask for the second factor.

    Unknown names and wrong passwords get the same answer after the same work.
    """
    found = _find(identifier)
    # By person where there is one: a name and an address are not two sets of guesses.
    account = f"user:{found.pk}" if found else f"name:{username_key(identifier)}"
    visitor = client_address(request)
    PER_VISITOR.check(visitor)
    PER_ACCOUNT.check(account)
    user = _authenticate(request, found.username if found else identifier, password)
    if user is None:
        raise SignInRequired(INVALID)
    PER_VISITOR.give_back(visitor)
    PER_ACCOUNT.give_back(account)
    if not user.is_active:
        raise Forbidden("This account has been deactivated. Please contact support.")
    perform_password_login(request, {"username": user.username}, Login(user=user))
    return SignInStep.DONE if request.user.is_authenticated else SignInStep.SECOND_FACTOR


def _find(identifier: str) -> User | None:
    if "@" in identifier:
        return User.objects.filter(email__iexact=identifier).first()
    return User.objects.filter(username_key=username_key(identifier)).first()


def _authenticate(request: HttpRequest, username: str, password: str) -> User | None:
    try:
        user = get_adapter(request).authenticate(request, username=username, password=password)
    except (ValidationError, ImmediateHttpResponse) as error:
        raise Throttled(retry_after=300) from error
    return user if isinstance(user, User) else None
