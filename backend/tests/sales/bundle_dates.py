"""Other dates for the members of a bundle."""

from datetime import timedelta
from typing import Any

from frontrow.catalogue.models import Bootcamp
from tests.factories import make_bootcamp


def another(member: Bootcamp, **fields: Any) -> Bootcamp:
    """A later date of the same course, at the same price."""
    as_member = {
        "name": member.name,
        "bootcamp_type": member.bootcamp_type,
        "price": member.price,
        "starts_at": member.starts_at + timedelta(days=3),
    }
    return make_bootcamp(**{**as_member, **fields})


def on(*dates: tuple[Bootcamp, Bootcamp]) -> dict[str, Any]:
    """The choice as the page sends it: which date for which member."""
    return {"chosenDates": [{"memberId": one.pk, "bootcampId": other.pk} for one, other in dates]}
