"""Tokens of a seat's links, at any version of them."""

from frontrow.sales.links import JOIN, SEAT
from frontrow.sales.models import Enrollment


def join_token(enrollment_id: int, version: int) -> str:
    return JOIN.token(Enrollment(pk=enrollment_id, link_version=version))


def seat_token(enrollment_id: int, version: int) -> str:
    return SEAT.token(Enrollment(pk=enrollment_id, link_version=version))
