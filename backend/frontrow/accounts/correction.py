"""Correct an account: the name at once, the address once it is proven."""

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.email_requests import request_email
from frontrow.accounts.lifecycle import keep_team_to_owners
from frontrow.accounts.models import EmailKind, User
from frontrow.accounts.registration import address_taken
from frontrow.core.addresses import address_key
from frontrow.core.errors import Conflict, NotFound

TEAMS_OWN = "A team member's email address can't be changed here."


@transaction.atomic
def correct_account(
    *, by: Actor, user_id: int, email: str, first_name: str, last_name: str
) -> tuple[User, str]:
    """Returns the corrected account, and its previous address if the address changed.

    A new address is unverified until its owner follows the link we send there. Until then it links
    no guest purchases, and a person who proves it from outside must choose a new password. Links
    sent to the old address stop working. Raises Conflict for an address that has an account, and
    for any account with an admin role: changing that address would allow taking the account over.
    """
    user = User.objects.select_for_update().filter(pk=user_id).first()
    if user is None:
        raise NotFound
    before = user.email
    is_moved = address_key(email) != before
    keep_team_to_owners(by=by, user=user)
    if is_moved and (user.has_desk_role or user.is_demo):
        raise Conflict(TEAMS_OWN, fields={"email": TEAMS_OWN})
    if is_moved and User.objects.with_address(email).exclude(pk=user.pk).exists():
        raise address_taken()
    is_renamed = (first_name, last_name) != (user.first_name, user.last_name)
    if not is_moved and not is_renamed:
        return user, ""
    user.email, user.first_name, user.last_name = email, first_name, last_name
    user.name_edited = user.name_edited or is_renamed
    try:
        with transaction.atomic():
            user.save(
                update_fields=["email", "first_name", "last_name", "name_edited", "updated_at"]
            )
    except IntegrityError as error:
        raise address_taken() from error
    if is_moved:
        _ask_for_proof(user)
    changed = [name for name, is_so in (("email", is_moved), ("name", is_renamed)) if is_so]
    audit.record(
        by=by,
        action="corrected account",
        subject_type="user",
        subject_id=user.pk,
        changed=changed,
    )
    return user, before if is_moved else ""


def _ask_for_proof(user: User) -> None:
    # The old address no longer grants access, proven or not.
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    request_email(kind=EmailKind.VERIFY_ADDRESS, email=user.email)
