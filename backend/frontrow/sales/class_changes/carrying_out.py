"""Carries out the students' choices after the deadline, each seat exactly once.

Each row is one transaction under its purchase's lock. If a process dies between rows or within one,
the next run continues with the rows that aren't done. Refunds are ordinary refund requests, and a
row waits until its refund has ended the seat.
"""

import time
from datetime import timedelta
from enum import Enum
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from frontrow.catalogue.class_changes import close_canceled, resume_sales
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Throttled
from frontrow.core.jobs import enqueue, job
from frontrow.core.rate_limit import Limit
from frontrow.messaging.outbox import write_messages
from frontrow.sales.class_changes.crediting import give_credit
from frontrow.sales.class_changes.rows import present_seat
from frontrow.sales.class_changes.worth import goes_back_whole, worth_of
from frontrow.sales.emails.class_change_emails import result_email
from frontrow.sales.enrollment.upgrades import lock_with_bases
from frontrow.sales.ledger.breaks import open_break
from frontrow.sales.ledger.disputes import is_disputed
from frontrow.sales.ledger.owed_refunds import owed_of, write_off
from frontrow.sales.ledger.refund_records import UNDER_WAY
from frontrow.sales.models import (
    ChangeKind,
    ChangeState,
    Choice,
    ChosenBy,
    ClassChange,
    ClassChoice,
    EndedBecause,
    Enrollment,
    Purchase,
    PurchaseState,
    Refund,
    RefundStatus,
)
from frontrow.sales.refunds.requests import DISPUTED, request_refund
from frontrow.sales.settlement.given_back import end_seat
from frontrow.sales.settlement.states import CLASS_CANCELED, enter
from frontrow.sales.terms.free_seats import nothing_was_paid

REASON = "class canceled"
REASON_MOVED = "class moved"
# Rate limit for the provider, shared by all changes.
PACE = Limit(scope="class change refunds", count=5, per=timedelta(seconds=1))
LOOK_AGAIN_AFTER = timedelta(seconds=10)
LONGEST_FAILURE = 255
# Rows per run. The next run continues.
MOST_AT_ONCE = 250
BREAK = "class_change_failed"
NOT_MADE = {RefundStatus.DECLINED, RefundStatus.FAILED}


class Outcome(Enum):
    DONE = "done"
    # A refund was requested. The row is done when it succeeds.
    ASKED = "asked"
    # Another operation must end first.
    WAITING = "waiting"
    FAILED = "failed"


@job(longest_wait=60)
def carry_out_change(change_id: int) -> None:
    """Process the rows that can be done now. Rows that wait for refunds are revisited soon."""
    if not begin(change_id=change_id):
        return
    # Failed rows come last, so that many of them don't delay the others.
    rows = ClassChoice.objects.filter(change=change_id, done_at=None).order_by("failure", "pk")
    is_waiting = False
    for row_id in list(rows.values_list("pk", flat=True)[:MOST_AT_ONCE]):
        outcome = carry_out(row_id=row_id)
        is_waiting = is_waiting or outcome in {Outcome.ASKED, Outcome.WAITING}
        if outcome is Outcome.ASKED:
            wait_for_turn()
    crash_point("class_change.rows_done")
    if not finish(change_id=change_id) and (is_waiting or rows.filter(failure="").exists()):
        enqueue(
            carry_out_change,
            once=f"class-change:{change_id}",
            run_at=database_now() + LOOK_AGAIN_AFTER,
            change_id=change_id,
        )


@transaction.atomic
def begin(*, change_id: int) -> bool:
    """Close the choices if the deadline has passed. Returns whether there are rows to process."""
    ClassChange.objects.filter(pk=change_id, state=ChangeState.OPEN, choose_by__lte=Now()).update(
        state=ChangeState.CARRYING_OUT
    )
    return ClassChange.objects.filter(pk=change_id, state=ChangeState.CARRYING_OUT).exists()


