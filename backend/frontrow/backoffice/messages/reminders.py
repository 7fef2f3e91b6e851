"""Automatic messages to attendees: a day before, an hour before, and when the recording is ready.

Every minute the job creates the messages that are due and don't exist yet. Due times are computed
in UTC, so daylight saving changes have no effect.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import BigIntegerField, F, Func, QuerySet

from frontrow.core.clock import database_now
from frontrow.core.jobs import job
from frontrow.integrations import sms
from frontrow.messaging.campaigns import (
    agreed_to_texts,
    event_key,
    reachable,
    untold,
    write_in_batches,
)
from frontrow.messaging.models import Channel, TemplateCategory
from frontrow.messaging.quiet_hours import earliest_allowed
from frontrow.messaging.templates import words_in_use
from frontrow.messaging.texts import zone_of_phone
from frontrow.sales.emails.reminder_emails import recording_email, reminder_email, reminder_text
from frontrow.sales.emails.template_variables import attendee_address, attendee_phone
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.models import Enrollment

# An older recording is no longer news.
RECORDING_IS_NEWS_FOR = timedelta(days=14)
# Longer than the admin panel offers Undo for a link that was just saved.
RECORDING_WAITS = timedelta(seconds=15)


@dataclass(frozen=True, kw_only=True)
class Reminder:
    category: TemplateCategory
    # Due this long before the start.
    ahead: timedelta
    # After an outage it is sent late, but never later than this long before the start.
    last_call: timedelta


REMINDERS = (
    Reminder(
        category=TemplateCategory.REMINDER_1DAY,
        ahead=timedelta(hours=24),
        last_call=timedelta(hours=3),
    ),
    Reminder(
        category=TemplateCategory.REMINDER_1HOUR,
        ahead=timedelta(hours=1),
        last_call=timedelta(0),
    ),
)


CATEGORIES = [reminder.category for reminder in REMINDERS]
# Prefix of the dedupe key of a text message.
TEXT = "sms:"
# Suffix of the dedupe key of a reminder that an admin sent again, with its number.
AGAIN = "#"


def newest_due(*, enrollment: Enrollment, now: datetime) -> Reminder | None:
    """The latest reminder that is due for this seat. None if the seat was bought after it."""
    starts_at, bought_at = enrollment.bootcamp.starts_at, enrollment.purchase.completed_at
    for reminder in reversed(REMINDERS):
        due_at = starts_at - reminder.ahead
        if due_at <= now and bought_at is not None and bought_at <= due_at:
            return reminder
    return None


def reminder_key(reminder: Reminder, *, enrollment: Enrollment) -> str:
    """The dedupe key that `_due` gives it: one per seat, kind and start."""
    start = int(enrollment.bootcamp.starts_at.timestamp())
    return f"{reminder.category.lower()}:{enrollment.pk}:{start}"


def first_key(key: str) -> str:
    """The dedupe key without the number of a resent reminder."""
    return key.partition(AGAIN)[0]


@job(every="* * * * *")
def send_reminders(timestamp: int | None = None) -> None:
    now = database_now()
    write_due_reminders(now=now)
    write_due_texts(now=now)
    write_recording_news(now=now)


def write_due_reminders(*, now: datetime) -> None:
    """Create each reminder that is due: at most one per seat, kind and start.

    The start is part of the dedupe key, so attendees of a rescheduled bootcamp are reminded again.
    Buyers who bought after the reminder was due have just read the date and get none.
    """
    templates = words_in_use(categories=CATEGORIES)
    for reminder in REMINDERS:
        due = _due(reminder, now=now)
        write_in_batches(
            reminder_email(
                enrollment=enrollment,
                event=enrollment.event,
                category=reminder.category,
                template=templates.get(reminder.category),
                written_at=now,
            )
            for enrollment in reachable(due, address_of=attendee_address)
        )


def write_due_texts(*, now: datetime) -> None:
    """Create due text reminders for those who consented, if there is a template.

    None are created during quiet hours. In the morning a reminder is still due, or it is obsolete,
    and the email has been sent.
    """
    if not sms.is_configured():
        return
    templates = words_in_use(categories=CATEGORIES, channel=Channel.SMS)
    for reminder in REMINDERS:
        template = templates.get(reminder.category)
        if template is None:
            continue
        due = _due(reminder, now=now, key=TEXT)
        write_in_batches(
            reminder_text(
                enrollment=enrollment,
                event=enrollment.event,
                category=reminder.category,
                template=template,
            )
            for enrollment in _awake(due, now=now)
        )


def write_recording_news(*, now: datetime) -> None:
    """Notify all attendees once that the recording of an ended bootcamp is available.

    It waits briefly after a change of the bootcamp, because a wrong link can be undone until then.
    """
    enrollments = (
        live_enrollments()
        .filter(bootcamp__ends_at__lte=now, bootcamp__ends_at__gt=now - RECORDING_IS_NEWS_FOR)
        .exclude(bootcamp__recording_url="")
        .exclude(bootcamp__updated_at__gt=now - RECORDING_WAITS)
        .annotate(event=event_key("recording:", F("pk")))
    )
    write_in_batches(
        recording_email(enrollment=enrollment, event=enrollment.event)
        for enrollment in reachable(_loaded(enrollments), address_of=attendee_address)
    )


def _due(reminder: Reminder, *, now: datetime, key: str = "") -> Iterable[Enrollment]:
    enrollments = (
        live_enrollments()
        .filter(
            bootcamp__canceled_at=None,
            bootcamp__starts_at__gt=now + reminder.last_call,
            bootcamp__starts_at__lte=now + reminder.ahead,
            purchase__completed_at__lte=F("bootcamp__starts_at") - reminder.ahead,
        )
        .annotate(
            event=event_key(
                f"{key}{reminder.category.lower()}:",
                F("pk"),
                ":",
                _Epoch(F("bootcamp__starts_at")),
            )
        )
    )
    return _loaded(enrollments)


class _Epoch(Func):
    template = "extract(epoch from %(expressions)s)::bigint"
    output_field = BigIntegerField()


def _loaded(enrollments: QuerySet[Enrollment]) -> QuerySet[Any]:
    """Enrollments without this message, with all that it needs."""
    related = ("bootcamp", "purchase__user", "holder")
    return untold(enrollments).select_related(*related).order_by("pk")


def _awake(enrollments: Iterable[Enrollment], *, now: datetime) -> Iterator[Any]:
    """Recipients who consented to texts and aren't in their quiet hours."""
    for enrollment in agreed_to_texts(enrollments, owner_of=attendee_phone):
        zone = zone_of_phone(user=enrollment.attendee, bootcamp=enrollment.bootcamp)
        if earliest_allowed(at=now, zone=zone) <= now:
            yield enrollment
