"""Periodic work for open changes: announce, remind, carry out, retry."""

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.jobs import enqueue, job
from frontrow.sales.class_changes.announcing import remind, tell_the_untold
from frontrow.sales.class_changes.carrying_out import BREAK, carry_out_change, try_again
from frontrow.sales.class_changes.rows import seats_without_row
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.models import (
    ChangeKind,
    ChangeState,
    ClassChange,
    Dispute,
    ReconciliationBreak,
)


@job(every="* * * * *")
def keep_changes_going(timestamp: int) -> None:
    """Each minute, one change after the other."""
    take_up_again()
    try_after_disputes()
    unfinished = ClassChange.objects.exclude(state=ChangeState.DONE).order_by("pk")
    for change_id in list(unfinished.values_list("pk", flat=True)):
        _keep_going(change_id)


@transaction.atomic
def _keep_going(change_id: int) -> None:
    change = (
        ClassChange.objects.select_for_update(of=("self",))
        .select_related("bootcamp")
        .get(pk=change_id)
    )
    at = database_now()
    tell_the_untold(change)
    remind(change, at=at)
    if change.choose_by <= at:
        enqueue(carry_out_change, once=f"class-change:{change.pk}", change_id=change.pk)


@transaction.atomic
def take_up_again() -> None:
    """Reopen a canceled class that has a live seat again, as after a failed refund."""
    live = live_enrollments().filter(bootcamp=OuterRef("bootcamp"))
    changes = ClassChange.objects.select_for_update(of=("self",)).filter(
        Q(Exists(live)), kind=ChangeKind.CANCEL, state=ChangeState.DONE
    )
    for change in changes.select_related("bootcamp").filter(choose_by__lte=Now()):
        if seats_without_row(change).exists():
            ClassChange.objects.filter(pk=change.pk).update(
                state=ChangeState.CARRYING_OUT, done_at=None
            )


@transaction.atomic
def try_after_disputes() -> list[int]:
    """Retry rows that failed because of a dispute, after it ended. Returns their purchase ids.

    The mismatch is closed first. If the row fails again, it is reopened for an admin.
    """
    is_open = Dispute.objects.filter(purchase=OuterRef("purchase"), closed_at=None)
    over = (
        ReconciliationBreak.objects.select_for_update(skip_locked=True, of=("self",))
        .filter(
            ~Exists(is_open),
            kind=BREAK,
            resolved_at=None,
            details__code=ErrorCode.PAYMENT_DISPUTED,
        )
        .order_by("pk")
    )
    purchases = {one.pk: one.purchase_id for one in over}
    ReconciliationBreak.objects.filter(pk__in=purchases).update(resolved_at=Now())
    ids = [one for one in purchases.values() if one is not None]
    for purchase_id in ids:
        try_again(purchase_id=purchase_id)
    return ids
