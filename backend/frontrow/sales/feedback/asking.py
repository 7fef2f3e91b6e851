"""Asks for feedback two hours after a class, and once more three days later.

Each email's key names the seat, so whatever dies and however many workers run, each is sent once.
These emails are optional: whoever has unsubscribed, and whose address bounced, is not asked.
"""

import itertools
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import CharField, Exists, OuterRef, QuerySet, Value
from django.db.models.functions import Cast, Concat

from frontrow.core.addresses import address_key
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import job
from frontrow.messaging.models import Channel, Message
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.suppression_list import reasons_for
from frontrow.sales.emails.feedback_emails import feedback_reminder, feedback_request
from frontrow.sales.emails.template_variables import recipient_of
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.feedback.standing import answered_by, attended_seats
from frontrow.sales.links import FEEDBACK
from frontrow.sales.models import Enrollment, Feedback

ASKED_AFTER = timedelta(hours=2)
# A worker that was down asks late; an older class is not asked about any more.
ASKED_WITHIN = timedelta(days=3)
REMINDED_AFTER = timedelta(days=3)
REMINDED_WITHIN = timedelta(days=10)
EMAILS_AT_ONCE = 100

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
    _write(
        feedback_request(
            enrollment=seat, event=seat.event, link=FEEDBACK.url(seat), answer_by=answered_by(seat)
        )
        for seat in _reachable(seats)
    )


def write_reminders(*, now: datetime) -> None:
    """To whoever was asked so long ago and has not answered."""
    asked = Message.objects.filter(
        dedupe_key=_key(_REQUEST, OuterRef("pk")), created_at__lte=now - REMINDED_AFTER
    )
    seats = _unanswered(_REMINDER).filter(
        Exists(asked), bootcamp__ends_at__gt=now - REMINDED_WITHIN
    )
    _write(
        feedback_reminder(
            enrollment=seat, event=seat.event, link=FEEDBACK.url(seat), answer_by=answered_by(seat)
        )
        for seat in _reachable(seats)
    )


def _key(prefix: str, number: Any) -> Concat:
    return Concat(Value(prefix), Cast(number, CharField()))


def _unanswered(prefix: str) -> QuerySet[Enrollment]:
    told = Message.objects.filter(dedupe_key=OuterRef("event"))
    return (
        attended_seats()
        .annotate(event=_key(prefix, "pk"))
        .filter(~Exists(told), ~Exists(Feedback.objects.filter(enrollment=OuterRef("pk"))))
        .select_related("bootcamp", "purchase__user", "holder")
        .order_by("pk")
    )


def _reachable(seats: Iterable[Enrollment]) -> Iterator[Any]:
    """Those who can be written to and want to be, each with the name of its event."""
    found = list(seats)
    addresses = [recipient_of(for_attendee(seat)).address for seat in found]
    refused = reasons_for(channel=Channel.EMAIL, addresses=addresses) if found else {}
    for seat, address in zip(found, addresses, strict=True):
        if address and address_key(address) not in refused:
            yield seat


def _write(emails: Iterable[NewMessage]) -> None:
    rest = iter(emails)
    while some := list(itertools.islice(rest, EMAILS_AT_ONCE)):
        write_messages(some)
        crash_point("feedback.asked_some")
