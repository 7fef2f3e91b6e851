"""A signed part of a link in an email, which proves at registration that the visitor read it."""

from datetime import datetime

from frontrow.core import clock
from frontrow.core.signed_links import LinkKind, short_digest

# The last number is the second in which it ends.
_PROOF = LinkKind[str]("address proof", lambda address: (short_digest(address),))


def proof_of(email: str, *, until: datetime) -> str:
    """Write it only into an email to that address."""
    return _PROOF.token(email, int(until.timestamp()))


def proves(proof: str, *, email: str) -> bool:
    if not _PROOF.opens(proof, email):
        return False
    return int(_PROOF.read(proof)[-1]) > clock.now().timestamp()
