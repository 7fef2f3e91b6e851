"""Notify students with unbooked coaching once, 14 days before it ends."""

from datetime import datetime

from django.db.models import Q

from frontrow.coaching.emails import ending_soon
from frontrow.coaching.ending import KEPT_AFTER_CLASS, WARNED_BEFORE, book_by
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core import clock
from frontrow.core.jobs import job
from frontrow.messaging.campaigns import write_in_batches
from frontrow.messaging.outbox import NewMessage
from frontrow.sales.emails.template_variables import reader_zone, recipient_of
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.enrollment.enrollments import live
from frontrow.sales.models import Enrollment


@job(every="17 * * * *")
def warn_of_ending_hours(timestamp: int) -> None:
    """The dedupe key has the hour and its end, so repeated runs send one email."""
    now = clock.now()
    write_in_batches(_emails(now))


def _emails(now: datetime) -> list[NewMessage]:
    soon = now + WARNED_BEFORE
    sessions = (
        CoachingSession.objects.filter(
            Q(
                bootcamp__ends_at__gt=now - KEPT_AFTER_CLASS,
                bootcamp__ends_at__lte=soon - KEPT_AFTER_CLASS,
            )
            | Q(kept_until__gt=now, kept_until__lte=soon),
            status=CoachingStatus.PENDING,
        )
        .exclude(user__is_demo=True)
        .select_related("bootcamp")
        .order_by("pk")
    )
    ending = {one.enrollment_id: one for one in sessions if now < book_by(one) <= soon}
    seats = (
        Enrollment.objects.filter(live(), pk__in=[pk for pk in ending if pk is not None])
        .select_related("purchase__user", "holder")
        .order_by("pk")
    )
    return [_email(ending[seat.pk], seat) for seat in seats]


def _email(session: CoachingSession, seat: Enrollment) -> NewMessage:
    reader = for_attendee(seat)
    person = recipient_of(reader)
    return ending_soon(
        session=session,
        to=person.address,
        first_name=person.first_name,
        user_id=reader.user_id,
        zone_name=reader_zone(reader) or session.bootcamp.timezone,
    )
