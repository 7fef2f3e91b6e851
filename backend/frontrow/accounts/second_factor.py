"""Two-step verification: a code generator (TOTP), with recovery codes for a lost phone."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.account.stages import LoginStageController
from allauth.core import context
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
    """The secret and the URL for a code generator."""

    secret: str
    uri: str


def has_second_factor(user: User) -> bool:
    mine = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP)
    return bool(mine.exists())


def start_enrollment(*, user: User) -> Enrollment:
    """Create a secret and keep it in the session until a code proves that the app has it."""
    if has_second_factor(user):
        raise Conflict("Two-step verification is already on.")
    if EmailAddress.objects.filter(user=user, verified=False).exists():
        # Otherwise an intruder who registered another person's address could lock them out for
        # good.
        raise Conflict("Verify your email address first.")
    secret = totp.get_totp_secret(regenerate=True)
    uri = get_adapter().build_totp_url(user, secret)
    return Enrollment(secret=secret, uri=uri)


@transaction.atomic
def finish_enrollment(*, request: HttpRequest, user: User, code: str) -> list[str]:
    """Turn on two-step verification and return the recovery codes, which are shown only once."""
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
    """The second step of a sign-in whose password was right."""
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
    """Mark the code as used. False if it was used before.

    allauth remembers a code for one period, but with clock drift allowed it is valid for three.
    """
    lasts = mfa_settings.TOTP_PERIOD * (1 + 2 * mfa_settings.TOTP_TOLERANCE)
    # However it was typed: allauth reads over blanks and dashes, too.
    plain = "".join(filter(str.isalnum, code)).lower()
    key = f"second-factor:used:{user.pk}:{plain}"
    return bool(cache.add(key, 1, timeout=lasts))
