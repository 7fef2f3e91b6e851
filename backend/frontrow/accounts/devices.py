"""Known browsers: guesses made from other browsers do not lock them out.

Each browser keeps a signed cookie that lists the accounts signed in to from it. The cookie grants
no access. It gives password tries and email requests from this browser separate counters.
"""

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from frontrow.accounts.models import User
from frontrow.core.addresses import address_key, with_address
from frontrow.core.client_address import client_address
from frontrow.core.rate_limit import Limit

COOKIE = "__Host-device" if settings.ENV.is_https else "device"
LASTS_SECONDS = 180 * 24 * 60 * 60
_SALT = "frontrow device"
# Enough for a family's computer. The account with the oldest sign-in is dropped first.
_MOST = 5
_NEW = "_device_to_remember"


def known_device(request: HttpRequest, *, user: User) -> str:
    """This browser's key for the account's counter, or an empty string."""
    return _known(request).get(str(user.pk), "")


def device_at(request: HttpRequest, *, email: str) -> str:
    """`known_device` by address. Without such a cookie the account isn't looked up."""
    known = _known(request)
    if not known:
        return ""
    owner = with_address(User.objects.filter(pk__in=known), email).first()
    return known[str(owner.pk)] if owner else ""


def remember_device(request: HttpRequest, *, user: User) -> None:
    """Call it after a sign-in. The response then sets the cookie."""
    setattr(request, _NEW, user.pk)


def count_asking(
    request: HttpRequest,
    *,
    email: str,
    known_as: str,
    per_browser: Limit,
    per_visitor: Limit,
    per_address: Limit,
) -> None:
    """Count a request to send an email to this address.

    A known browser (`known_as`) has a separate counter, so strangers' requests don't use it up.
    """
    if known_as:
        per_browser.check(known_as)
        return
    per_visitor.check(client_address(request))
    per_address.check(address_key(email))


def write_cookie(request: HttpRequest, response: HttpResponse) -> None:
    user_id = getattr(request, _NEW, None)
    if user_id is None:
        return
    others = {who: name for who, name in _known(request).items() if who != str(user_id)}
    kept = dict(list(others.items())[-(_MOST - 1) :])
    kept[str(user_id)] = _known(request).get(str(user_id)) or secrets.token_urlsafe(12)
    response.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=_SALT, compress=True),
        max_age=LASTS_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _known(request: HttpRequest) -> dict[str, str]:
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=LASTS_SECONDS)
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}
