"""The email that verifies the address of a free seat's order."""

from collections.abc import Sequence
from datetime import datetime

from frontrow.core.dates import moment_words
from frontrow.messaging.email_layout import Button, Card, Paragraph
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.private_links import LINK_PLACE
from frontrow.sales.emails.parts import buyer_email, help_section, shortened
from frontrow.sales.emails.template_variables import schedule_of
from frontrow.sales.models import Enrollment, Purchase

FREE_SEAT = "FREE_SEAT"


def confirm_seat_email(
    *, purchase: Purchase, enrollments: Sequence[Enrollment], until: datetime, link: str, event: str
) -> NewMessage:
    """One button and no name, because a stranger may have typed the name and address."""
    several = len(enrollments) > 1
    seats, yours = ("your seats", "are yours") if several else ("your seat", "is yours")
    ends = moment_words(until, enrollments[0].timezone, purchase.buyer_timezone)
    held = (
        f"We're holding {'them' if several else 'it'} for you until {ends}."
        if purchase.held_until
        else f"The link works until {ends}, as long as there's a seat left."
    )
    return buyer_email(
        purchase=purchase,
        event=event,
        category=FREE_SEAT,
        title=f"Confirm {seats}",
        subject=f"Confirm {seats}: {shortened(purchase.package_name)}",
        blocks=[
            Paragraph("Hello,"),
            Paragraph(f"One click, and {seats} in {purchase.package_name} {yours}. {held}"),
            *(
                Card(one.name, schedule_of(purchase=purchase, bootcamp=one.bootcamp))
                for one in enrollments
            ),
            Button("Confirm my seats" if several else "Confirm my seat", LINK_PLACE),
            Paragraph("It's free. We don't need a card."),
            Paragraph(
                "Didn't ask for this? Just ignore this email, and the seat goes to someone else."
            ),
            *help_section(),
        ],
        link=link,
    )
