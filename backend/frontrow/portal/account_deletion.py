"""Deletion of a student's own account."""

from django.contrib.auth import logout
from django.db import transaction
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.actor import actor_of
from frontrow.accounts.models import User
from frontrow.core.addresses import address_key
from frontrow.core.errors import Invalid
from frontrow.sales.buyers.account_removal import remove_account

NOT_TYPED = "Type your email address exactly to confirm."


@transaction.atomic
def delete_own_account(*, request: HttpRequest, user: User, confirmation: str) -> None:
    """Delete it for good, if the user has typed their email address as confirmation."""
    if address_key(confirmation) != address_key(user.email):
        raise Invalid(fields={"confirmation": NOT_TYPED})
    audit.record(
        by=actor_of(request), action="deleted account", subject_type="user", subject_id=user.pk
    )
    remove_account(user=user)
    logout(request)