@transaction.atomic
def carry_out(*, row_id: int) -> Outcome:
    """Process one row as far as possible. Idempotent."""
    found = ClassChoice.objects.select_related("enrollment").get(pk=row_id)
    # Locked before the row, in the same order as when a student chooses.
    purchase = lock_with_bases(purchase_id=found.enrollment.purchase_id)
    row = (
        ClassChoice.objects.select_for_update(of=("self",))
        .select_related("change__bootcamp", "refund")
        .get(pk=row_id)
    )
    if row.done_at or purchase is None:
        return Outcome.DONE
    crash_point("class_change.row_locked")
    seat = present_seat(row.enrollment_id)
    if seat is None or purchase.state not in {PurchaseState.COMPLETED, PurchaseState.REFUNDING}:
        return _done(row)
    if purchase.state == PurchaseState.REFUNDING or _has_refund_under_way(purchase):
        return Outcome.WAITING
    if row.failure:
        # Until an admin has handled it.
        return Outcome.FAILED
    seat.purchase = purchase
    if not row.choice:
        _be_silent(row, seat)
    outcome = _act(row, seat, purchase)
    crash_point("class_change.row_before_commit")
    return outcome


@transaction.atomic
def finish(*, change_id: int) -> bool:
    """Finish the change if every row is done. Idempotent. Returns whether it is finished.

    A canceled class is archived and its meeting deleted last. A moved class is sold again.
    """
    change = ClassChange.objects.select_for_update().get(pk=change_id)
    if change.state == ChangeState.DONE:
        return True
    if change.choices.filter(done_at=None).exists():
        return False
    change.state, change.done_at = ChangeState.DONE, database_now()
    change.save(update_fields=["state", "done_at"])
    crash_point("class_change.before_closing")
    if change.kind == ChangeKind.CANCEL:
        close_canceled(bootcamp_id=change.bootcamp_id)
    else:
        resume_sales(bootcamp_id=change.bootcamp_id)
    crash_point("class_change.closed")
    return True


@transaction.atomic
def try_again(*, purchase_id: int) -> list[int]:
    """Reset the failed rows, after an admin has handled them or a dispute has ended.

    Returns the ids of the rows.
    """
    failed = ClassChoice.objects.filter(enrollment__purchase=purchase_id, done_at=None)
    rows = list(failed.exclude(failure="").select_related("refund").order_by("pk"))
    for row in rows:
        if row.refund and row.refund.status in NOT_MADE:
            # The refund will be requested again. Write the old one off, so that it doesn't count
            # twice.
            row.amount -= write_off(row.refund)
        row.refund, row.failure = None, ""
        row.save(update_fields=["refund", "amount", "failure"])
        enqueue(carry_out_change, change_id=row.change_id)
    return [row.pk for row in rows]


def wait_for_turn() -> None:
    """Wait until the rate limit allows another refund."""
    while True:
        try:
            PACE.check("")
        except Throttled:
            time.sleep(0.1)
        else:
            return


def _act(row: ClassChoice, seat: Any, purchase: Purchase) -> Outcome:
    choice = Choice(row.choice)
    # Before any amount: during a dispute nothing seems left, and the seat would end unrefunded.
    if choice not in {Choice.KEEP, Choice.DATE} and is_disputed(purchase=purchase):
        return _fail(row, purchase, DISPUTED, code=ErrorCode.PAYMENT_DISPUTED)
    match choice:
        case Choice.KEEP | Choice.DATE:
            return _done(row, tell=seat)
        case Choice.CREDIT:
            return _credit(row, seat, purchase)
        case Choice.REFUND_ALL:
            return _refund_all(row, seat, purchase)
        case Choice.REFUND:
            return _refund(row, seat, purchase)


def _be_silent(row: ClassChoice, seat: Enrollment) -> None:
    """Apply the announced default. If the student moved the seat, they have chosen a date."""
    row.by, row.chosen_at = ChosenBy.SILENCE, database_now()
    if seat.bootcamp_id != row.change.bootcamp_id:
        row.choice, row.to_bootcamp_id, row.by = Choice.DATE, seat.bootcamp_id, ChosenBy.STUDENT
    elif row.change.kind == ChangeKind.MOVE:
        row.choice = Choice.KEEP
    else:
        row.choice = Choice.REFUND
    row.save(update_fields=["choice", "to_bootcamp", "by", "chosen_at"])


def _refund(row: ClassChoice, seat: Any, purchase: Purchase) -> Outcome:
    worth = worth_of([seat]).get(seat.calendar_number)
    if worth is None or not worth.amount:
        return _end_unpaid(row, seat, purchase)
    return _ask(row, purchase, enrollment_id=seat.pk, amount=worth.amount)


