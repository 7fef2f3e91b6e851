"""A code generator as a second proof, with recovery codes for the day the phone is lost."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.account.stages import LoginStageController
from allauth.core import context
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings as mfa_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.totp.internal import auth as totp
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.actor import actor_of
from frontrow.accounts.models import User
from frontrow.core.errors import Conflict, Invalid, SignInRequired, Throttled

WRONG_CODE = "Incorrect code."


@dataclass(frozen=True, kw_only=True)
class Enrollment:
    """What a code generator needs to be told."""

    secret: str
    uri: str


def has_second_factor(user: User) -> bool:
    mine = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP)
    return bool(mine.exists())


def start_enrollment(*, user: User) -> Enrollment:
    """A fresh secret, kept in the session until a code proves that it arrived."""
    if has_second_factor(user):
        raise Conflict("Two-step verification is already on.")
    if EmailAddress.objects.filter(user=user, verified=False).exists():
        # Otherwise whoever registered somebody else's address could lock them out for good.
        raise Conflict("Verify your email address first.")
    secret = totp.get_totp_secret(regenerate=True)
    uri = get_adapter().build_totp_url(user, secret)
    return Enrollment(secret=secret, uri=uri)


@transaction.atomic
def finish_enrollment(*, request: HttpRequest, user: User, code: str) -> list[str]:
    """Switch it on and hand out the recovery codes, this once."""
    if has_second_factor(user):
        raise Conflict("Two-step verification is already on.")
    secret = totp.get_totp_secret(regenerate=False)
    if not totp.validate_totp_code(secret, code):
        raise Invalid(fields={"code": WRONG_CODE})
    totp.TOTP.activate(user, secret)
    totp.clear_totp_secret(request)
    codes: list[str] = RecoveryCodes.activate(user).get_unused_codes()
    audit.record(
        by=actor_of(request), action="set up second factor", subject_type="user", subject_id=user.pk
    )
    return codes


@transaction.atomic
def remove(*, request: HttpRequest, user: User) -> None:
    Authenticator.objects.filter(user=user).delete()
    audit.record(
        by=actor_of(request),
        action="removed second factor",
        subject_type="user",
        subject_id=user.pk,
    )


def finish_sign_in(*, request: HttpRequest, code: str) -> None:
    """The second half of a sign-in whose password was right."""
    stage = LoginStageController.enter(request, AuthenticateStage.key)
    user = stage.login.user if stage else None
    if user is None or not user.is_active:
        raise SignInRequired("Please sign in again.")
    with context.request_context(request):
        form = AuthenticateForm(user=user, data={"code": code})
        is_right = form.is_valid()
        if form.has_error("code", "too_many_login_attempts"):
            raise Throttled(retry_after=300)
        if not is_right or not _use_up(user=user, code=code):
            raise Invalid(fields={"code": WRONG_CODE})
        form.save()
        stage.exit()


def _use_up(*, user: User, code: str) -> bool:
    """False for a code that was used before.

    allauth remembers it for one period; allowing for clocks that differ, it is valid for three.
    """
    lasts = mfa_settings.TOTP_PERIOD * (1 + 2 * mfa_settings.TOTP_TOLERANCE)
    key = f"second-factor:used:{user.pk}:{normalize_user_code(code)}"
    return bool(cache.add(key, 1, timeout=lasts))
