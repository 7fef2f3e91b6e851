"""Scheduled emails to attendees: the class starts soon, and the recording is available.

A template of the category replaces our own text. The enrollment must come with its bootcamp,
holder, purchase and the purchase's user loaded.
"""

from dataclasses import replace
from datetime import datetime

from frontrow.catalogue.session_door import OPENS_BEFORE
from frontrow.core.clock_changes import clock_change_note
from frontrow.core.dates import entry_words
from frontrow.messaging.email_layout import Block, Button, Card, Paragraph
from frontrow.messaging.models import Channel, TemplateCategory
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.rendering import render_blocks, render_words
from frontrow.messaging.templates import TemplateWords
from frontrow.sales.emails.parts import (
    buyer_email,
    first_name_of,
    help_section,
    portal_address,
    shortened,
    subject_of,
)
from frontrow.sales.emails.template_variables import (
    own_time_note,
    own_words,
    reader_zone,
    recipient_of,
    schedule_of,
)
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.links import JOIN
from frontrow.sales.models import Enrollment, Purchase

RECORDING = "RECORDING"

# Title, start of the subject, and instructions. They don't state the remaining time, because a
# reminder may be late.
_REMINDERS = {
    TemplateCategory.REMINDER_1DAY: (
        "Your bootcamp is coming up",
        "Coming up",
        "Bring your idea, a computer with a current browser, a camera and a microphone.",
    ),
    TemplateCategory.REMINDER_1HOUR: (
        "We're about to start",
        "Starting soon",
        "Come a few minutes early, so that sound and picture work when we begin.",
    ),
}


def reminder_email(
    *,
    enrollment: Enrollment,
    event: str,
    category: TemplateCategory,
    template: TemplateWords | None,
    written_at: datetime,
) -> NewMessage:
    bootcamp, purchase = enrollment.bootcamp, for_attendee(enrollment)
    title, beginning, advice = _REMINDERS[category]
    words = own_words(purchase=purchase, bootcamp=bootcamp)
    blocks: list[Block] = (
        [
            *render_blocks(template.content, words),
            *own_time_note(purchase=purchase, bootcamp=bootcamp, template=template.content),
        ]
        if template
        else [
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph("Here's when we meet, live:"),
            Card(bootcamp.name, schedule_of(purchase=purchase, bootcamp=bootcamp)),
            Paragraph(advice),
        ]
    )
    blocks += _clock_note(enrollment, purchase, written_at)
    if category == TemplateCategory.REMINDER_1DAY:
        blocks += _test_your_link(enrollment, purchase, words.zoom_link)
    elif template is None:
        blocks.append(Button("Join the session", words.zoom_link))
    email = buyer_email(
        purchase=purchase,
        event=event,
        category=category,
        title=title,
        subject=f"{beginning}: {shortened(bootcamp.name)}",
        own_subject=subject_of(template, words),
        blocks=[*blocks, *help_section()],
        more_links=[JOIN.url(enrollment)],
    )
    # A bundle's purchase names no bootcamp, but this email is about one.
    return replace(email, bootcamp_id=bootcamp.pk)


def _clock_note(enrollment: Enrollment, purchase: Purchase, at: datetime) -> list[Block]:
    bootcamp = enrollment.bootcamp
    zones = [bootcamp.timezone, reader_zone(purchase)]
    note = clock_change_note(after=at, until=bootcamp.starts_at, zones=zones)
    return [Paragraph(note)] if note else []


def _test_your_link(enrollment: Enrollment, purchase: Purchase, link: str) -> list[Block]:
    """The join link doesn't open yet a day before. Its page tells when it will."""
    bootcamp = enrollment.bootcamp
    opens_at = bootcamp.starts_at - OPENS_BEFORE
    when = entry_words(opens_at, bootcamp.timezone, reader_zone(purchase))
    return [
        Button("Test your link", link),
        Paragraph(f"Open it once today to make sure it works. {when} Use the same link then."),
    ]


def reminder_text(
    *, enrollment: Enrollment, event: str, category: TemplateCategory, template: TemplateWords
) -> NewMessage:
    """The reminder as a text message from the template. There is no default text."""
    bootcamp, purchase = enrollment.bootcamp, for_attendee(enrollment)
    return NewMessage(
        event=event,
        category=category,
        channel=Channel.SMS,
        to=recipient_of(purchase).phone,
        subject="",
        text=render_words(template.content, own_words(purchase=purchase, bootcamp=bootcamp)),
        more_links=[JOIN.url(enrollment)],
        user_id=purchase.user_id,
        bootcamp_id=bootcamp.pk,
        purchase_id=purchase.pk,
    )


def recording_email(*, enrollment: Enrollment, event: str) -> NewMessage:
    bootcamp, purchase = enrollment.bootcamp, for_attendee(enrollment)
    email = buyer_email(
        purchase=purchase,
        event=event,
        category=RECORDING,
        title="Your recording is ready",
        subject=f"Recording: {shortened(bootcamp.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(
                f"The recording of {bootcamp.name} is in your portal. Watch it again, or for the"
                " first time if you couldn't be there."
            ),
            Card(bootcamp.name, schedule_of(purchase=purchase, bootcamp=bootcamp)),
            Button("Watch the recording", portal_address()),
            *help_section(),
        ],
    )
    return replace(email, bootcamp_id=bootcamp.pk)
