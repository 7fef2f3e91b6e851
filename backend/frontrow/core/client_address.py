"""The client's network address, for rate limits only.

Only the X-Forwarded-For hops that our own proxies added are trusted. A client can send any others.
"""

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address. IPv6 is cut to its /64, because one household has 2^64 addresses."""
    candidate = _nearest_untrusted_hop(request)
    try:
        address = ip_address(candidate)
    except ValueError:
        address = ip_address(request.META["REMOTE_ADDR"] or "0.0.0.0")  # noqa: S104
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address, 64), strict=False).network_address)
    return str(address)


def _nearest_untrusted_hop(request: HttpRequest) -> str:
    proxies: int = settings.TRUSTED_PROXY_COUNT
    forwarded = request.headers.get("X-Forwarded-For", "")
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    if proxies and len(hops) >= proxies:
        return hops[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))
