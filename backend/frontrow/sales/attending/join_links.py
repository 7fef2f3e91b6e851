"""Join links: the address in an email that opens the page of one session for one enrolment.

The token is computed, so nothing is stored and every email holds the same one. It says only which
enrolment it is for, and the version of its link; whether it still opens anything is decided at
every click. Links of before there were enrolments name purchase and bootcamp, and go on working.
"""

from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer

from frontrow.sales.models import Enrolment


class Named(NamedTuple):
    """What a token names: an enrolment, or in an old one a purchase and a bootcamp."""

    enrolment_id: int = 0
    link_version: int = 0
    purchase_id: int = 0
    bootcamp_id: int = 0


def join_page_link(enrolment: Enrolment) -> str:
    return f"{settings.SITE_URL}/join/{join_token(enrolment.pk, enrolment.link_version)}"


def sample_join_link(enrolment: Enrolment | None = None) -> str:
    """As long as the real one, for previews and tests; it opens nothing."""
    real = join_token(enrolment.pk if enrolment else 1, 0)
    shown, _, secret = real.partition(".")
    return f"{settings.SITE_URL}/join/{shown}.{'x' * len(secret)}"


def join_token(enrolment_id: int, link_version: int) -> str:
    return _signer().sign(f"e{enrolment_id}-{link_version}")


def read_join_token(token: str) -> Named | None:
    """What it is for; nothing when it is not one of ours."""
    try:
        first, second = _signer().unsign(token).split("-")
    except BadSignature:
        return None
    if first.startswith("e"):
        return Named(enrolment_id=int(first[1:]), link_version=int(second))
    return Named(purchase_id=int(first), bootcamp_id=int(second))


def _signer() -> Signer:
    return Signer(salt="frontrow join link", sep=".")
