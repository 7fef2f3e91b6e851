"""Seat links: the address in an email that lets its reader change one seat, without an account.

Signed as join links are, and for a purpose of its own: whoever was only let into the class can
neither move the seat nor give it away. Opening it changes nothing.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer

from frontrow.sales.models import Enrollment


def seat_page_link(enrollment: Enrollment) -> str:
    return f"{settings.SITE_URL}/seat/{seat_token(enrollment.pk, enrollment.link_version)}"


def seat_token(enrollment_id: int, link_version: int) -> str:
    return _signer().sign(f"{enrollment_id}-{link_version}")


def read_seat_token(token: str) -> tuple[int, int] | None:
    """The enrollment and the version of its link; nothing when it is not one of ours."""
    try:
        enrollment_id, link_version = _signer().unsign(token).split("-")
    except BadSignature:
        return None
    return int(enrollment_id), int(link_version)


def _signer() -> Signer:
    return Signer(salt="frontrow seat link", sep=".")
