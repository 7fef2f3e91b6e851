"""Passwords: forgotten, reset, changed and confirmed. Signing in is in `sign_in`."""

from datetime import timedelta

from allauth.account.utils import url_str_to_user_pk
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.actor import actor_of
from frontrow.accounts.devices import count_asking, device_at
from frontrow.accounts.email_requests import (
    PER_ADDRESS,
    PER_DEVICE,
    PER_VISITOR,
    request_email,
)
from frontrow.accounts.lifecycle import end_all_sessions, hand_over_to_owner
from frontrow.accounts.models import EmailKind, Session, User
from frontrow.accounts.reauthentication import is_recent_sign_in
from frontrow.accounts.registration import check_password
from frontrow.accounts.sign_in import forget_guesses
from frontrow.core.errors import Forbidden, Invalid
from frontrow.core.rate_limit import Limit

USED_UP = "This link is no longer valid. Please ask for a new one."
# Counts wrong passwords only, as at sign-in: a stolen session must not allow guessing.
GUESSES = Limit(scope="change-password", count=5, per=timedelta(minutes=5))


def forgot_password(*, request: HttpRequest, email: str) -> None:
    """Email a reset link if the address is known. The response is the same if it isn't."""
    count_asking(
        request,
        email=email,
        known_as=device_at(request, email=email),
        per_browser=PER_DEVICE,
        per_visitor=PER_VISITOR,
        per_address=PER_ADDRESS,
    )
    request_email(kind=EmailKind.RESET_PASSWORD, email=email)


@transaction.atomic
def reset_password(*, request: HttpRequest, key: str, password: str) -> None:
    """Set the password by a valid link from an email, which also proves the address.

    All sessions end, because an intruder may be the reason for the reset.
    """
    user = _owner(key)
    check_password(password, user=user)
    hand_over_to_owner(user=user)
    user.set_password(password)
    user.save(update_fields=["password", "updated_at"])
    end_all_sessions(user=user)
    forget_guesses(user=user)
    audit.record(
        by=actor_of(request), action="reset password", subject_type="user", subject_id=user.pk
    )


def _owner(key: str) -> User:
    uid, _, token = key.partition("-")
    try:
        # Locked, so that of two concurrent uses of a link the second finds it used.
        user = User.objects.select_for_update().filter(pk=url_str_to_user_pk(uid)).first()
    except (ValueError, OverflowError):
        user = None
    if user is None or not user.is_active or not default_token_generator.check_token(user, token):
        raise Invalid(USED_UP, fields={"key": USED_UP})
    return user


@transaction.atomic
def change_password(*, request: HttpRequest, user: User, current: str, new: str) -> None:
    """Change the password and end all sessions but this one."""
    _prove_it_is_them(request=request, user=user, current=current)
    check_password(new, user=user, field="newPassword")
    user.set_password(new)
    user.save(update_fields=["password", "updated_at"])
    update_session_auth_hash(request, user)
    Session.objects.filter(user=user).exclude(session_key=request.session.session_key).delete()
    audit.record(
        by=actor_of(request), action="changed password", subject_type="user", subject_id=user.pk
    )


def _prove_it_is_them(*, request: HttpRequest, user: User, current: str) -> None:
    if not user.has_usable_password():
        if not is_recent_sign_in(request):
            raise Forbidden("Please sign in again to choose a password.")
        return
    GUESSES.check(str(user.pk))
    if not user.check_password(current):
        raise Invalid(fields={"currentPassword": "That password isn't right."})
    GUESSES.give_back(str(user.pk))
