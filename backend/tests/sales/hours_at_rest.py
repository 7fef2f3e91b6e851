"""Hours of coaching and certificates at rest: each live one has a live seat, and its holder's."""

from collections.abc import Collection, Iterator

from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.sales.enrollment.enrollments import chain_of
from frontrow.sales.models import Certificate, Enrollment, Purchase, PurchaseState

LIVE = (CoachingStatus.PENDING, CoachingStatus.SCHEDULED)


def faults_of_hours(purchases: Collection[Purchase]) -> Iterator[str]:
    """Of purchases that are at rest, without payments for a move, whose seat is another's."""
    seats = Enrollment.objects.filter(
        purchase__in=purchases, purchase__state=PurchaseState.COMPLETED, ended_at=None
    ).select_related("bootcamp", "holder", "purchase__user")
    live = {seat.pk: seat for seat in seats}
    hours: dict[int, CoachingSession] = {}
    theirs = [one.pk for one in purchases]
    for hour in CoachingSession.objects.filter(purchase_id__in=theirs, status__in=LIVE):
        if hour.enrollment_id not in live:
            yield f"hour {hour.pk} without a seat"
            continue
        hours[hour.enrollment_id or 0] = hour
    for seat in live.values():
        found = hours.get(seat.pk)
        if found is None:
            if seat.bootcamp.includes_coaching or _had_coaching(seat):
                yield f"seat {seat.pk} without its hour"
            continue
        attendee = seat.attendee
        if found.user_id != (attendee.pk if attendee else None):
            yield f"the hour of {seat.pk} is another person's"
    for paper in Certificate.objects.filter(enrollment__purchase__in=purchases):
        if (paper.revoked_at is None) != (paper.enrollment_id in live):
            yield f"certificate {paper.pk}: revoked at {paper.revoked_at}"


def _had_coaching(seat: Enrollment) -> bool:
    """What came with an earlier date of the same seat goes along."""
    chain = Enrollment.objects.filter(chain_of(seat.calendar_number))
    return chain.filter(bootcamp__includes_coaching=True).exists()
