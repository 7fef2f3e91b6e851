"""Export bootcamps as CSV: the rows of the list, without names of people."""

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.bootcamps.desk import read_bootcamps
from frontrow.catalogue.admin_schemas import AdminBootcampOut
from frontrow.catalogue.models import Bootcamp
from frontrow.core.csv_files import csv_lines
from frontrow.core.zones import zone

COLUMNS = [
    *("Number", "Name", "Type", "Step", "State"),
    *("Starts", "Ends", "Time zone"),
    *("Seats", "Enrolled", "Available", "Price", "Price now"),
]


def export_bootcamps(*, by: Actor, found: QuerySet[Bootcamp]) -> Iterator[str]:
    """Times are in each class's zone. Recorded in the audit log."""
    rows = read_bootcamps(found.order_by("starts_at", "pk"), counting=Q(bootcamp__in=found))
    audit.record(by=by, action="exported bootcamps", subject_type="bootcamp", rows=len(rows))
    return csv_lines(COLUMNS, (_cells(row) for row in rows))


def _cells(row: AdminBootcampOut) -> list[object]:
    clock = zone(row.timezone)
    return [
        row.id,
        row.name,
        row.bootcamp_type.value,
        row.step,
        _state(row),
        f"{row.start_date.astimezone(clock):%Y-%m-%d %H:%M}",
        f"{row.end_date.astimezone(clock):%Y-%m-%d %H:%M}",
        row.timezone,
        row.max_seats,
        row.enrolled,
        row.available_seats,
        row.price,
        row.price_now,
    ]


def _state(row: AdminBootcampOut) -> str:
    if row.canceled_at is not None:
        return "Canceled"
    if not row.is_active:
        return "Archived"
    return "Draft" if row.published_at is None else "Active"
