"""The link with which a student chooses: signed, for one change and whoever holds the seat now.

It names the enrolment and the version of its link, as join links do: whoever hands the seat over
chooses no more, and neither does an address that was corrected.
"""

from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer

from frontrow.sales.models import Enrolment


class NamedChoice(NamedTuple):
    change_id: int
    enrolment_id: int
    link_version: int


def choice_link(change_id: int, enrolment: Enrolment) -> str:
    return f"{settings.SITE_URL}{choice_path(change_id, enrolment)}"


def choice_path(change_id: int, enrolment: Enrolment) -> str:
    return f"/class-choice/{choice_token(change_id, enrolment)}"


def choice_token(change_id: int, enrolment: Enrolment) -> str:
    return _signer().sign(f"{change_id}-{enrolment.pk}-{enrolment.link_version}")


def read_choice_token(token: str) -> NamedChoice | None:
    try:
        change_id, enrolment_id, version = _signer().unsign(token).split("-")
    except (BadSignature, ValueError):
        return None
    return NamedChoice(int(change_id), int(enrolment_id), int(version))


def _signer() -> Signer:
    return Signer(salt="frontrow class choice", sep=".")
