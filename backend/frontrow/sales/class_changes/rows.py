"""The rows of a class change: its affected seats, and where each of them is now."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from frontrow.catalogue.models import Bootcamp
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.enrollment.enrollments import chain_of, live
from frontrow.sales.models import ChangeState, ClassChange, ClassChoice, Enrollment

# Everything that emails and decisions about a seat need.
_LOADED = ("bootcamp", "purchase__user", "holder")


def newest_change(*, bootcamp_id: int) -> ClassChange | None:
    return (
        ClassChange.objects.filter(bootcamp_id=bootcamp_id)
        .select_related("bootcamp", "announced_by")
        .order_by("-pk")
        .first()
    )


def open_change(*, bootcamp_id: int) -> ClassChange | None:
    """The change that students choose about or that is being carried out."""
    found = ClassChange.objects.filter(bootcamp_id=bootcamp_id).exclude(state=ChangeState.DONE)
    return found.select_related("bootcamp").first()


def affected_seats(bootcamp: Bootcamp) -> QuerySet[Enrollment]:
    """All live seats in the class, with everything that emails need."""
    return live_enrollments().filter(bootcamp=bootcamp).select_related(*_LOADED).order_by("pk")


def seats_without_row(change: ClassChange) -> QuerySet[Enrollment]:
    """Seats that were paid for during the change, or whose refund failed."""
    row = ClassChoice.objects.filter(change=change, enrollment_id=OuterRef("chain"))
    return (
        affected_seats(change.bootcamp)
        .alias(chain=Coalesce(F("first_id"), F("pk")))
        .filter(~Exists(row))
    )


def make_rows(change: ClassChange, seats: Sequence[Enrollment]) -> None:
    """Create one row per seat. Idempotent."""
    ClassChoice.objects.bulk_create(
        [ClassChoice(change=change, enrollment_id=seat.calendar_number) for seat in seats],
        ignore_conflicts=True,
    )


def present_seats(first_ids: Sequence[int]) -> dict[int, Enrollment]:
    """The current enrollment of each seat, by the first of its chain. Ended seats are omitted."""
    seats = (
        Enrollment.objects.filter(live(), Q(pk__in=first_ids) | Q(first_id__in=first_ids))
        .select_related(*_LOADED)
        .order_by("pk")
    )
    return {seat.calendar_number: seat for seat in seats}


def present_seat(first_id: int) -> Any:
    """The same for one seat in any state. The caller holds its purchase's lock."""
    return (
        Enrollment.objects.filter(chain_of(first_id), ended_at=None)
        .select_related(*_LOADED)
        .first()
    )


def last_of_chain(first_id: int) -> Any:
    """The last enrollment of the seat, whether or not it has ended."""
    return Enrollment.objects.filter(chain_of(first_id)).select_related(*_LOADED).latest("pk")
