"""Join links: the address in an email that opens the page of one session for one enrolment.

The token is computed, so nothing is stored and every email holds the same one. It says only which
enrolment it is for, and the version of its link; whether it still opens anything is decided at
every click.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer

from frontrow.sales.models import Enrolment


def join_page_link(enrolment: Enrolment) -> str:
    return f"{settings.SITE_URL}/join/{join_token(enrolment.pk, enrolment.link_version)}"


def sample_join_link(enrolment: Enrolment | None = None) -> str:
    """As long as the real one, for previews and tests; it opens nothing."""
    real = join_token(enrolment.pk if enrolment else 1, 0)
    shown, _, secret = real.partition(".")
    return f"{settings.SITE_URL}/join/{shown}.{'x' * len(secret)}"


def join_token(enrolment_id: int, link_version: int) -> str:
    return _signer().sign(f"{enrolment_id}-{link_version}")


def read_join_token(token: str) -> tuple[int, int] | None:
    """The enrolment and the version of its link; nothing when it is not one of ours."""
    try:
        enrolment_id, link_version = _signer().unsign(token).split("-")
    except BadSignature:
        return None
    return int(enrolment_id), int(link_version)


def _signer() -> Signer:
    return Signer(salt="frontrow join link", sep=".")
