"""Opening an account with a username and a password."""

import re
from datetime import timedelta

from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import EmailAddress, Login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from frontrow.accounts.letters import request_letter
from frontrow.accounts.models import LetterKind, User, username_key
from frontrow.core.client_address import client_address
from frontrow.core.errors import Conflict, Invalid
from frontrow.core.rate_limit import Limit

PER_VISITOR = Limit(scope="register", count=20, per=timedelta(hours=1))
SHORTEST_USERNAME = 3
# Letters of other scripts that look like these would let one name pass for another.
_USERNAME = re.compile(r"[a-zA-Z0-9._-]+")


def register(
    *,
    request: HttpRequest,
    username: str,
    email: str,
    password: str,
    first_name: str,
    last_name: str,
) -> User:
    """Create the account and sign its owner in; the address counts only once it is verified."""
    PER_VISITOR.check(client_address(request))
    check_username(username)
    user = User(username=username, email=email, first_name=first_name, last_name=last_name)
    check_password(password, user=user)
    user.set_password(password)
    _store(user)
    perform_password_login(request, {"username": username}, Login(user=user, signup=True))
    return user


def check_username(username: str) -> None:
    if len(username) < SHORTEST_USERNAME:
        raise Invalid(fields={"username": "Username must be at least 3 characters"})
    if not _USERNAME.fullmatch(username):
        raise Invalid(
            fields={"username": "Use letters a to z, digits, dots, dashes and underscores"}
        )


def check_password(password: str, *, user: User, field: str = "password") -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Invalid(fields={field: error.messages[0]}) from error


@transaction.atomic
def _store(user: User) -> None:
    if User.objects.filter(username_key=username_key(user.username)).exists():
        raise _username_taken()
    if User.objects.filter(email__iexact=user.email).exists():
        raise address_taken()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        # Somebody else took it in the moment between looking and saving.
        raise _username_taken() if "username" in str(error) else address_taken() from error
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    request_letter(kind=LetterKind.VERIFY_ADDRESS, email=user.email)


def _username_taken() -> Conflict:
    message = "That username is already taken."
    return Conflict(message, fields={"username": message})


def address_taken() -> Conflict:
    message = "An account with this e-mail address already exists."
    return Conflict(message, fields={"email": message})
