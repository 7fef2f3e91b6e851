"""Admin actions on a class: announce a change, remind students, choose for one."""

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.class_changes.board import NUDGED_ALREADY, can_nudge, row_out
from frontrow.backoffice.class_changes.dry_run import checked_plan
from frontrow.backoffice.class_changes.schemas import (
    ClassChangeIn,
    ClassChangeRowOut,
    DeskChoiceIn,
)
from frontrow.catalogue.bootcamps import lock_bootcamp
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.class_changes import announcing, choosing
from frontrow.sales.class_changes.rows import open_change, present_seat
from frontrow.sales.models import ChangeKind, ChosenBy, ClassChange, ClassChoice
from frontrow.sales.waiting.line import take_turns

NONE_OPEN = "This class isn't being changed."


@transaction.atomic
def announce(*, by: Actor, bootcamp_id: int, wanted: ClassChangeIn) -> None:
    """Announce a cancellation or a rescheduling, with all its effects in one transaction."""
    # Locked before any row, in the same order as all code that uses the waiting list.
    take_turns()
    bootcamp = lock_bootcamp(bootcamp_id)
    plan = checked_plan(bootcamp=bootcamp, wanted=wanted)
    try:
        with transaction.atomic():
            change = announcing.announce(bootcamp=bootcamp, plan=plan, by=by.user)
    except IntegrityError as error:
        raise Conflict("This class is being changed already. See its board.") from error
    audit.record(
        by=by,
        action="canceled class" if plan.kind == ChangeKind.CANCEL else "moved class",
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
        change=change.pk,
        people=change.choices.count(),
        choose_by=plan.choose_by.isoformat(),
    )


@transaction.atomic
def nudge(*, by: Actor, bootcamp_id: int) -> int:
    """Remind students who haven't chosen, at most once per hour. Returns how many there are."""
    change = _locked(bootcamp_id)
    if not can_nudge(change, at=database_now()):
        raise Conflict(NUDGED_ALREADY, code=ErrorCode.CONFLICT)
    at = database_now()
    count = announcing.write_reminders(change, f"class-choice-nudge:{at.isoformat()}")
    ClassChange.objects.filter(pk=change.pk).update(nudged_at=Now())
    audit.record(
        by=by,
        action="reminded students to choose",
        subject_type="bootcamp",
        subject_id=bootcamp_id,
        change=change.pk,
        people=count,
    )
    return count


@transaction.atomic
def choose_for(
    *, by: Actor, bootcamp_id: int, enrollment_id: int, wanted: DeskChoiceIn
) -> ClassChangeRowOut:
    """Record the choice that a student told us by phone. Raises NotFound or Conflict."""
    change = open_change(bootcamp_id=bootcamp_id)
    found = ClassChoice.objects.filter(change=change, enrollment_id=enrollment_id)
    seat = present_seat(enrollment_id) if change and found.exists() else None
    if change is None or seat is None:
        raise NotFound
    row = choosing.choose(
        change=change,
        enrollment_id=seat.pk,
        choice=wanted.choice,
        to_bootcamp_id=wanted.to_bootcamp_id,
        by=ChosenBy.DESK,
        who=by.user,
    )
    audit.record(
        by=by,
        action="chose for student",
        subject_type="purchase",
        subject_id=seat.purchase_id,
        bootcamp=bootcamp_id,
        choice=row.choice.replace("_", " "),
    )
    return row_out(row=row)


def _locked(bootcamp_id: int) -> ClassChange:
    found = open_change(bootcamp_id=bootcamp_id)
    if found is None:
        raise NotFound(NONE_OPEN)
    return (
        ClassChange.objects.select_for_update(of=("self",))
        .select_related("bootcamp")
        .get(pk=found.pk)
    )
