"""The link with which somebody who attended gives feedback: signed, for a purpose of its own.

It names the enrollment and the version of its link, as join links do. Opening it stores nothing.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer

from frontrow.sales.models import Enrollment


def feedback_link(enrollment: Enrollment) -> str:
    return f"{settings.SITE_URL}{feedback_path(enrollment)}"


def feedback_path(enrollment: Enrollment) -> str:
    return f"/feedback/{feedback_token(enrollment)}"


def feedback_token(enrollment: Enrollment) -> str:
    return _signer().sign(f"{enrollment.pk}-{enrollment.link_version}")


def read_feedback_token(token: str) -> tuple[int, int] | None:
    """The enrollment and the version of its link; nothing when it is not one of ours."""
    try:
        enrollment_id, link_version = _signer().unsign(token).split("-")
    except (BadSignature, ValueError):
        return None
    return int(enrollment_id), int(link_version)


def _signer() -> Signer:
    return Signer(salt="frontrow feedback", sep=".")
