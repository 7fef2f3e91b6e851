"""A seat moves to another class, at once or when the price difference is paid.

Everything here runs under the lock of the seat's purchase. The payment of a move is a separate
purchase that points to the enrollment. The seat's purchase is locked first.
"""

from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from frontrow.accounts.audit import record_outcome
from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.catalogue.seats import exchange_seat, pass_seat_on, release_seats
from frontrow.coaching.changed_seats import move_hour
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import enqueue
from frontrow.messaging.outbox import write_messages
from frontrow.sales.attending.meeting_places import move_place
from frontrow.sales.before_class.answers import carry_answers
from frontrow.sales.emails.seat_emails import seat_moved_email
from frontrow.sales.enrollment.enrollments import continue_enrollment, end_enrollment, live
from frontrow.sales.ledger.provider_notes import tell_provider_of_seats
from frontrow.sales.ledger.refund_records import UNDER_WAY
from frontrow.sales.models import EndedBecause, Enrollment, Purchase, PurchaseState, Refund

# Marks a move in the facts as the student's choice after a class change.
BY_CLASS_CHANGE = "class change"
BY_DESK = "desk"
# In the fact of a move that we made: the price of the new class. A later move to a class of that
# price costs nothing.
WORTH = "worth"

_LOCK = """
SELECT 1 FROM purchases WHERE id = (SELECT purchase_id FROM enrollments WHERE id = %s) FOR UPDATE
"""


def lock_purchase_of(*, enrollment_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [enrollment_id])


def is_being_paid_for(*, but: int = 0) -> Exists:
    """Whether a payment to move this enrollment is authorized and the move isn't done."""
    return Exists(
        Purchase.objects.filter(
            pays_for_move=OuterRef("pk"), state=PurchaseState.CAPTURING
        ).exclude(pk=but)
    )


def is_being_given_back() -> Exists:
    """Whether a refund of this seat alone is pending."""
    return Exists(
        Refund.objects.filter(
            Q(gives_back=OuterRef("pk")) | Q(gives_back=OuterRef("first_id")),
            status__in=UNDER_WAY,
        )
    )


def can_still_move(*, payment_for: Purchase) -> bool:
    """Whether the seat is unchanged since the payment began, so that it may be captured."""
    seat = Enrollment.objects.filter(
        ~is_being_paid_for(but=payment_for.pk),
        ~is_being_given_back(),
        live(),
        pk=payment_for.pays_for_move_id or 0,
        attended_at=None,
        bootcamp__starts_at__gt=Now(),
    ).first()
    if seat is None or payment_for.state == PurchaseState.REFUNDING:
        return False
    return not Enrollment.objects.filter(
        live(), purchase_id=seat.purchase_id, bootcamp_id=payment_for.bootcamp_id or 0
    ).exists()


def finish_paid_move(*, purchase: Purchase) -> None:
    """The difference is paid and a seat kept: assign that seat to the moved enrollment.

    If it was rebuilt after a restore, its enrollment has ended and nothing moves. The seat's
    current class is in the metadata of its own purchase's payment.
    """
    paid = purchase.enrollments.select_related("bootcamp").filter(ended_at=None).first()
    if paid is None:
        return
    old = Enrollment.objects.select_related("bootcamp", "purchase__user", "holder").get(
        pk=purchase.pays_for_move_id or 0
    )
    end_enrollment(enrollment=paid, because=EndedBecause.PAID_MOVE)
    move_enrollment(
        old=old,
        target=paid.bootcamp,
        who=purchase.user,
        by="student",
        written_at=database_now(),
        paid_by=(purchase, paid),
    )
    # The same audit entry as for a free move. The user may be an admin with a seat.
    record_outcome(
        actor_id=purchase.user_id,
        action="moved seat",
        subject_type="purchase",
        subject_id=old.purchase_id,
        bootcamp=paid.bootcamp_id,
        paid_by=purchase.pk,
    )


def move_enrollment(
    *,
    old: Enrollment,
    target: Bootcamp,
    who: User | None,
    by: str,
    written_at: datetime,
    paid_by: tuple[Purchase, Enrollment] | None = None,
) -> Enrollment:
    """Move the enrollment to the other class, with its holder, coaching hour and calendar entry.

    The new seat is taken before the old one is released. Raises SoldOut or NotOnSale. If the move
    was paid for, the seat is the payment's, and the price is the total that was paid.
    """
    details: dict[str, Any] = {"by": by}
    if paid_by:
        details["paid_by"] = paid_by[0].pk
    elif by in {BY_CLASS_CHANGE, BY_DESK}:
        details[WORTH] = str(target.price)
    new = continue_enrollment(
        enrollment=old,
        bootcamp=target,
        because=EndedBecause.MOVED,
        price=paid_by[1].price if paid_by else None,
        who=who,
        details=details,
    )
    crash_point("move.after_enrollment")
    if paid_by:
        number = pass_seat_on(from_enrollment=paid_by[1].pk, to_enrollment=new.pk)
        release_seats(enrollment_ids=[old.pk], only_before_start=True)
    else:
        number = exchange_seat(bootcamp_id=target.pk, enrollment_id=new.pk, instead_of=old.pk)
    crash_point("move.after_seat")
    purchase = old.purchase
    if not purchase.is_bundle:
        # Lists and receipts show its current class.
        Purchase.objects.filter(pk=purchase.pk).update(bootcamp=target, updated_at=Now())
        purchase.bootcamp = target
    attendee = old.attendee
    has_booked_hour = move_hour(
        purchase_id=purchase.pk,
        from_enrollment=old.pk,
        to_enrollment=new.pk,
        bootcamp=target,
        user_id=attendee.pk if attendee else None,
    )
    move_place(old=old, new=new)
    carry_answers(old=old, new=new)
    new.holder, new.bootcamp = old.holder, target
    write_messages(
        [
            seat_moved_email(
                enrollment=new,
                before=old,
                seat_number=number,
                has_booked_hour=has_booked_hour,
                by_desk=by == BY_DESK,
                written_at=written_at,
                paid_by=paid_by,
            )
        ]
    )
    enqueue(tell_provider_of_seats, purchase_id=purchase.pk)
    crash_point("move.before_commit")
    return new
