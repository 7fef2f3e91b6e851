"""Sign-in by a one-time code from an email, instead of a password.

allauth's own login by code stores the code readably in the session, limits tries per session and
looks up the account during the request. So the codes are ours, and the session is allauth's.
"""

import hashlib
import hmac
import logging
import secrets
from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.account.utils import perform_login
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from frontrow.accounts.devices import count_asking, device_at
from frontrow.accounts.lifecycle import hand_over_to_owner
from frontrow.accounts.models import SignInCode, User
from frontrow.accounts.sign_in import SignInStep, refuse_deactivated, step_after
from frontrow.core import clock
from frontrow.core.addresses import address_key
from frontrow.core.client_address import client_address
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Gone, Invalid
from frontrow.core.jobs import enqueue, job
from frontrow.core.rate_limit import Limit, pseudonym

log = logging.getLogger(__name__)

LASTS = timedelta(minutes=10)
TRIES = 5
# Limits wrong tries over all codes of an account, so that new codes don't allow more guesses. A
# browser that has signed in to the account before has a separate limit, so strangers can't lock its
# owner out.
WRONG_TRIES_A_DAY = 20
# Also counted in the database, because without Redis each process has a separate limit.
CODES_AN_HOUR = 10

PER_ADDRESS = Limit(scope="sign-in-code:address", count=5, per=timedelta(hours=1))
PER_VISITOR = Limit(scope="sign-in-code:visitor", count=20, per=timedelta(hours=1))
PER_DEVICE = Limit(scope="sign-in-code:device", count=5, per=timedelta(hours=1))
# Counts wrong tries only. A right one is uncounted.
GUESSES = Limit(scope="sign-in-code:guesses", count=30, per=timedelta(minutes=5))

COOKIE = "__Host-sign-in-code" if settings.ENV.is_https else "sign-in-code"
# Longer than the code is valid, so that a late user is told that it has expired.
COOKIE_LASTS = timedelta(hours=1)
_SALT = "frontrow sign-in code"

WRONG = "That code isn't right. Use the newest email we've sent you."
EXPIRED = "This code has expired. Ask for a new one."
TOO_MANY = "That was too many wrong codes. Ask for a new one."


@transaction.atomic
def ask_for_code(*, request: HttpRequest, response: HttpResponse, email: str) -> None:
    """Send a code if there is an account. A job checks, so the response time reveals nothing."""
    device = device_at(request, email=email)
    count_asking(
        request,
        email=email,
        known_as=device,
        per_browser=PER_DEVICE,
        per_visitor=PER_VISITOR,
        per_address=PER_ADDRESS,
    )
    # This invalidates the previous code of this browser only. A stranger's request must not
    # invalidate anyone else's.
    before = SignInCode.objects.filter(browser_key=_browser_key(request.COOKIES.get(COOKIE, "")))
    before.update(code_hash="", email="")
    cookie = secrets.token_urlsafe(32)
    asked = SignInCode.objects.create(email=email, browser_key=_browser_key(cookie), device=device)
    enqueue(write_code, code_id=asked.pk)
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=COOKIE_LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@job(queue="mail")
@transaction.atomic
def write_code(code_id: int) -> None:
    """Generate the code and queue its email."""
    asked = SignInCode.objects.select_for_update().filter(pk=code_id).exclude(email="").first()
    if asked is None:
        return
    user = _reader_at(asked.email)
    asked.email = ""
    if user is not None and _may_have_one(user, asked):
        code = f"{secrets.randbelow(10**6):06}"
        asked.user = user
        asked.code_hash = _code_hash(asked, code)
        ends_at = asked.created_at + LASTS
        get_adapter().send_code(
            user=user, code=code, event=f"sign_in_code:{asked.pk}:{int(ends_at.timestamp())}"
        )
    asked.save(update_fields=["email", "user", "code_hash"])


def sign_in_with_code(
    *, request: HttpRequest, response: HttpResponse, code: str
) -> tuple[SignInStep, bool]:
    """Open a session, or ask for the second factor. Also returns whether a password was removed.

    The code proves the address. If the address was unproven, the credentials of the person who
    registered are removed, as with a link from an email.
    """
    user = _owner_of_code(request=request, response=response, code=code)
    refuse_deactivated(user)
    had_password = user.has_usable_password()
    hand_over_to_owner(user=user)
    record_authentication(request, user, method="code", email=user.email)
    perform_login(request, user)
    return step_after(request), had_password and not user.has_usable_password()


def confirm_with_code(
    *, request: HttpRequest, response: HttpResponse, user: User, code: str
) -> None:
    """Confirm a sensitive action by code, for an account without a password."""
    if user.has_usable_password():
        raise Conflict("Please confirm with your password.")
    if _owner_of_code(request=request, response=response, code=code) != user:
        raise _wrong()
    record_authentication(request, user, method="code", reauthenticated=True)


