"""The link that proves an address: signed, for this one order. Opening it changes nothing.

It names the order and the address it was sent to: once the address is corrected, it opens nothing.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare

from frontrow.sales.buyers.visitors import address_in_short
from frontrow.sales.models import Purchase


def free_seat_link(purchase: Purchase) -> str:
    return f"{settings.SITE_URL}/free-seat/{free_seat_token(purchase)}"


def free_seat_token(purchase: Purchase) -> str:
    return _signer().sign(f"{purchase.pk}-{address_in_short(purchase.guest_email)}")


def read_free_seat_token(token: str) -> int:
    """The order's number; 0, which none has, when it is not one of ours."""
    return _read(token)[0]


def was_sent_to(purchase: Purchase, token: str) -> bool:
    """Whether the link of this order went to the address that the order has now."""
    return constant_time_compare(_read(token)[1], address_in_short(purchase.guest_email))


def _read(token: str) -> tuple[int, str]:
    try:
        purchase_id, address = _signer().unsign(token).split("-")
        return int(purchase_id), address
    except (BadSignature, ValueError):
        return 0, ""


def _signer() -> Signer:
    return Signer(salt="frontrow free seat", sep=".")
