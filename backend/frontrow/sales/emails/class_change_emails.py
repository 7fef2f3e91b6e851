"""Emails about a canceled or moved class: the announcement, the reminder and the result.

The enrollments must come with their bootcamp, holder, purchase and the purchase's user loaded.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from django.conf import settings

from frontrow.catalogue.models import Bootcamp
from frontrow.core.dates import format_date, format_range, moment_words, schedule_lines, weekday
from frontrow.core.text_fields import told_name
from frontrow.messaging.email_layout import Block, Button, Card, Paragraph
from frontrow.messaging.models import Channel
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.private_links import link_place
from frontrow.messaging.rendering import plain_blocks
from frontrow.sales.attending.calendar_file import calendar_file, calendar_file_like
from frontrow.sales.emails.parts import (
    buyer_email,
    first_name_of,
    help_section,
    name_of,
    shortened,
)
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.emails.template_variables import reader_zone, recipient_of, schedule_of
from frontrow.sales.emails.waiting_emails import checkout_address, waiting_email
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.models import (
    ChangeKind,
    Choice,
    ClassChange,
    DiscountCode,
    Enrollment,
    WaitingEntry,
)
from frontrow.sales.terms.free_seats import nothing_was_paid
from frontrow.sales.terms.personal_codes import personal_link

CLASS_CHANGE = "CLASS_CHANGE"
CLASS_RESULT = "CLASS_RESULT"


def old_dates(change: ClassChange, zone: str) -> str:
    day = weekday(change.old_starts_at, zone)
    return f"{day}, {format_range(change.old_starts_at, change.old_ends_at, zone)}"


class CalendarFiles:
    """Calendar files of one class's seats. One is rendered, and the others are derived from it."""

    def __init__(self, change: ClassChange, written_at: datetime) -> None:
        self.is_canceled = change.kind == ChangeKind.CANCEL
        self.written_at = written_at
        self.made: dict[tuple[str, int], tuple[Enrollment, str]] = {}

    def of(self, enrollment: Enrollment) -> str:
        key = (enrollment.name, enrollment.calendar_changes)
        if key in self.made:
            first, text = self.made[key]
            if like := calendar_file_like(text, of=first, enrollment=enrollment):
                return like
        text = calendar_file(
            enrollments=[enrollment], written_at=self.written_at, canceled=self.is_canceled
        )
        self.made[key] = (enrollment, text)
        return text


def announcement(
    *, change: ClassChange, enrollment: Enrollment, link: str, event: str, files: CalendarFiles
) -> NewMessage:
    """To the attendee. Their calendar entry is canceled or moved with the class."""
    reader = for_attendee(enrollment)
    zone = enrollment.bootcamp.timezone
    is_canceled = change.kind == ChangeKind.CANCEL
    when = old_dates(change, zone)
    until = moment_words(change.choose_by, zone, reader_zone(reader))
    news: list[Block] = (
        [
            Paragraph(
                f"We're sorry: {enrollment.name} on {when} won't take place. You choose what"
                " happens with your seat."
            )
        ]
        if is_canceled
        else [
            Paragraph(
                f"{enrollment.name} won't take place on {when}. It has a new date, and your seat"
                " moves with it:"
            ),
            Card(enrollment.name, schedule_of(purchase=reader, bootcamp=enrollment.bootcamp)),
        ]
    )
    email = buyer_email(
        purchase=reader,
        event=event,
        category=CLASS_CHANGE,
        title="Your class is canceled" if is_canceled else "Your class has a new date",
        subject=f"{'Canceled' if is_canceled else 'New date'}: {shortened(enrollment.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(reader)},"),
            *news,
            *(plain_blocks(change.words) if change.words else []),
            Paragraph(f"{_what_can_be_chosen(change, enrollment)} Choose by {until}."),
            Button("Choose what happens", link_place(1)),
            Paragraph(
                f"{_silence(change, enrollment)} The link is personal: please don't share it."
            ),
            Paragraph("The attached calendar file updates the entry in your calendar."),
            *help_section(),
        ],
        more_links=[link],
        attachments=[
            {
                "name": "canceled.ics" if is_canceled else "bootcamp.ics",
                "media_type": "text/calendar",
                "text": files.of(enrollment),
            }
        ],
    )
    return replace(email, bootcamp_id=enrollment.bootcamp_id)


