"""Browsers that have signed in before: guesses made elsewhere do not lock them out.

Each browser keeps a signed cookie naming the accounts that were opened in it. It opens nothing; it
gives the next password typed there, and the next email asked for there, counters of their own.
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
# A family's computer; whoever signed in longest ago is forgotten first.
_MOST = 5
_NEW = "_device_to_remember"


def known_device(request: HttpRequest, *, user: User) -> str:
    """This browser's own name for this account's counter, or nothing."""
    return _known(request).get(str(user.pk), "")


def device_at(request: HttpRequest, *, email: str) -> str:
    """The same by an address: only for a browser that shows such a cookie is anybody looked up."""
    known = _known(request)
    if not known:
        return ""
    owner = with_address(User.objects.filter(pk__in=known), email).first()
    return known[str(owner.pk)] if owner else ""


def remember_device(request: HttpRequest, *, user: User) -> None:
    """To be called once somebody is signed in; the answer then carries the cookie."""
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
    """Count an email that somebody asks us to send to an address.

    A browser known there (`known_as`) counts for itself: what strangers ask for doesn't use it up.
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
