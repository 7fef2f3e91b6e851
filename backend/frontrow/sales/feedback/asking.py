"""Asks for feedback two hours after a class, with a reminder three days later.

Each email's key names the seat, so each is sent once, even if workers die or run concurrently.
These emails are optional and skip addresses that unsubscribed or bounced.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet

from frontrow.core.clock import database_now
from frontrow.core.jobs import job
from frontrow.messaging.campaigns import event_key, reachable, untold, write_in_batches
from frontrow.messaging.models import Message
from frontrow.sales.emails.feedback_emails import feedback_reminder, feedback_request
from frontrow.sales.emails.template_variables import attendee_address
from frontrow.sales.feedback.standing import answered_by, attended_seats
from frontrow.sales.links import FEEDBACK
from frontrow.sales.models import Feedback

ASKED_AFTER = timedelta(hours=2)
# A worker that was down asks late, but not for classes older than this.
ASKED_WITHIN = timedelta(days=3)
REMINDED_AFTER = timedelta(days=3)
REMINDED_WITHIN = timedelta(days=10)

_REQUEST = "feedback:"
_REMINDER = "feedback-reminder:"


@job(every="* * * * *")
def ask_for_feedback(timestamp: int) -> None:
    now = database_now()
    write_requests(now=now)
    write_reminders(now=now)


def write_requests(*, now: datetime) -> None:
    seats = _unanswered(_REQUEST).filter(
        bootcamp__ends_at__lte=now - ASKED_AFTER, bootcamp__ends_at__gt=now - ASKED_WITHIN
    )
    write_in_batches(
        feedback_request(
            enrollment=seat, event=seat.event, link=FEEDBACK.url(seat), answer_by=answered_by(seat)
        )
        for seat in reachable(seats, address_of=attendee_address)
    )


def write_reminders(*, now: datetime) -> None:
    """Write to attendees who were asked three days ago and haven't answered."""
    asked = Message.objects.filter(
        dedupe_key=event_key(_REQUEST, OuterRef("pk")), created_at__lte=now - REMINDED_AFTER
    )
    seats = _unanswered(_REMINDER).filter(
        Exists(asked), bootcamp__ends_at__gt=now - REMINDED_WITHIN
    )
    write_in_batches(
        feedback_reminder(
            enrollment=seat, event=seat.event, link=FEEDBACK.url(seat), answer_by=answered_by(seat)
        )
        for seat in reachable(seats, address_of=attendee_address)
    )


def _unanswered(prefix: str) -> QuerySet[Any]:
    return (
        untold(attended_seats().annotate(event=event_key(prefix, F("pk"))))
        .filter(~Exists(Feedback.objects.filter(enrollment=OuterRef("pk"))))
        .select_related("bootcamp", "purchase__user", "holder")
        .order_by("pk")
    )
