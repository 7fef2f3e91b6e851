"""Register an account with a username and a password."""

import unicodedata
from datetime import timedelta

from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.account.utils import perform_login
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from frontrow.accounts.address_proof import proves
from frontrow.accounts.email_requests import request_email
from frontrow.accounts.models import EmailKind, User, username_key
from frontrow.core.client_address import client_address
from frontrow.core.errors import Conflict, Invalid
from frontrow.core.rate_limit import Limit

PER_VISITOR = Limit(scope="register", count=20, per=timedelta(hours=1))
SHORTEST_USERNAME = 3
LONGEST_USERNAME = 64
# Letters, marks and digits of any script, and these. Spaces only between them.
_SIGNS = ".-_@+"
# Names that could impersonate the operator.
_RESERVED = {
    *("admin", "administrator", "billing", "contact", "frontrow", "help", "hello", "info"),
    *("moderator", "noreply", "owner", "postmaster", "root", "security", "staff", "stripe"),
    *("support", "system", "team", "webmaster", "zoom"),
}


def register(
    *,
    request: HttpRequest,
    username: str,
    email: str,
    password: str,
    first_name: str,
    last_name: str,
    address_proof: str = "",
) -> User:
    """Create the account and sign its owner in.

    The address must be verified to count. A visitor who came by a link in an email to it has done
    so.
    """
    PER_VISITOR.check(client_address(request))
    username = tidy_username(username)
    check_username(username)
    user = User(username=username, email=email, first_name=first_name, last_name=last_name)
    check_password(password, user=user)
    user.set_password(password)
    _store(user, is_proven=proves(address_proof, email=email))
    record_authentication(request, user, method="password", username=username)
    perform_login(request, user, signup=True)
    return user


def tidy_username(username: str) -> str:
    """Normalize the username: one form of each letter, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", username).split())


def check_username(username: str) -> None:
    """Validate a normalized username. Raises Invalid with the form's messages."""
    if len(username) < SHORTEST_USERNAME:
        raise Invalid(fields={"username": "Username must be at least 3 characters"})
    if len(username) > LONGEST_USERNAME:
        raise Invalid(fields={"username": "Username must be at most 64 characters"})
    if not all(char in _SIGNS or char == " " or _is_letter_or_digit(char) for char in username):
        raise Invalid(fields={"username": "Use letters, digits, spaces and . - _ @ +"})
    if is_reserved(username):
        raise Invalid(fields={"username": "That username isn't available."})


def is_reserved(username: str) -> bool:
    plain = "".join(char for char in username_key(username) if _is_letter_or_digit(char))
    ours = "".join(char for char in settings.ENV.SITE_NAME.casefold() if char.isalnum())
    return plain in _RESERVED | {ours}


def _is_letter_or_digit(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"


def check_password(password: str, *, user: User, field: str = "password") -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Invalid(fields={field: error.messages[0]}) from error


def is_taken(username: str) -> bool:
    """Whether it is another account's username or address.

    Without the check, one user could pose as another.
    """
    return User.objects.called(username) is not None


@transaction.atomic
def _store(user: User, *, is_proven: bool) -> None:
    if is_taken(user.username):
        raise _username_taken()
    if User.objects.with_address(user.email).exists():
        raise address_taken()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        # Another request took the name between check and save.
        raise _username_taken() if "username" in str(error) else address_taken() from error
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=is_proven)
    if not is_proven:
        request_email(kind=EmailKind.VERIFY_ADDRESS, email=user.email)


def _username_taken() -> Conflict:
    message = "That username is already taken."
    return Conflict(message, fields={"username": message})


def address_taken() -> Conflict:
    message = "An account with this email address already exists."
    return Conflict(message, fields={"email": message})
