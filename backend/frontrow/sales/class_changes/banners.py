"""The portal's and the join page's banner about a canceled or moved class."""

from collections.abc import Iterable

from frontrow.sales.class_changes.schemas import SeatClassChangeOut
from frontrow.sales.links import CHOICE, PAYERS_CHOICE
from frontrow.sales.models import ChangeKind, ChangeState, Choice, ClassChoice, Enrollment


def rows_of(enrollments: Iterable[Enrollment]) -> dict[int, ClassChoice]:
    """By the first of each seat's chain, for seats of changed classes, in one statement."""
    rows = (
        ClassChoice.objects.filter(enrollment__in={one.calendar_number for one in enrollments})
        .exclude(change__state=ChangeState.DONE)
        .select_related("change")
        .order_by("pk")
    )
    return {row.enrollment_id: row for row in rows}


def banner(
    *, row: ClassChoice | None, enrollment: Enrollment, may_choose: bool, pays: bool = False
) -> SeatClassChangeOut | None:
    """`may_choose` is true for the holder in person or, with `pays`, only for the payer."""
    if row is None:
        return None
    change = row.change
    link = PAYERS_CHOICE if pays else CHOICE
    return SeatClassChangeOut(
        kind=ChangeKind(change.kind),
        choose_by=change.choose_by,
        choice=Choice(row.choice) if row.choice else None,
        new_start_date=change.starts_at,
        path=link.path_to(enrollment, change.pk) if may_choose else "",
    )
