"""The link that proves an address: signed, for this one order. Opening it changes nothing."""

from django.conf import settings
from django.core.signing import BadSignature, Signer


def free_seat_link(purchase_id: int) -> str:
    return f"{settings.SITE_URL}/free-seat/{free_seat_token(purchase_id)}"


def free_seat_token(purchase_id: int) -> str:
    return _signer().sign(str(purchase_id))


def read_free_seat_token(token: str) -> int:
    """The order's number; 0, which none has, when it is not one of ours."""
    try:
        return int(_signer().unsign(token))
    except (BadSignature, ValueError):
        return 0


def _signer() -> Signer:
    return Signer(salt="frontrow free seat", sep=".")
