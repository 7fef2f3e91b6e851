"""Emails about a seat that moves to another date or to another person.

They go to the attendee and only format the data they are given. The enrollment must come with its
bootcamp, holder, purchase and the purchase's user loaded.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from frontrow.core.dates import format_range, moment_words, weekday
from frontrow.core.text_fields import told_name
from frontrow.messaging.email_layout import Block, Button, Card, Heading, Paragraph
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.private_links import LINK_PLACE, link_place
from frontrow.sales.attending.calendar_file import calendar_file
from frontrow.sales.emails.parts import (
    buyer_email,
    first_name_of,
    help_section,
    portal_address,
    questions_note,
    shortened,
)
from frontrow.sales.emails.receipts import receipt
from frontrow.sales.emails.template_variables import schedule_of
from frontrow.sales.enrollment.attendees import addressed_to, for_attendee
from frontrow.sales.enrollment.enrollments import Holder
from frontrow.sales.links import JOIN, SEAT
from frontrow.sales.models import Enrollment, HandOver, Purchase

SEAT_MOVED = "SEAT_MOVED"
SEAT_OFFER = "SEAT_OFFER"
SEAT_HANDED_OVER = "SEAT_HANDED_OVER"
SEAT_ENDED = "SEAT_ENDED"

PERSONAL = (
    "You can join 30 minutes before we start, without signing in. The link is personal: please"
    " don't forward this email."
)


def seat_moved_email(
    *,
    enrollment: Enrollment,
    before: Enrollment,
    seat_number: int,
    has_booked_hour: bool,
    by_desk: bool,
    written_at: datetime,
    paid_by: tuple[Purchase, Enrollment] | None = None,
) -> NewMessage:
    """The seat moved to another class, with its updated calendar entry.

    Includes the receipt if a price difference was paid.
    """
    reader = for_attendee(enrollment)
    starts_at, zone = before.bootcamp.starts_at, before.timezone
    left = f"{weekday(starts_at, zone)}, {format_range(starts_at, before.bootcamp.ends_at, zone)}"
    who = "We've moved your seat" if by_desk else "You've moved your seat"
    hour = (
        [Paragraph("Your coaching session isn't affected: it's still at the time you picked.")]
        if has_booked_hour
        else []
    )
    email = buyer_email(
        purchase=reader,
        event=f"seat-moved:{enrollment.pk}",
        category=SEAT_MOVED,
        title="Your seat has a new date",
        subject=f"New date: {shortened(enrollment.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(reader)},"),
            Paragraph(f"{who} from {left}. Here's your new date:"),
            Card(
                enrollment.name,
                [
                    *schedule_of(purchase=reader, bootcamp=enrollment.bootcamp),
                    f"Seat {seat_number}",
                ],
            ),
            Paragraph("The attached calendar file moves the entry in your calendar."),
            *hour,
            Button("Join the live session", link_place(1)),
            Paragraph(PERSONAL),
            change_it(2),
            *(receipt(purchase=paid_by[0], enrollments=[paid_by[1]]) if paid_by else []),
            *help_section(),
        ],
        more_links=[JOIN.url(enrollment), SEAT.url(enrollment)],
        attachments=[_entry_of([enrollment], written_at)],
    )
    return replace(email, bootcamp_id=enrollment.bootcamp_id)


def offer_email(*, enrollment: Enrollment, offer: HandOver, giver: str, link: str) -> NewMessage:
    """To the recipient of an offered seat. Without a name, because the address is unverified."""
    reader = addressed_to(Holder(None, offer.to_email, offer.to_name), enrollment.purchase)
    zone = enrollment.bootcamp.timezone
    until = moment_words(offer.expires_at, zone, "")
    email = buyer_email(
        purchase=reader,
        event=f"seat-offered:{offer.pk}",
        category=SEAT_OFFER,
        title="You've been offered a seat",
        subject=f"A seat for you: {shortened(enrollment.name)}",
        blocks=[
            Paragraph("Hello,"),
            Paragraph(
                f"{giver} can't attend this live online class and would like you to take their"
                " seat. You won't be charged anything."
            ),
            Card(enrollment.name, schedule_of(purchase=reader, bootcamp=enrollment.bootcamp)),
            Button("See the offer", LINK_PLACE),
            Paragraph(
                f"It shows the class in your own time. Accept by {until}, and we'll email you your"
                " join link. Don't want the seat? Just ignore this email."
            ),
            *help_section(),
        ],
        link=link,
    )
    return _not_the_buyers(email, enrollment)


def offer_taken_back_email(*, enrollment: Enrollment, offer: HandOver, giver: str) -> NewMessage:
    reader = addressed_to(Holder(None, offer.to_email, offer.to_name), enrollment.purchase)
    email = buyer_email(
        purchase=reader,
        event=f"seat-offer-taken-back:{offer.pk}",
        category=SEAT_OFFER,
        title="The offer of a seat has been withdrawn",
        subject=f"Offer withdrawn: {shortened(enrollment.name)}",
        blocks=[
            Paragraph("Hello,"),
            Paragraph(
                f"{giver} has withdrawn the offer of a seat in {enrollment.name}. The link in our"
                " last email no longer works. You don't need to do anything."
            ),
            *help_section(),
        ],
    )
    return _not_the_buyers(email, enrollment)


def taken_over_email(
    *,
    enrollment: Enrollment,
    seat_number: int | None,
    invitation_link: str,
    written_at: datetime,
    asks: bool,
) -> NewMessage:
    """To the new holder of a seat: everything that a guest who bought it would get.

    `asks` says whether the instructor has questions.
    """
    reader = for_attendee(enrollment)
    when = schedule_of(purchase=reader, bootcamp=enrollment.bootcamp)
    account: list[Block] = (
        [
            Heading("Create your account"),
            Paragraph(
                "Create a free account, or sign in, to find your session link, recordings and"
                " resources in one place."
            ),
            Button("Create your account", LINK_PLACE),
            Paragraph("This link is personal and works for 30 days."),
        ]
        if invitation_link
        else [Paragraph("Everything else is in", "your portal", portal_address())]
    )
    email = buyer_email(
        purchase=reader,
        event=f"seat-taken-over:{enrollment.pk}",
        category=SEAT_HANDED_OVER,
        title="The seat is yours",
        subject=f"Confirmed: {shortened(enrollment.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(reader)},"),
            Paragraph("You've accepted the seat, so you're in. Here's your class:"),
            Card(enrollment.name, [*when, *([f"Seat {seat_number}"] if seat_number else [])]),
            Paragraph("Open the attached calendar file to add the date to your calendar."),
            Button("Join the live session", link_place(1)),
            Paragraph(PERSONAL),
            *([questions_note(1)] if asks else []),
            change_it(2),
            *account,
            *help_section(),
        ],
        link=invitation_link,
        more_links=[JOIN.url(enrollment), SEAT.url(enrollment)],
        attachments=[_entry_of([enrollment], written_at)],
    )
    return replace(email, bootcamp_id=enrollment.bootcamp_id)


def handed_over_email(*, before: Enrollment, to_name: str, written_at: datetime) -> NewMessage:
    """To the previous holder: the seat and its calendar entry are gone."""
    taker = told_name(to_name, otherwise="The recipient")
    reader = for_attendee(before)
    email = buyer_email(
        purchase=reader,
        event=f"seat-handed-over:{before.pk}",
        category=SEAT_HANDED_OVER,
        title="Your seat has been handed over",
        subject=f"Handed over: {shortened(before.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(reader)},"),
            Paragraph(f"{taker} has accepted your seat and will attend in your place."),
            Card(before.name, schedule_of(purchase=reader, bootcamp=before.bootcamp)),
            Paragraph(
                "Your join link no longer works, and the attached calendar file removes the entry"
                " from your calendar."
            ),
            *help_section(),
        ],
        attachments=[
            {
                "name": "bootcamp.ics",
                "media_type": "text/calendar",
                "text": calendar_file(enrollments=[before], written_at=written_at, canceled=True),
            }
        ],
    )
    return replace(email, bootcamp_id=before.bootcamp_id)


def seat_ended_email(*, enrollment: Enrollment, event: str) -> NewMessage:
    """To the holder of a seat that its buyer had refunded. Doesn't mention the refund."""
    reader = for_attendee(enrollment)
    email = buyer_email(
        purchase=reader,
        event=f"{event}:{enrollment.pk}",
        category=SEAT_ENDED,
        title="Your seat has been canceled",
        blocks=[
            Paragraph(f"Hello {first_name_of(reader)},"),
            Paragraph(
                f"The person who bought your seat in {enrollment.name} has canceled it, so the seat"
                " is no longer yours and your join link no longer works."
            ),
            Card(enrollment.name, schedule_of(purchase=reader, bootcamp=enrollment.bootcamp)),
            *help_section(),
        ],
    )
    return replace(email, bootcamp_id=enrollment.bootcamp_id)