def buyers_copy(
    *, change: ClassChange, enrollment: Enrollment, link: str, event: str
) -> NewMessage:
    """To the buyer of a transferred seat, who decides about the refund."""
    buyer = enrollment.purchase
    is_canceled = change.kind == ChangeKind.CANCEL
    what = "is canceled" if is_canceled else "has a new date"
    email = buyer_email(
        purchase=buyer,
        event=event,
        category=CLASS_CHANGE,
        title="A class you paid for " + what,
        subject=f"{'Canceled' if is_canceled else 'New date'}: {shortened(enrollment.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(buyer)},"),
            Paragraph(
                f"{enrollment.name} on {old_dates(change, enrollment.bootcamp.timezone)} {what}."
                f" {told_name(enrollment.holder_name, otherwise='The person you gave the seat to')}"
                " holds the seat and decides about its date."
            ),
            *_payers_choice(change, enrollment),
            *help_section(),
        ],
        more_links=[] if nothing_was_paid(buyer) else [link],
    )
    return replace(email, bootcamp_id=enrollment.bootcamp_id)


def _payers_choice(change: ClassChange, enrollment: Enrollment) -> list[Block]:
    buyer = enrollment.purchase
    if nothing_was_paid(buyer):
        return []
    until = moment_words(change.choose_by, enrollment.bootcamp.timezone, reader_zone(buyer))
    what = "a refund or a credit worth 10% more" if change.offers_credit else "a refund"
    silence = (
        "If neither of you chooses, we refund what you paid for it."
        if change.kind == ChangeKind.CANCEL
        else "If you don't, the seat stays as it is."
    )
    return [
        Paragraph(f"You paid for it, so you can choose {what} instead, until {until}. {silence}"),
        Button("Choose what happens", link_place(1)),
        Paragraph("The link is personal: please don't share it."),
    ]


def choice_reminder(
    *, change: ClassChange, enrollment: Enrollment, link: str, event: str
) -> NewMessage:
    """To attendees who haven't chosen."""
    reader = for_attendee(enrollment)
    until = moment_words(change.choose_by, enrollment.bootcamp.timezone, reader_zone(reader))
    what = "is canceled" if change.kind == ChangeKind.CANCEL else "has a new date"
    email = buyer_email(
        purchase=reader,
        event=event,
        category=CLASS_CHANGE,
        title="You haven't chosen yet",
        subject=f"Please choose: {shortened(enrollment.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(reader)},"),
            Paragraph(f"{enrollment.name} {what}. You can choose what happens until {until}."),
            Button("Choose what happens", link_place(1)),
            Paragraph(_silence(change, enrollment)),
            *help_section(),
        ],
        more_links=[link],
    )
    return replace(email, bootcamp_id=enrollment.bootcamp_id)


def change_text(*, change: ClassChange, enrollment: Enrollment, event: str) -> NewMessage:
    """A text message if the class would have begun within hours. The link is in the email."""
    reader = for_attendee(enrollment)
    day = format_date(change.old_starts_at, enrollment.bootcamp.timezone)
    what = "is canceled" if change.kind == ChangeKind.CANCEL else "has a new date"
    return NewMessage(
        event=event,
        category=CLASS_CHANGE,
        channel=Channel.SMS,
        to=recipient_of(reader).phone,
        subject="",
        text=(
            f"{settings.ENV.SITE_NAME}: {shortened(enrollment.name)} on {day} {what}."
            " See our email to choose what happens. Reply STOP to end texts."
        ),
        user_id=reader.user_id,
        bootcamp_id=enrollment.bootcamp_id,
        purchase_id=reader.pk,
    )


def result_email(
    *, change: ClassChange, enrollment: Enrollment, choice: Choice, event: str
) -> NewMessage:
    """The result for a seat without a refund."""
    reader = for_attendee(enrollment)
    stays = choice in {Choice.KEEP, Choice.DATE}
    says = (
        "Your seat is confirmed for this date:"
        if stays
        else f"Your seat in {enrollment.name} has ended with the class. You were never charged for"
        " it."
    )
    email = buyer_email(
        purchase=reader,
        event=event,
        category=CLASS_RESULT,
        title="Your seat is confirmed" if stays else "Your seat has ended",
        subject=f"{'Confirmed' if stays else 'Ended'}: {shortened(enrollment.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(reader)},"),
            Paragraph(says),
            *(
                [Card(enrollment.name, schedule_of(purchase=reader, bootcamp=enrollment.bootcamp))]
                if stays
                else []
            ),
            *help_section(),
        ],
    )
    return replace(email, bootcamp_id=enrollment.bootcamp_id)


