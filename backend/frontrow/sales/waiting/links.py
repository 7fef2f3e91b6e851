"""Links of the waiting list: signed, each for a purpose of its own; opening one changes nothing."""

from django.conf import settings
from django.core.signing import BadSignature, Signer

_ENTRY = "frontrow waiting list"
_OFFER = "frontrow seat from the list"


def entry_link(entry_id: int) -> str:
    return f"{settings.SITE_URL}/waiting/{entry_token(entry_id)}"


def offer_link(offer_id: int) -> str:
    return f"{settings.SITE_URL}/offer/{offer_token(offer_id)}"


def entry_token(entry_id: int) -> str:
    return _signer(_ENTRY).sign(str(entry_id))


def offer_token(offer_id: int) -> str:
    return _signer(_OFFER).sign(str(offer_id))


def read_entry_token(token: str) -> int:
    """The entry's number; 0, which none has, when it is not one of ours."""
    return _read(_ENTRY, token)


def read_offer_token(token: str) -> int:
    return _read(_OFFER, token)


def _signer(salt: str) -> Signer:
    return Signer(salt=salt, sep=".")


def _read(salt: str, token: str) -> int:
    try:
        return int(_signer(salt).unsign(token))
    except (BadSignature, ValueError):
        return 0
