"""Visitors: identifies a browser before sign-in by the checkout cookie.

Only the cookie's hash is stored, with the purchase. A browser with the cookie is its buyer's.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja.throttling import BaseThrottle

from frontrow.accounts.models import User
from frontrow.core.client_address import client_address
from frontrow.core.rate_limit import Limit
from frontrow.core.visitor_limits import VisitorLimit
from frontrow.sales.models import Purchase

LIFETIME_SECONDS = 30 * 24 * 60 * 60


def _cookie_name(name: str) -> str:
    # The prefix makes browsers refuse the cookie from a subdomain or over plain HTTP.
    return f"__Host-{name}" if settings.ENV.is_https else name


CHECKOUT_COOKIE = _cookie_name("checkout")
INVITATION_COOKIE = _cookie_name("invitation")


@dataclass(frozen=True, kw_only=True)
class Visitor:
    # Hash of the cookie. Empty for a browser without one.
    key: str
    user: User | None
    address: str

    @property
    def user_id(self) -> int | None:
        return self.user.pk if self.user else None

    @property
    def browser(self) -> str:
        """A rate limit key. Another cookie or another network counts as another browser."""
        return f"{self.address} {self.key}"

    @property
    def network_key(self) -> str:
        """Keyed hash of the visitor's network, which can be counted but not reversed."""
        address = ip_address(self.address)
        size = 24 if isinstance(address, IPv4Address) else 48
        block = ip_network(f"{address}/{size}", strict=False)
        return hmac.new(
            settings.SECRET_KEY.encode(), f"network:{block}".encode(), hashlib.sha256
        ).hexdigest()


def digest(secret: str) -> str:
    """A plain hash. A secret of 256 random bits can't be guessed and needs no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_buyer(purchase: Purchase, visitor: Visitor, client_secret: str) -> bool:
    """Proven by the browser's cookie, by the payment's secret, or by the account."""
    proofs = (
        bool(visitor.key) and hmac.compare_digest(visitor.key, purchase.checkout_key),
        bool(client_secret)
        and hmac.compare_digest(digest(client_secret), purchase.client_secret_hash),
        visitor.user_id is not None and visitor.user_id == purchase.user_id,
    )
    return any(proofs)


def visitor_of(request: HttpRequest) -> Visitor:
    cookie = request.COOKIES.get(CHECKOUT_COOKIE, "")
    user = request.user
    return Visitor(
        key=digest(cookie) if cookie else "",
        user=user if user.is_authenticated and user.is_active else None,
        address=client_address(request),
    )


class LimitedByVisitor(BaseThrottle):
    """Rate limits a route by browser and, with a much higher limit, by address."""

    def __init__(self, limit: Limit) -> None:
        self.limit = VisitorLimit(own=limit)

    def allow_request(self, request: HttpRequest) -> bool:
        visitor = visitor_of(request)
        self.limit.check(browser=visitor.browser, address=visitor.address)
        return True


def recognized_visitor(request: HttpRequest, response: HttpResponse) -> Visitor:
    """The visitor, who gets a checkout cookie if there was none."""
    if not request.COOKIES.get(CHECKOUT_COOKIE):
        cookie = secrets.token_urlsafe(32)
        request.COOKIES[CHECKOUT_COOKIE] = cookie
        set_private_cookie(response, CHECKOUT_COOKIE, cookie)
    return visitor_of(request)


def set_private_cookie(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=LIFETIME_SECONDS,
        secure=settings.ENV.is_https,
        httponly=True,
        samesite="Lax",
    )