def credit_email(
    *, enrollment: Enrollment, code: DiscountCode, amount: Decimal, until: datetime, event: str
) -> NewMessage:
    """To the buyer, who paid. The code and link are private and are kept out of the log."""
    buyer = enrollment.purchase
    day = format_date(until, enrollment.bootcamp.timezone)
    money = format_amount(amount, buyer.currency)
    email = buyer_email(
        purchase=buyer,
        event=event,
        category=CLASS_RESULT,
        title="Your credit is ready",
        subject=f"Your credit: {shortened(enrollment.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(buyer)},"),
            Paragraph(
                f"In place of your seat in {enrollment.name} you have a credit of {money}, to use"
                f" by {day}. It's yours alone: use the button below, or sign in with the email"
                " address we're writing to and enter this code at checkout:"
            ),
            Card("Your code", [link_place(1)]),
            Paragraph("It works once. The seat has ended, and nothing was refunded to your card."),
            Button("See all dates", link_place(2)),
            *help_section(),
        ],
        more_links=[code.code, personal_link(code)],
    )
    return replace(email, bootcamp_id=enrollment.bootcamp_id)


def list_told_email(
    *, change: ClassChange, bootcamp: Bootcamp, entry: WaitingEntry, others: Sequence[Bootcamp]
) -> NewMessage:
    """To people on the waiting list: other dates, or the new one."""
    is_canceled = change.kind == ChangeKind.CANCEL
    when = schedule_lines(bootcamp.starts_at, bootcamp.ends_at, bootcamp.timezone, entry.timezone)
    dates: list[Block] = [
        Paragraph(
            f"{format_date(one.starts_at, one.timezone)}:", "see this date", checkout_address(one)
        )
        for one in others
    ]
    news = (
        f"{bootcamp.name} on {old_dates(change, bootcamp.timezone)} is canceled, so you're no"
        " longer waiting for it. You haven't been charged."
        if is_canceled
        else f"{bootcamp.name} has moved. You're still on its waiting list, for the new date:"
    )
    return waiting_email(
        entry=entry,
        event=f"class-change-list:{change.pk}:{entry.pk}",
        category="WAITING_LIST",
        title="A class you're waiting for is canceled"
        if is_canceled
        else "A class you're waiting for has a new date",
        subject=f"{'Canceled' if is_canceled else 'New date'}: {shortened(bootcamp.name)}",
        blocks=[
            Paragraph(news),
            *([] if is_canceled else [Card(bootcamp.name, when)]),
            *([Paragraph("These dates are open:"), *dates] if dates else []),
            *help_section(),
        ],
        bootcamp_id=bootcamp.pk,
    )


def _what_can_be_chosen(change: ClassChange, enrollment: Enrollment) -> str:
    can = ["keep it"] if change.kind == ChangeKind.MOVE else []
    if change.alternatives:
        can.append("take another date")
    if not nothing_was_paid(enrollment.purchase) and not enrollment.is_paid_by_another:
        can.append("get a refund")
        if change.offers_credit:
            can.append("take a credit worth 10% more")
    if not can:
        return "You don't need to do anything."
    *others, last = can
    return f"You can {', '.join(others)} or {last}." if others else f"You can {last}."


def _silence(change: ClassChange, enrollment: Enrollment) -> str:
    if change.kind == ChangeKind.MOVE:
        return "If you don't choose, you keep your seat on the new date."
    if nothing_was_paid(enrollment.purchase):
        return "If you don't choose, your seat ends. You were never charged for it."
    if enrollment.is_paid_by_another:
        buyer = name_of(enrollment.purchase)
        return f"If you don't choose, the seat ends and {buyer}, who paid for it, gets a refund."
    return "If you don't choose, we refund what you paid for it."
