"""Part of a link in our emails that shows, when somebody registers, that they read the email."""

from datetime import datetime

from frontrow.core import clock
from frontrow.core.signed_links import LinkKind, short_digest

# The last number is the second in which it ends.
_PROOF = LinkKind[str]("address proof", lambda address: (short_digest(address),))


def proof_of(email: str, *, until: datetime) -> str:
    """Only to be written into an email to that address."""
    return _PROOF.token(email, int(until.timestamp()))


def proves(proof: str, *, email: str) -> bool:
    if not _PROOF.opens(proof, email):
        return False
    return int(_PROOF.read(proof)[-1]) > clock.now().timestamp()
