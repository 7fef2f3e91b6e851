"""Seats sold and total of each bootcamp."""

from django.db.models import Count, Exists, OuterRef
from django.db.models.functions import Now

from frontrow.backoffice.statistics.schemas import BootcampSeatsOut, SeatsSoldOut
from frontrow.catalogue.models import OFFERED, Bootcamp, BootcampStatus
from frontrow.core.replica import on_replica
from frontrow.sales.enrollment.attendees import live_enrollments

AHEAD = 24
OVER = 12
DEFINITION = (
    "Paid seats that weren't refunded, out of all seats in the bootcamp. "
    "Seats held while someone is paying aren't counted."
)


@on_replica
def read_seats_sold() -> SeatsSoldOut:
    """The next and the last bootcamps, in three statements."""
    takes_place = OFFERED | Exists(live_enrollments().filter(bootcamp=OuterRef("pk")))
    ahead = Bootcamp.objects.filter(takes_place, ends_at__gt=Now()).order_by("starts_at", "pk")
    over = Bootcamp.objects.filter(ends_at__lte=Now()).order_by("-starts_at", "-pk")
    next_ones, last_ones = list(ahead[:AHEAD]), list(over[:OVER])
    counted = (
        live_enrollments()
        .filter(bootcamp__in=[bootcamp.pk for bootcamp in next_ones + last_ones])
        .values_list("bootcamp_id")
        .annotate(Count("pk"))
        .order_by()
    )
    sold: dict[int, int] = dict(counted)
    return SeatsSoldOut(
        ahead=[_row(bootcamp, sold) for bootcamp in next_ones],
        over=[_row(bootcamp, sold) for bootcamp in last_ones],
        definition=DEFINITION,
    )


def _row(bootcamp: Bootcamp, sold: dict[int, int]) -> BootcampSeatsOut:
    return BootcampSeatsOut(
        id=bootcamp.pk,
        name=bootcamp.name,
        start_date=bootcamp.starts_at,
        end_date=bootcamp.ends_at,
        timezone=bootcamp.timezone,
        status=BootcampStatus(bootcamp.status),
        max_seats=bootcamp.max_seats,
        sold=sold.get(bootcamp.pk, 0),
    )
