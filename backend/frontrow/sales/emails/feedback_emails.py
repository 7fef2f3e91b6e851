"""Optional emails that ask attendees for feedback after a class."""

from dataclasses import replace
from datetime import datetime

from frontrow.core.dates import format_date
from frontrow.messaging.email_layout import Block, Button, Paragraph, Scale, SmallPrint
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.private_links import link_place
from frontrow.messaging.rendering import way_off_the_list
from frontrow.sales.emails.parts import buyer_email, first_name_of, help_section, shortened
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.models import Enrollment

FEEDBACK = "FEEDBACK"


def feedback_request(
    *, enrollment: Enrollment, event: str, link: str, answer_by: datetime
) -> NewMessage:
    return _email(
        enrollment=enrollment,
        event=event,
        link=link,
        answer_by=answer_by,
        title="How was the class?",
        subject=f"How was it? {shortened(enrollment.name)}",
        asks=f"Thanks for being part of {enrollment.name}. How likely are you to recommend it to a"
        " friend? It takes a minute and helps us make the next one better.",
    )


def feedback_reminder(
    *, enrollment: Enrollment, event: str, link: str, answer_by: datetime
) -> NewMessage:
    return _email(
        enrollment=enrollment,
        event=event,
        link=link,
        answer_by=answer_by,
        title="A minute for your feedback?",
        subject=f"Your feedback: {shortened(enrollment.name)}",
        asks=f"A few days ago you attended {enrollment.name}. How likely are you to recommend it to"
        " a friend? We won't ask again.",
    )


def _email(
    *,
    enrollment: Enrollment,
    event: str,
    link: str,
    answer_by: datetime,
    title: str,
    subject: str,
    asks: str,
) -> NewMessage:
    reader = for_attendee(enrollment)
    page = link_place(1)
    until = format_date(answer_by, enrollment.bootcamp.timezone)
    blocks: list[Block] = [
        Paragraph(f"Hello {first_name_of(reader)},"),
        Paragraph(asks),
        # A click only fills in the score. Nothing is sent until the page's button is pressed.
        Scale(
            low="Not at all likely",
            high="Extremely likely",
            choices=[(str(score), f"{page}?score={score}") for score in range(11)],
        ),
        Button("Give feedback", page),
        SmallPrint([f"The link is personal and works until {until}. Please don't share it."]),
        way_off_the_list(),
        *help_section(),
    ]
    email = buyer_email(
        purchase=reader,
        event=event,
        category=FEEDBACK,
        title=title,
        subject=subject,
        blocks=blocks,
        more_links=[link],
    )
    return replace(email, bootcamp_id=enrollment.bootcamp_id, is_optional=True)