def _refund_all(row: ClassChoice, seat: Any, purchase: Purchase) -> Outcome:
    """Refund everything at once, or seat by seat if some seats were attended."""
    live = list(purchase.enrollments.filter(ended_at=None).order_by("starts_at", "pk"))
    if goes_back_whole(purchase, live):
        whole = worth_of([seat])[seat.calendar_number]
        amount = whole.whole_amount or whole.amount
        return _ask(row, purchase, enrollment_id=None, amount=amount)
    # The class's own seat last, because the row is done with it.
    others = [one for one in live if one.attended_at is None and one.pk != seat.pk]
    one = others[0] if others else seat
    worth = worth_of([one]).get(one.calendar_number)
    if worth is None or not worth.amount:
        end_seat(enrollment=one, because=EndedBecause.CANCELED)
        return Outcome.WAITING if others else _done(row)
    return _ask(row, purchase, enrollment_id=one.pk, amount=worth.amount)


def _ask(
    row: ClassChoice, purchase: Purchase, *, enrollment_id: int | None, amount: Any
) -> Outcome:
    if row.refund and row.refund.status in NOT_MADE:
        why = row.refund.note or "The refund couldn't be made."
        # Refused because of a dispute that is over now. The periodic job tries again.
        if purchase.disputes.filter(closed_at__gte=row.refund.created_at).exists():
            return _fail(row, purchase, why, code=ErrorCode.PAYMENT_DISPUTED)
        # The refund's own mismatch is shown next to it, with its repair.
        return _fail(row, None, why)
    try:
        with transaction.atomic():
            refund = request_refund(
                purchase_id=purchase.pk,
                reason=REASON if row.change.kind == ChangeKind.CANCEL else REASON_MOVED,
                enrollment_id=enrollment_id,
                requested_by=row.change.announced_by,
                is_our_fault=True,
            )
    except Conflict as refused:
        if refused.code == ErrorCode.REFUND_IN_PROGRESS:
            return Outcome.WAITING
        return _fail(row, purchase, refused.message)
    row.refund, row.amount = refund, row.amount + amount
    row.save(update_fields=["refund", "amount"])
    crash_point("class_change.refund_asked")
    return Outcome.ASKED


def _credit(row: ClassChoice, seat: Any, purchase: Purchase) -> Outcome:
    worth = worth_of([seat]).get(seat.calendar_number)
    if worth is None or not worth.amount:
        return _end_unpaid(row, seat, purchase)
    row.credit = give_credit(seat=seat, purchase=purchase, worth=worth, change=row.change)
    row.amount = worth.amount
    row.save(update_fields=["credit", "amount"])
    crash_point("class_change.credit_made")
    return _done(row)


def _end_unpaid(row: ClassChoice, seat: Any, purchase: Purchase) -> Outcome:
    """Nothing is left to refund: end the seat, and the purchase with its last seat."""
    is_last = purchase.enrollments.filter(ended_at=None).count() == 1
    end_seat(enrollment=seat, because=EndedBecause.CANCELED)
    if is_last and nothing_was_paid(purchase):
        enter(purchase=purchase, state=PurchaseState.REFUNDED, because=CLASS_CANCELED)
    return _done(row, tell=seat)


def _done(row: ClassChoice, *, tell: Any = None) -> Outcome:
    row.done_at, row.failure = database_now(), ""
    if row.refund and row.refund.status in NOT_MADE:
        # A bank took the money. The amount that wasn't refunded otherwise doesn't count.
        row.amount -= owed_of(row.refund)
    row.save(update_fields=["done_at", "failure", "amount"])
    if tell is not None:
        event = f"class-result:{row.change_id}:{row.enrollment_id}"
        choice = Choice(row.choice)
        write_messages(
            [result_email(change=row.change, enrollment=tell, choice=choice, event=event)]
        )
    return Outcome.DONE


def _fail(row: ClassChoice, purchase: Purchase | None, why: str, *, code: str = "") -> Outcome:
    """Show the failure on the board for an admin. `code` lets the periodic job retry first."""
    row.failure = why[:LONGEST_FAILURE]
    row.save(update_fields=["failure"])
    if purchase is not None:
        open_break(
            kind=BREAK,
            payment_intent_id=purchase.stripe_payment_intent_id or "",
            purchase_id=purchase.pk,
            row=row.pk,
            why=why,
            code=code,
        )
    return Outcome.FAILED


def _has_refund_under_way(purchase: Purchase) -> bool:
    return Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).exists()
