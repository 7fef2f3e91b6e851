"""Send a reminder now: to all who lack theirs, or again to one attendee."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.messages.reminders import (
    AGAIN,
    CATEGORIES,
    TEXT,
    newest_due,
    reminder_key,
)
from frontrow.backoffice.readiness.schemas import SendReminderIn
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.core.addresses import address_key
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict, NotFound
from frontrow.messaging.consent import consenting
from frontrow.messaging.models import Channel, Message
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.messaging.suppression_list import reasons_for
from frontrow.messaging.templates import TemplateWords, words_in_use
from frontrow.sales.emails.reminder_emails import reminder_email, reminder_text
from frontrow.sales.emails.template_variables import attendee_address, attendee_phone
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.models import Enrollment, Purchase

# Deduplicates double clicks and concurrent operators.
PAUSE = timedelta(minutes=1)
JUST_SENT = "It was sent a moment ago. Wait a minute before you send it again."
NOT_DUE = "No reminder is due for this seat yet."
STARTED = "The class has started, so a reminder would come too late."
NO_CONSENT = "They haven't agreed to text messages, or there's no text template for this reminder."


@transaction.atomic
def send_reminders(*, by: Actor, bootcamp_id: int, wanted: SendReminderIn) -> int:
    """Returns how many were sent. Raises Conflict with the reason if one can't be sent."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    now = database_now()
    if bootcamp.starts_at <= now or bootcamp.canceled_at is not None:
        raise Conflict(STARTED)
    if wanted.enrollment_id is None:
        emails = _to_all_without(bootcamp_id, now)
    else:
        emails = [_once_more(bootcamp_id, wanted.enrollment_id, wanted.channel, now)]
    write_messages(emails)
    audit.record(
        by=by,
        action="sent reminders",
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
        recipients=len(emails),
    )
    return len(emails)


def _to_all_without(bootcamp_id: int, now: datetime) -> list[NewMessage]:
    """Uses the dedupe keys of the minute's job, so that a concurrent run sends no duplicates."""
    seats = live_enrollments().filter(bootcamp=bootcamp_id).order_by("pk")
    due = {
        reminder_key(reminder, enrollment=seat): (seat, reminder)
        for seat in seats.select_related("bootcamp", "purchase__user", "holder")
        if (reminder := newest_due(enrollment=seat, now=now)) is not None
    }
    known = {*due, *(f"{TEXT}{key}" for key in due)}
    told = {
        key.removeprefix(TEXT)
        for key in Message.objects.filter(dedupe_key__in=known).values_list("dedupe_key", flat=True)
    }
    addresses = {key: address_key(attendee_address(seat)) for key, (seat, _) in due.items()}
    refused = reasons_for(channel=Channel.EMAIL, addresses=addresses.values())
    words = words_in_use(categories=CATEGORIES)
    return [
        reminder_email(
            enrollment=seat,
            event=key,
            category=reminder.category,
            template=words.get(reminder.category),
            written_at=now,
        )
        for key, (seat, reminder) in due.items()
        if key not in told and addresses[key] not in refused
    ]


def _once_more(bootcamp_id: int, enrollment_id: int, channel: Channel, now: datetime) -> NewMessage:
    """Holds the purchase's lock, so that of two concurrent requests only one sends."""
    seats = live_enrollments().filter(pk=enrollment_id, bootcamp=bootcamp_id)
    purchase_id = seats.values_list("purchase_id", flat=True).first()
    if purchase_id is None:
        raise NotFound("Attendee not found")
    Purchase.objects.select_for_update().get(pk=purchase_id)
    seat = seats.select_related("bootcamp", "purchase__user", "holder").first()
    if seat is None:
        raise NotFound("Attendee not found")
    due = newest_due(enrollment=seat, now=now)
    if due is None:
        raise Conflict(NOT_DUE)
    key = f"{TEXT if channel == Channel.SMS else ''}{reminder_key(due, enrollment=seat)}"
    sent = Message.objects.filter(dedupe_key__startswith=f"{key}{AGAIN}")
    first = Message.objects.filter(dedupe_key=key)
    newest = (sent | first).order_by("-created_at").values_list("created_at", flat=True).first()
    if newest is not None and newest > now - PAUSE:
        raise Conflict(JUST_SENT)
    event = f"{key}{AGAIN}{sent.count() + 2}" if newest is not None else key
    words = words_in_use(categories=[due.category], channel=channel)
    told: dict[str, Any] = {"enrollment": seat, "event": event, "category": due.category}
    if channel == Channel.SMS:
        return _text(seat, words, told)
    return reminder_email(**told, template=words.get(due.category), written_at=now)


def _text(seat: Enrollment, words: Mapping[str, TemplateWords], told: dict[str, Any]) -> NewMessage:
    template = words.get(told["category"])
    if template is None or not consenting([attendee_phone(seat)]):
        raise Conflict(NO_CONSENT)
    return reminder_text(**told, template=template)
