"""Verify that an email address belongs to its account."""

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.db import transaction
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.actor import actor_of
from frontrow.accounts.email_requests import PER_ADDRESS, request_email, reset_key
from frontrow.accounts.lifecycle import hand_over_to_owner
from frontrow.accounts.models import EmailKind, User
from frontrow.accounts.passwords import USED_UP
from frontrow.core.addresses import address_key
from frontrow.core.errors import Invalid


def has_verified_address(user: User) -> bool:
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


def send_verification_again(*, user: User) -> None:
    PER_ADDRESS.check(address_key(user.email))
    request_email(kind=EmailKind.VERIFY_ADDRESS, email=user.email)


@transaction.atomic
def verify_address(*, request: HttpRequest, key: str) -> str | None:
    """Mark the address as verified. Returns a key to choose a password with, if that is needed.

    The person who registered may not be the person who reads the email. If the link is opened in
    the browser that registered, the account stays as it is. Otherwise all earlier credentials are
    removed.
    """
    confirmation = EmailConfirmationHMAC.from_key(key)
    if confirmation is None:
        raise Invalid(USED_UP, fields={"key": USED_UP})
    address = confirmation.email_address
    user = address.user
    audit.record(
        by=actor_of(request), action="verified address", subject_type="user", subject_id=user.pk
    )
    if request.user.pk == user.pk:
        address.verified = True
        address.save(update_fields=["verified"])
        return None
    hand_over_to_owner(user=user)
    return reset_key(user)
