"""What the controls of races take seats with: a look, then a write, and no lock between them."""

import time
from collections.abc import Mapping

from frontrow.catalogue.models import Seat
from frontrow.catalogue.seats import SoldOut


def look_then_take(*, enrolments: Mapping[int, int]) -> None:
    """In the place of `take_seats`; long enough for everybody else to look as well."""
    free = {one: Seat.objects.filter(bootcamp=one, enrolment_id=None) for one in enrolments}
    chosen = {one: seats.order_by("number").first() for one, seats in free.items()}
    time.sleep(0.2)
    for bootcamp, seat in chosen.items():
        if seat is None:
            raise SoldOut(str(bootcamp))
        Seat.objects.filter(pk=seat.pk).update(enrolment_id=enrolments[bootcamp])
