"""An admin opens an account for another person, who chooses the password."""

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.actor import actor_of
from frontrow.accounts.email_requests import request_email
from frontrow.accounts.models import EmailKind, Role, User
from frontrow.accounts.registration import address_taken
from frontrow.core.errors import Conflict, Invalid

FILL_IN = "Please fill in all required fields"
TRIES = 5


@transaction.atomic
def open_account_for(
    *, request: HttpRequest, email: str, first_name: str, last_name: str, role: Role
) -> User:
    """Create the account and email its owner a link to choose a password.

    Raises Invalid for missing values, and Conflict for an address that already has an account.
    """
    _refuse_gaps(email=email, firstName=first_name, lastName=last_name)
    if User.objects.with_address(email).exists():
        raise address_taken()
    user = _store(User(email=email, first_name=first_name, last_name=last_name, role=role))
    # Not verified yet: following the link in the email proves the address.
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    audit.record(
        by=actor_of(request),
        action="created user",
        subject_type="user",
        subject_id=user.pk,
        role=role,
    )
    request_email(kind=EmailKind.SET_PASSWORD, email=user.email)
    return user


def _refuse_gaps(**given: str) -> None:
    missing = {name: "Required" for name, text in given.items() if not text}
    if missing:
        raise Invalid(FILL_IN, fields=missing)


def _store(user: User) -> User:
    """Save it under a free username derived from the address."""
    user.set_unusable_password()
    for _ in range(TRIES):
        user.username = get_adapter().generate_unique_username([user.email])
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as error:
            if "username" not in str(error):
                raise address_taken() from error
            # Another request took the name between check and save.
            continue
        return user
    raise Conflict
