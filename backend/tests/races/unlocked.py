"""What controls of races have in the place of a lock: a look, and a write once others looked."""

import itertools
import threading
from collections.abc import Callable, Mapping

from frontrow.catalogue.models import Seat
from frontrow.catalogue.seats import SoldOut

# Only where somebody never comes: the control says so.
PATIENCE_SECONDS = 30


def meeting(number: int) -> Callable[[], None]:
    """Called between look and write: nobody goes on before that many have looked, however slow."""
    looks = itertools.count(1)
    have_looked = threading.Event()

    def meet() -> None:
        if next(looks) >= number:
            have_looked.set()
        assert have_looked.wait(PATIENCE_SECONDS), f"fewer than {number} have looked"

    return meet


def look_then_take() -> Callable[..., None]:
    """In the place of `take_seats`: nobody writes before two have looked, and who has written
    doesn't look again, which would find the seat gone in time."""
    meet = meeting(2)
    written: set[int] = set()

    def take(*, enrollments: Mapping[int, int]) -> None:
        if written.issuperset(enrollments.values()):
            return
        free = {one: Seat.objects.filter(bootcamp=one, enrollment_id=None) for one in enrollments}
        chosen = {one: seats.order_by("number").first() for one, seats in free.items()}
        meet()
        for bootcamp, seat in chosen.items():
            if seat is None:
                raise SoldOut(str(bootcamp))
            Seat.objects.filter(pk=seat.pk).update(enrollment_id=enrollments[bootcamp])
        written.update(enrollments.values())

    return take
