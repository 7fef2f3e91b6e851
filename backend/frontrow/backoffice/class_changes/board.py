"""The progress of a class change: choices, completed steps and failures."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from frontrow.backoffice.class_changes.dry_run import alternatives_out
from frontrow.backoffice.class_changes.schemas import (
    ClassChangeCountsOut,
    ClassChangeOut,
    ClassChangeRowOut,
    ClassChangeSumsOut,
)
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.errors import NotFound
from frontrow.sales.class_changes.announcing import NUDGED_EVERY
from frontrow.sales.class_changes.options import alternatives_of, options_for
from frontrow.sales.class_changes.rows import newest_change, present_seats
from frontrow.sales.class_changes.worth import NOTHING, Worth, worth_of
from frontrow.sales.emails.template_variables import recipient_of
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.ledger.disputes import open_disputes
from frontrow.sales.models import (
    ChangeKind,
    ChangeState,
    Choice,
    ChosenBy,
    ClassChange,
    ClassChoice,
    Enrollment,
)

NO_CHANGE = "This class was never canceled or moved."
NUDGED_ALREADY = "You've reminded them within the last hour. Wait a while."
_MONEY = (Choice.REFUND, Choice.REFUND_ALL)


def read_board(*, bootcamp_id: int) -> ClassChangeOut:
    """The newest change of the class. Raises NotFound if there was none."""
    change = newest_change(bootcamp_id=bootcamp_id)
    if change is None:
        raise NotFound(NO_CHANGE)
    rows = _rows(ClassChoice.objects.filter(change=change))
    found = _Found(change, rows)
    by = change.announced_by
    alternatives = Bootcamp.objects.filter(pk__in=change.alternatives).order_by("starts_at", "pk")
    free = {one.pk: one.free_seats for one in found.alternatives}
    for one in alternatives:
        # A class that is no longer on sale has no seats available.
        one.free_seats = free.get(one.pk, 0)  # type: ignore[attr-defined]
    return ClassChangeOut(
        id=change.pk,
        kind=ChangeKind(change.kind),
        state=ChangeState(change.state),
        start_date=change.starts_at,
        end_date=change.ends_at,
        old_start_date=change.old_starts_at,
        old_end_date=change.old_ends_at,
        words=change.words,
        choose_by=change.choose_by,
        offers_credit=change.offers_credit,
        announced_at=change.announced_at,
        by_name=(by.full_name or by.email) if by else "",
        alternatives=alternatives_out(alternatives, instead_of=change.bootcamp),
        counts=ClassChangeCountsOut(
            people=len(rows),
            chosen=sum(1 for row in rows if row.by in {ChosenBy.STUDENT, ChosenBy.DESK}),
            silent=sum(1 for row in rows if row.by in {"", ChosenBy.SILENCE}),
            done=sum(1 for row in rows if row.done_at),
            failed=sum(1 for row in rows if row.failure),
        ),
        sums=found.sums(),
        can_nudge=can_nudge(change, at=database_now())
        and any(not row.choice and not row.done_at for row in rows),
        rows=[found.shown(row) for row in rows],
    )


def row_out(*, row: ClassChoice) -> ClassChangeRowOut:
    rows = _rows(ClassChoice.objects.filter(pk=row.pk))
    return _Found(rows[0].change, rows).shown(rows[0])


def can_nudge(change: ClassChange, *, at: datetime) -> bool:
    is_open = change.state == ChangeState.OPEN and change.choose_by > at
    return is_open and (change.nudged_at is None or change.nudged_at <= at - NUDGED_EVERY)


class _Found:
    """All data that the rows need, loaded once."""

    def __init__(self, change: ClassChange, rows: Sequence[Any]) -> None:
        self.change = change
        self.rows = rows
        self.seats: Mapping[int, Enrollment] = present_seats([row.enrollment_id for row in rows])
        self.worths: Mapping[int, Worth] = worth_of(list(self.seats.values()))
        self.alternatives = alternatives_of(change)
        purchases = [row.enrollment.purchase_id for row in rows]
        disputed = open_disputes().filter(purchase__in=purchases)
        self.disputed = set(disputed.values_list("purchase_id", flat=True))
        self.at = database_now()

    def shown(self, row: Any) -> ClassChangeRowOut:
        seat = self.seats.get(row.enrollment_id)
        reader = recipient_of(for_attendee(seat or row.enrollment))
        return ClassChangeRowOut(
            enrollment_id=row.enrollment_id,
            purchase_id=row.enrollment.purchase_id,
            name=reader.name,
            email=reader.address,
            choice=row.choice or None,
            to_bootcamp_id=row.to_bootcamp_id,
            to_start_date=row.to_bootcamp.starts_at if row.to_bootcamp else None,
            share=self._share(row),
            is_disputed=row.enrollment.purchase_id in self.disputed,
            by=row.by or None,
            chosen_at=row.chosen_at,
            done_at=row.done_at,
            failure=row.failure,
            options=self._options(row, seat),
        )

    def sums(self) -> ClassChangeSumsOut:
        done = [row for row in self.rows if row.done_at]
        wanted = [row for row in self.rows if not row.done_at and self._wants_money(row)]
        return ClassChangeSumsOut(
            refunded=_sum(row.amount for row in done if row.choice in _MONEY),
            to_refund=_sum(self._to_come(row) for row in wanted),
            credited=_sum(row.credit.value for row in self.rows if row.credit),
        )

    def _wants_money(self, row: Any) -> bool:
        is_silent = not row.choice and self.change.kind == ChangeKind.CANCEL
        return is_silent or row.choice in _MONEY

    def _to_come(self, row: Any) -> Decimal:
        worth = self.worths.get(row.enrollment_id)
        if worth is None:
            return Decimal(row.amount)
        return worth.whole_amount if row.choice == Choice.REFUND_ALL else worth.amount

    def _share(self, row: Any) -> Decimal:
        worth = self.worths.get(row.enrollment_id)
        return worth.amount if worth and not row.done_at else Decimal(row.amount)

    def _options(self, row: Any, seat: Enrollment | None) -> list[Choice]:
        is_open = self.change.state == ChangeState.OPEN and self.change.choose_by > self.at
        if seat is None or row.done_at or not is_open:
            return []
        return options_for(
            change=self.change,
            seat=seat,
            worth=self.worths.get(row.enrollment_id),
            alternatives=self.alternatives,
            # Checked again when the student chooses.
            had=frozenset(),
        ).names


def _rows(found: Any) -> list[Any]:
    return list(
        found.select_related(
            *("change__bootcamp", "to_bootcamp", "credit"),
            *("enrollment__purchase__user", "enrollment__holder"),
        ).order_by("pk")
    )


def _sum(amounts: Any) -> Decimal:
    return sum(amounts, NOTHING).quantize(Decimal("0.01"))