def _owner_of_code(*, request: HttpRequest, response: HttpResponse, code: str) -> User:
    """Use up the code and return its owner. Raises Invalid if wrong, Gone if expired."""
    browser_key = _browser_key(request.COOKIES.get(COOKIE, ""))
    here = SignInCode.objects.filter(browser_key=browser_key).values_list("device", flat=True)
    guesser = here.first() or client_address(request)
    GUESSES.check(guesser)
    asked, is_right = _try_code(browser_key=browser_key, code=code)
    if not is_right or asked.user is None:
        log.info(
            "sign-in code refused",
            extra={"account_id": asked.user_id, "network": pseudonym(client_address(request))},
        )
        if asked.wrong_tries >= TRIES:
            raise Gone(TOO_MANY, code=ErrorCode.SIGN_IN_CODE_OVER)
        raise _wrong()
    GUESSES.give_back(guesser)
    response.delete_cookie(COOKIE, samesite="Lax")
    return asked.user


def _wrong() -> Invalid:
    return Invalid(WRONG, code=ErrorCode.SIGN_IN_CODE_WRONG, fields={"code": WRONG})


@transaction.atomic
def _try_code(*, browser_key: str, code: str) -> tuple[SignInCode, bool]:
    """Count a try, or use up the code. Raises Gone if there is no code to try."""
    # Locked, so that of two concurrent tries the second finds the code used, and every try counts.
    asked = (
        SignInCode.objects.select_for_update(of=("self",))
        .select_related("user")
        .filter(browser_key=browser_key)
        .first()
    )
    if asked is None or clock.now() >= asked.created_at + LASTS:
        raise Gone(EXPIRED, code=ErrorCode.SIGN_IN_CODE_OVER)
    # All valid codes of an account share one limit of tries.
    if asked.wrong_tries >= TRIES or _wrong_tries_of_the_day(asked) >= WRONG_TRIES_A_DAY:
        raise Gone(TOO_MANY, code=ErrorCode.SIGN_IN_CODE_OVER)
    is_right = hmac.compare_digest(_code_hash(asked, code), asked.code_hash or "0" * 64)
    if is_right:
        asked.code_hash = ""
    else:
        asked.wrong_tries += 1
    asked.save(update_fields=["code_hash", "wrong_tries"])
    return asked, is_right


def _reader_at(email: str) -> User | None:
    """The account of this address, locked, so that codes created concurrently count each other."""
    address = EmailAddress.objects.filter(email=address_key(email)).first()
    if address is None:
        return None
    # A deactivated user gets a code too, and learns of the deactivation when using it.
    return _locked(pk=address.user_id, is_demo=False)


def _locked(**account: Any) -> User | None:
    """The account, locked after the code. Creating and trying codes use the same order."""
    return User.objects.select_for_update(no_key=True).filter(**account).first()


def _may_have_one(user: User, asked: SignInCode) -> bool:
    """Whether another code is allowed: limited in this browser, and over all unknown browsers."""
    now = clock.now()
    before = _alike(user.pk, asked).filter(created_at__gt=now - timedelta(days=1))
    counted = before.aggregate(
        lately=Count("pk", filter=Q(created_at__gt=now - timedelta(hours=1))),
        wrong=Sum("wrong_tries", default=0),
    )
    return (
        counted["lately"] < CODES_AN_HOUR
        and counted["wrong"] < WRONG_TRIES_A_DAY
        and now < asked.created_at + LASTS
    )


def _wrong_tries_of_the_day(asked: SignInCode) -> int:
    """Wrong tries in the last day. The account's lock makes concurrent tries wait for this count.

    Also counted for addresses without an account, so that the response takes as long.
    """
    _locked(pk=asked.user_id or 0)
    lately = Q(created_at__gt=clock.now() - timedelta(days=1))
    alike = _alike(asked.user_id or 0, asked).filter(lately)
    return int(alike.aggregate(wrong=Sum("wrong_tries", default=0))["wrong"])


def _alike(user_id: int, asked: SignInCode) -> QuerySet[SignInCode]:
    return SignInCode.objects.filter(user_id=user_id, device=asked.device)


def _browser_key(cookie: str) -> str:
    """A plain hash: the key has 256 random bits, so it needs neither salt nor a slow hash."""
    return hashlib.sha256(cookie.encode()).hexdigest()


def _code_hash(asked: SignInCode, code: str) -> str:
    """An HMAC over the code and its address, because six digits can be brute-forced.

    After a correction of the address, earlier codes are therefore invalid.
    """
    email = asked.user.email if asked.user else ""
    subject = f"{asked.browser_key}:{email}:{code}"
    return salted_hmac(_SALT, subject, algorithm="sha256").hexdigest()
