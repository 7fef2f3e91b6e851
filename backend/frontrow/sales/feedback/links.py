"""The link with which somebody who attended gives feedback: signed, for a purpose of its own.

It names the enrolment and the version of its link, as join links do. Opening it stores nothing.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer

from frontrow.sales.models import Enrolment


def feedback_link(enrolment: Enrolment) -> str:
    return f"{settings.SITE_URL}{feedback_path(enrolment)}"


def feedback_path(enrolment: Enrolment) -> str:
    return f"/feedback/{feedback_token(enrolment)}"


def feedback_token(enrolment: Enrolment) -> str:
    return _signer().sign(f"{enrolment.pk}-{enrolment.link_version}")


def read_feedback_token(token: str) -> tuple[int, int] | None:
    """The enrolment and the version of its link; nothing when it is not one of ours."""
    try:
        enrolment_id, link_version = _signer().unsign(token).split("-")
    except (BadSignature, ValueError):
        return None
    return int(enrolment_id), int(link_version)


def _signer() -> Signer:
    return Signer(salt="frontrow feedback", sep=".")