def seat_kept_email(*, enrollment: Enrollment, event: str) -> NewMessage:
    """To a holder whose canceled seat was restored. Doesn't mention the refund."""
    reader = for_attendee(enrollment)
    email = buyer_email(
        purchase=reader,
        event=f"{event}:{enrollment.pk}",
        category=SEAT_ENDED,
        title="Your seat is yours again",
        blocks=[
            Paragraph(f"Hello {first_name_of(reader)},"),
            Paragraph(
                f"We told you that your seat in {enrollment.name} was canceled. That didn't go"
                " through: the seat is yours, and your join link works again."
            ),
            Card(enrollment.name, schedule_of(purchase=reader, bootcamp=enrollment.bootcamp)),
            Button("Join the live session", link_place(1)),
            Paragraph(PERSONAL),
            *help_section(),
        ],
        more_links=[JOIN.url(enrollment)],
    )
    return replace(email, bootcamp_id=enrollment.bootcamp_id)


def _not_the_buyers(email: NewMessage, enrollment: Enrollment) -> NewMessage:
    """Exclude emails to a third person from the buyer's purchase history."""
    return replace(email, purchase_id=None, bootcamp_id=enrollment.bootcamp_id)


def change_it(number: int, *, can_refund: bool = False) -> Block:
    """The link to move or transfer the seat. `number` is its place among the links.

    `can_refund` is for the payer, because the page also refunds guests.
    """
    words = (
        "Change your date, hand over your seat or get a refund"
        if can_refund
        else "Change your date or hand over your seat"
    )
    return Paragraph("Can't make it?", words, link_place(number))


def _entry_of(enrollments: Sequence[Enrollment], written_at: datetime) -> dict[str, str]:
    return {
        "name": "bootcamp.ics",
        "media_type": "text/calendar",
        "text": calendar_file(
            enrollments=enrollments, written_at=written_at, links=[link_place(1)]
        ),
    }
