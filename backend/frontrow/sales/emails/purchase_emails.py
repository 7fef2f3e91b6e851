"""Emails about a purchase: confirmation, welcome, invitation, reschedule and goodbye.

They only format the data they are given. A purchase must come with its user loaded, and enrollments
with their bootcamps, so that no query runs while rows are locked.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from django.conf import settings

from frontrow.accounts.models import User
from frontrow.core import clock
from frontrow.core.text_fields import told_name
from frontrow.messaging.email_layout import (
    Block,
    Button,
    Card,
    Heading,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.models import TemplateCategory
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.private_links import LINK_PLACE, link_place
from frontrow.messaging.rendering import plain_blocks, render_blocks
from frontrow.messaging.templates import TemplateWords
from frontrow.sales.attending.calendar_file import calendar_file
from frontrow.sales.emails.correction_emails import wrong_address
from frontrow.sales.emails.parts import (
    buyer_email,
    first_name_of,
    help_section,
    name_of,
    portal_address,
    questions_note,
    shortened,
    subject_of,
)
from frontrow.sales.emails.receipts import TERMS_PATH, receipt
from frontrow.sales.emails.seat_emails import change_it
from frontrow.sales.emails.template_variables import own_time_note, own_words, schedule_of
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.links import JOIN, SEAT
from frontrow.sales.models import Enrollment, Purchase
from frontrow.sales.terms.refund_policy import IN_ONE_SENTENCE

INVITATION = "INVITATION"
MOVED = "MOVED"
GOODBYE = "GOODBYE"


def completion_emails(
    *,
    purchase: Purchase,
    enrollments: Sequence[Enrollment],
    seat_numbers: Mapping[int, int],
    invitation_link: str,
    templates: Mapping[str, TemplateWords | None] = MappingProxyType({}),
    asking: Collection[int] = (),
) -> list[NewMessage]:
    """The confirmation with its receipt, and the welcome.

    `seat_numbers` maps bootcamp ids to seat numbers. `asking` are the bootcamps whose instructor
    has questions. `invitation_link` is empty for a buyer with an account. A template in `templates`
    (by category) replaces our own text, except the seats, the join link and the receipt.
    """
    in_order = sorted(
        enrollments, key=lambda enrollment: (enrollment.bootcamp.starts_at, enrollment.pk)
    )
    return [
        _confirmation(
            purchase=purchase,
            enrollments=in_order,
            seat_numbers=seat_numbers,
            invitation_link=invitation_link,
            template=templates.get(TemplateCategory.REGISTRATION_CONFIRM),
            asking=asking,
        ),
        _welcome(
            purchase=purchase,
            enrollments=in_order,
            is_guest=bool(invitation_link),
            template=templates.get(TemplateCategory.WELCOME),
        ),
    ]


def invitation_email(*, purchase: Purchase, link: str, event: str) -> NewMessage:
    """The account invitation again, with a new link."""
    return buyer_email(
        purchase=purchase,
        event=event,
        category=INVITATION,
        title="Create your account",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(f"Here's a new link to create your account for {purchase.package_name}."),
            *_account_section(),
            Paragraph("Links we sent you before no longer work."),
        ],
        link=link,
    )


def moved_email(
    *, enrollment: Enrollment, event: str, written_at: datetime, note: str = ""
) -> NewMessage:
    """A bootcamp of a purchase was rescheduled, with its new calendar file.

    `note` is the admin's own text. The enrollment must come with its bootcamp, holder, purchase and
    user loaded.
    """
    bootcamp, purchase = enrollment.bootcamp, for_attendee(enrollment)
    email = buyer_email(
        purchase=purchase,
        event=event,
        category=MOVED,
        title="Your bootcamp has a new date",
        subject=f"New date: {shortened(enrollment.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(
                f"{enrollment.name} has moved, and your seat moves with it. Here's the new time:"
            ),
            Card(enrollment.name, schedule_of(purchase=purchase, bootcamp=bootcamp)),
            *(plain_blocks(note) if note else []),
            Paragraph("The attached calendar file moves the entry in your calendar."),
            Button("Join the live session", link_place(1)),
            Paragraph(
                "You can join 30 minutes before we start, without signing in. The link is personal:"
                " please don't forward this email. Everything else is in",
                "your portal",
                portal_address(),
            ),
            change_it(2),
            Paragraph(
                f"If no date works for you, tell us. {IN_ONE_SENTENCE}",
                "Read the refund terms",
                f"{settings.SITE_URL}{TERMS_PATH}",
            ),
            *help_section(),
        ],
        more_links=[JOIN.url(enrollment), SEAT.url(enrollment)],
        attachments=[
            {
                "name": "bootcamp.ics",
                "media_type": "text/calendar",
                "text": calendar_file(
                    enrollments=[enrollment], written_at=written_at, links=[link_place(1)]
                ),
            }
        ],
    )
    # A bundle's purchase names no bootcamp, but this email is about one.
    return replace(email, bootcamp_id=bootcamp.pk)


def goodbye_email(*, user: User, has_purchases: bool) -> NewMessage:
    """The last email after an account was deleted. It belongs to no account."""
    title = "Your account is deleted"
    kept = (
        "We keep the receipts of your purchases, with your name and address on them, for as long"
        " as tax law requires."
        if has_purchases
        else "You never bought anything with it, so there are no receipts to keep."
    )
    blocks: list[Block] = [
        Paragraph(f"Hello {told_name(user.first_name or user.username, otherwise='there')},"),
        Paragraph(
            "We've deleted your account, and with it your profile, your sign-ins, your progress and"
            " the names on your certificates."
        ),
        Paragraph(kept),
        Paragraph("If it wasn't you who did this, tell us right away."),
        *help_section(),
    ]
    return NewMessage(
        event=f"goodbye:{user.pk}",
        category=GOODBYE,
        to=user.email,
        subject=f"{title} · {settings.ENV.SITE_NAME}",
        text=lay_out_text([Heading(title), *blocks]),
        html=lay_out_html(title=title, blocks=blocks),
        reply_to=settings.ENV.SUPPORT_EMAIL,
    )


def _confirmation(
    *,
    purchase: Purchase,
    enrollments: Sequence[Enrollment],
    seat_numbers: Mapping[int, int],
    invitation_link: str,
    template: TemplateWords | None,
    asking: Collection[int],
) -> NewMessage:
    # After a transfer only the new holder gets a join link.
    own = [enrollment for enrollment in enrollments if not enrollment.is_handed_over]
    seats: list[Block] = []
    for number, enrollment in enumerate(own, start=1):
        bootcamp = enrollment.bootcamp
        when = schedule_of(purchase=purchase, bootcamp=bootcamp)
        seats += [
            Card(enrollment.name, [*when, f"Seat {seat_numbers[enrollment.bootcamp_id]}"]),
            Button("Join the live session", link_place(number)),
            *([questions_note(number)] if enrollment.bootcamp_id in asking else []),
            change_it(len(own) + number, can_refund=purchase.total_amount > 0),
        ]
    entry: list[Block] = (
        [Heading("Create your account"), *_account_section()]
        if invitation_link
        else [Button("Open your portal", portal_address())]
    )
    many = len(own) > 1
    words = own_words(
        purchase=purchase, bootcamp=enrollments[0].bootcamp, bootcamp_name=purchase.package_name
    )
    opening: list[Block] = (
        render_blocks(template.content, words)
        if template
        else [
            Paragraph(f"Hello {name_of(purchase)},"),
            Paragraph(
                f"Thank you! Your {'seats are' if many else 'seat is'} confirmed. Open the attached"
                f" calendar file to add the {'dates' if many else 'date'} to your calendar."
                if own
                else "Here's your receipt. What you bought has been handed over."
            ),
        ]
    )
    join = (
        "You can join 30 minutes before we start, without signing in."
        f" {'These links are' if many else 'This link is'} personal: please don't forward"
        " this email."
    )
    return buyer_email(
        purchase=purchase,
        event=f"confirmed:{purchase.pk}",
        category=TemplateCategory.REGISTRATION_CONFIRM,
        title="Your seats are confirmed" if many else "Your seat is confirmed",
        subject=f"Confirmed: {shortened(purchase.package_name)}",
        own_subject=subject_of(template, words),
        blocks=[
            *opening,
            *seats,
            *([Paragraph(join)] if own else []),
            *entry,
            *(wrong_address(purchase) if invitation_link else []),
            *receipt(purchase=purchase, enrollments=enrollments),
            *help_section(),
        ],
        link=invitation_link,
        more_links=[
            *(JOIN.url(enrollment) for enrollment in own),
            *(SEAT.url(enrollment) for enrollment in own),
        ],
        attachments=[
            {
                "name": "bootcamps.ics" if many else "bootcamp.ics",
                "media_type": "text/calendar",
                "text": calendar_file(
                    enrollments=own,
                    written_at=purchase.completed_at or clock.now(),
                    links=[link_place(number) for number in range(1, len(own) + 1)],
                ),
            }
        ]
        if own
        else (),
    )


def _welcome(
    *,
    purchase: Purchase,
    enrollments: Sequence[Enrollment],
    is_guest: bool,
    template: TemplateWords | None,
) -> NewMessage:
    first = enrollments[0].bootcamp
    words = own_words(purchase=purchase, bootcamp=first, bootcamp_name=enrollments[0].name)
    when = schedule_of(purchase=purchase, bootcamp=first)
    account = (
        "Create your account with the button in your confirmation email to open your portal."
        if is_guest
        else "Everything you need is in your portal."
    )
    preparing: list[Block] = [
        Paragraph("We're glad you're coming. Here's when we start:"),
        Card(enrollments[0].name, when),
        Heading("How to prepare"),
        Card("Bring your idea", ["One sentence is enough: who it is for and what it does."]),
        Card(
            "Bring a computer",
            ["With a current browser, a camera and a microphone. A phone is too small."],
        ),
        Card(
            "Come a few minutes early",
            ["The session is live. You join it from your portal, where the link appears."],
        ),
    ]
    return buyer_email(
        purchase=purchase,
        event=f"welcome:{purchase.pk}",
        category=TemplateCategory.WELCOME,
        title=f"Welcome, {first_name_of(purchase)}",
        subject=f"How to prepare for {shortened(enrollments[0].name)}",
        own_subject=subject_of(template, words),
        blocks=[
            *(
                [
                    *render_blocks(template.content, words),
                    *own_time_note(purchase=purchase, bootcamp=first, template=template.content),
                ]
                if template
                else preparing
            ),
            *([] if template and not is_guest else [Paragraph(account)]),
            *([] if template else [Button("Open your portal", portal_address())]),
            *help_section(),
        ],
        more_links=[JOIN.url(enrollments[0])] if template else [],
    )


def _account_section() -> list[Block]:
    return [
        Paragraph(
            "Create a free account, or sign in, to find your session links, recordings and"
            " resources in one place."
        ),
        Button("Create your account", LINK_PLACE),
        Paragraph("This link is personal and works for 30 days."),
    ]
