"""Refund of one bootcamp of several. Its enrollment ends when the refund succeeds.

Until then nothing changes, so a refused refund takes nothing away.
"""

from typing import Any

from frontrow.catalogue.seats import release_seats
from frontrow.coaching.sessions import cancel_sessions
from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import enqueue
from frontrow.messaging.outbox import write_messages
from frontrow.sales.attending.certificates import revoke_certificates
from frontrow.sales.attending.meeting_places import give_up_places
from frontrow.sales.emails.seat_emails import seat_ended_email
from frontrow.sales.enrollment.enrollments import chain_of, end_enrollment
from frontrow.sales.enrollment.offers import end_offers
from frontrow.sales.ledger.provider_notes import tell_provider_of_seats
from frontrow.sales.models import (
    EndedBecause,
    Enrollment,
    HandOver,
    HandOverState,
    Refund,
    RefundStatus,
)
from frontrow.sales.settlement.code_uses import return_code_use


def end_what_was_given_back(*, purchase: Any) -> None:
    """End every seat whose refund succeeded, in its current class, under the lock."""
    done = Refund.objects.filter(
        purchase=purchase, gives_back__isnull=False, status=RefundStatus.SUCCEEDED
    )
    for first in done.order_by("pk").values_list("gives_back_id", flat=True):
        seat = (
            Enrollment.objects.filter(chain_of(first or 0), purchase=purchase, ended_at=None)
            .select_related("bootcamp", "holder", "purchase__user")
            .first()
        )
        if seat is not None:
            end_seat(enrollment=seat)


def end_seat(*, enrollment: Enrollment, because: EndedBecause = EndedBecause.REFUNDED) -> None:
    """Release its seat, meeting registration and coaching hour, and revoke its certificate."""
    release_seats(enrollment_ids=[enrollment.pk], only_before_start=True)
    end_enrollment(enrollment=enrollment, because=because)
    purchase = enrollment.purchase
    if not purchase.enrollments.filter(ended_at=None).exists():
        # The last seat that the code paid for. After a part alone the code stays used.
        return_code_use(purchase=purchase)
    crash_point("give_back.after_seat")
    cancel_sessions(purchase_id=enrollment.purchase_id, enrollment_id=enrollment.pk)
    give_up_places(purchase_id=enrollment.purchase_id, enrollment_id=enrollment.pk)
    revoke_certificates(purchase_id=enrollment.purchase_id, enrollment_id=enrollment.pk)
    end_offers(HandOver.objects.filter(enrollment=enrollment), HandOverState.VOID)
    if enrollment.is_handed_over:
        # A separate email informs the buyer of the refund.
        write_messages([seat_ended_email(enrollment=enrollment, event="seat-ended")])
    enqueue(tell_provider_of_seats, purchase_id=enrollment.purchase_id)
    crash_point("give_back.before_commit")
