"""A signed part of a link in an email, which proves at registration that the visitor read it."""

from datetime import datetime

from django.core.signing import BadSignature, Signer

from frontrow.core import clock
from frontrow.core.addresses import address_key

_SIGNER = "frontrow address proof"


def proof_of(email: str, *, until: datetime) -> str:
    """Write it only into an email to that address."""
    address = address_key(email)
    signed = Signer(salt=_SIGNER).sign(f"{address}:{int(until.timestamp())}")
    return signed.removeprefix(f"{address}:")


def proves(proof: str, *, email: str) -> bool:
    try:
        signed = Signer(salt=_SIGNER).unsign(f"{address_key(email)}:{proof}")
    except BadSignature:
        return False
    return int(signed.rpartition(":")[2]) > clock.now().timestamp()
