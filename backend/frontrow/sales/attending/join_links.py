"""Join links: the address in an email that opens the page of one session for one enrollment.

The token is computed, so nothing is stored and every email holds the same one. It says only which
enrollment it is for, and the version of its link; whether it still opens anything is decided at
every click.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer

from frontrow.sales.models import Enrollment


def join_page_link(enrollment: Enrollment) -> str:
    return f"{settings.SITE_URL}/join/{join_token(enrollment.pk, enrollment.link_version)}"


def sample_join_link(enrollment: Enrollment | None = None) -> str:
    """As long as the real one, for previews and tests; it opens nothing."""
    real = join_token(enrollment.pk if enrollment else 1, 0)
    shown, _, secret = real.partition(".")
    return f"{settings.SITE_URL}/join/{shown}.{'x' * len(secret)}"


def join_token(enrollment_id: int, link_version: int) -> str:
    return _signer().sign(f"{enrollment_id}-{link_version}")


def read_join_token(token: str) -> tuple[int, int] | None:
    """The enrollment and the version of its link; nothing when it is not one of ours."""
    try:
        enrollment_id, link_version = _signer().unsign(token).split("-")
    except BadSignature:
        return None
    return int(enrollment_id), int(link_version)


def _signer() -> Signer:
    return Signer(salt="frontrow join link", sep=".")
