"""Seat links: the address in an email that lets its reader change one seat, without an account.

Signed as join links are, and for a purpose of its own: whoever was only let into the class can
neither move the seat nor give it away. Opening it changes nothing.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer

from frontrow.sales.models import Enrolment


def seat_page_link(enrolment: Enrolment) -> str:
    return f"{settings.SITE_URL}/seat/{seat_token(enrolment.pk, enrolment.link_version)}"


def seat_token(enrolment_id: int, link_version: int) -> str:
    return _signer().sign(f"{enrolment_id}-{link_version}")


def read_seat_token(token: str) -> tuple[int, int] | None:
    """The enrolment and the version of its link; nothing when it is not one of ours."""
    try:
        enrolment_id, link_version = _signer().unsign(token).split("-")
    except BadSignature:
        return None
    return int(enrolment_id), int(link_version)


def _signer() -> Signer:
    return Signer(salt="frontrow seat link", sep=".")
