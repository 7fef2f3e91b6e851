"""The links to choose with: signed, for one change and one seat.

The holder's names the enrollment and the version of its link, as join links do: who hands the seat
over chooses no more, and neither does an address that was corrected. The link of who paid for a
seat that another person holds has a purpose of its own, and names the address it was sent to.
"""

from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare

from frontrow.core.addresses import address_key
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.models import Enrollment, Purchase


class NamedChoice(NamedTuple):
    change_id: int
    enrollment_id: int
    link_version: int


def choice_link(change_id: int, enrollment: Enrollment) -> str:
    return f"{settings.SITE_URL}{choice_path(change_id, enrollment)}"


def choice_path(change_id: int, enrollment: Enrollment) -> str:
    return f"/class-choice/{choice_token(change_id, enrollment)}"


def choice_token(change_id: int, enrollment: Enrollment) -> str:
    return _signer().sign(f"{change_id}-{enrollment.pk}-{enrollment.link_version}")


def read_choice_token(token: str) -> NamedChoice | None:
    try:
        change_id, enrollment_id, version = map(int, _signer().unsign(token).split("-"))
    except (BadSignature, ValueError):
        return None
    return NamedChoice(change_id, enrollment_id, version)


def payer_link(change_id: int, enrollment: Enrollment) -> str:
    return f"{settings.SITE_URL}{payer_path(change_id, enrollment)}"


def payer_path(change_id: int, enrollment: Enrollment) -> str:
    return f"/class-choice/{payer_token(change_id, enrollment)}"


def payer_token(change_id: int, enrollment: Enrollment) -> str:
    """Of the seat's whole chain: its payer stays the same, whoever holds it and wherever it is."""
    address = _payer_in_short(enrollment.purchase)
    return _payer_signer().sign(f"{change_id}-{enrollment.calendar_number}-{address}")


def read_payer_token(token: str) -> tuple[int, int] | None:
    """The change and the first enrollment of the seat; None where the payer's address changed."""
    try:
        change_id, enrollment_id, address = _payer_signer().unsign(token).split("-")
    except (BadSignature, ValueError):
        return None
    seat = Enrollment.objects.select_related("purchase__user").filter(pk=enrollment_id).first()
    if seat is None or not constant_time_compare(address, _payer_in_short(seat.purchase)):
        return None
    return int(change_id), seat.pk


def _payer_in_short(purchase: Purchase) -> str:
    address = purchase.user.email if purchase.user else purchase.guest_email
    return digest(f"class choice payer:{address_key(address)}")[:16]


def _signer() -> Signer:
    return Signer(salt="frontrow class choice", sep=".")


def _payer_signer() -> Signer:
    return Signer(salt="frontrow class choice of the payer", sep=".")
