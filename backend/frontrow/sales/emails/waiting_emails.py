"""Waiting list emails: the place in line, offered seats, and ended offers."""

from collections.abc import Sequence
from decimal import Decimal
from enum import Enum

from django.conf import settings

from frontrow.catalogue.models import Bootcamp
from frontrow.core.dates import moment_words, schedule_lines
from frontrow.messaging.email_layout import (
    Block,
    Button,
    Card,
    Heading,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.models import Channel
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.private_links import LINK_PLACE
from frontrow.sales.emails.parts import help_section, shortened
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.models import (
    Enrollment,
    SeatOffer,
    WaitingEntry,
    WaitingKind,
    WaitingState,
)

WAITING_LIST = "WAITING_LIST"
LIST_OFFER = "LIST_OFFER"
NEW_DATE = "NEW_DATE"

CURRENCY = "usd"
YOUR_PLACE = "Changed your mind?"
CONFIRM = (
    "Open the link below once to confirm your address. Until then, people who have confirmed theirs"
    " are offered seats first."
)


class Closing(Enum):
    """Why a place on the list ended without a seat."""

    OFF_SALE = "off sale"
    STARTED = "started"
    SALES_CLOSED = "sales closed"
    # The bundle's members have changed since they joined.
    OTHER_CLASSES = "other classes"


def on_the_list_email(
    *,
    entry: WaitingEntry,
    classes: Sequence[Bootcamp],
    name: str,
    place: int | None,
    link: str,
    event: str,
) -> NewMessage:
    """Confirms the wish and the place in line, with a link to leave."""
    if place:
        stands = f"You're number {place} in line for {name}."
    elif entry.kind == WaitingKind.INTEREST:
        stands = f"{name} has no date yet. We'll email you as soon as it does."
    else:
        stands = "A seat is held for you right now. See our other email."
    then = (
        "When a seat opens and you're next, we'll hold it for you and email you. The email says"
        " until when you can accept or pass."
    )
    return waiting_email(
        entry=entry,
        event=event,
        category=WAITING_LIST,
        title="You're on the waiting list",
        subject=f"You're on the waiting list: {shortened(name)}",
        blocks=[
            Paragraph(stands),
            *_cards(classes, entry.timezone),
            *([Paragraph(then)] if place else []),
            *([Paragraph(CONFIRM)] if place and entry.proven_at is None else []),
            Paragraph(YOUR_PLACE, "See your place in line or leave the list", LINK_PLACE),
            Paragraph("If you didn't ask for this, use the link to leave. You won't be charged."),
        ],
        link=link,
        bootcamp_id=classes[0].pk if len(classes) == 1 else None,
    )


def seat_offered_email(
    *,
    entry: WaitingEntry,
    offer: SeatOffer,
    enrollments: Sequence[Enrollment],
    name: str,
    price: Decimal,
    link: str,
) -> NewMessage:
    """The seat is held for them until a time. Opening the link changes nothing."""
    several = len(enrollments) > 1
    seats, them = ("Your seats are", "them") if several else ("Your seat is", "it")
    until = moment_words(offer.expires_at, enrollments[0].timezone, entry.timezone)
    return waiting_email(
        entry=entry,
        event=f"seat-offer:{offer.pk}",
        category=LIST_OFFER,
        title="Seats opened up for you" if several else "A seat opened up for you",
        subject=f"{'Seats' if several else 'A seat'} for you: {shortened(name)}",
        blocks=[
            Paragraph(f"{seats} held until {until}. Until then no one else can take {them}."),
            *_cards([one.bootcamp for one in enrollments], entry.timezone),
            Paragraph(
                f"The price today is {format_amount(price, CURRENCY)}." if price else "It's free."
            ),
            Button("Take the seats" if several else "Take the seat", LINK_PLACE),
            Paragraph(
                "Don't want it anymore?" if not several else "Don't want them anymore?",
                "No, thank you",
                LINK_PLACE,
            ),
            *help_section(),
        ],
        link=link,
        bootcamp_id=None if several else enrollments[0].bootcamp_id,
    )


def last_hour_email(
    *, entry: WaitingEntry, offer: SeatOffer, name: str, zone: str, link: str
) -> NewMessage:
    until = moment_words(offer.expires_at, zone, entry.timezone)
    return waiting_email(
        entry=entry,
        event=f"seat-offer-last-hour:{offer.pk}",
        category=LIST_OFFER,
        title="One hour left to take your seat",
        subject=f"One hour left: {shortened(name)}",
        blocks=[
            Paragraph(
                f"We're holding {name} for you until {until}. After that it goes to the next"
                " person in line."
            ),
            Button("See the offer", LINK_PLACE),
            *help_section(),
        ],
        link=link,
    )


def passed_on_email(*, entry: WaitingEntry, offer: SeatOffer, name: str, link: str) -> NewMessage:
    """The offer expired. They are back in line, or off the list after the second time."""
    is_off = entry.state == WaitingState.OFF
    why = (
        f"You passed on the seat in {name}"
        if offer.state == "declined"
        else f"The time to take your seat in {name} has run out"
    )
    what = (
        "Because two offers weren't taken, we've taken you off the waiting list. You're welcome to"
        " join it again."
        if is_off
        else "You're still on the waiting list, at the end of the line. We'll email you when it's"
        " your turn again."
    )
    return waiting_email(
        entry=entry,
        event=f"seat-offer-passed:{offer.pk}",
        category=LIST_OFFER,
        title="You're off the waiting list" if is_off else "The seat went to the next person",
        subject=(
            f"Off the waiting list: {shortened(name)}"
            if is_off
            else f"Your offer has ended: {shortened(name)}"
        ),
        blocks=[
            Paragraph(f"{why}, so it went to the next person in line. You haven't been charged."),
            Paragraph(what),
            Paragraph(YOUR_PLACE, "See your place in line or leave the list", LINK_PLACE)
            if not is_off
            else Paragraph("See what's on:", "all dates", settings.SITE_URL),
            *help_section(),
        ],
        link="" if is_off else link,
    )


def first_come_email(*, entry: WaitingEntry, bootcamp: Bootcamp) -> NewMessage:
    """Close to the class there are no exclusive offers. All are told of the seat at once."""
    return waiting_email(
        entry=entry,
        event=f"first-come:{entry.pk}:{bootcamp.pk}",
        category=LIST_OFFER,
        title="A seat is free: first come, first served",
        subject=f"A seat is free: {shortened(bootcamp.name)}",
        blocks=[
            Paragraph(
                f"{bootcamp.name} starts soon and has a free seat. We've told everyone on the"
                " waiting list at once, so it goes to whoever books first."
            ),
            *_cards([bootcamp], entry.timezone),
            Button("Book the seat", checkout_address(bootcamp)),
            *help_section(),
        ],
        bootcamp_id=bootcamp.pk,
    )


def new_dates_email(*, entry: WaitingEntry, classes: Sequence[Bootcamp]) -> NewMessage:
    """Dates of one course that can be booked, soonest first."""
    several = len(classes) > 1
    here = "Here are the new dates" if several else "Here's the new date"
    return waiting_email(
        entry=entry,
        event=f"new-date:{entry.pk}:{max(one.pk for one in classes)}",
        category=NEW_DATE,
        title="There are new dates" if several else "There's a new date",
        subject=f"New {'dates' if several else 'date'}: {shortened(classes[0].name)}",
        blocks=[
            Paragraph(f"You asked us to tell you. {here}, with seats to book now:"),
            *_cards(classes, entry.timezone),
            Button("Book a seat", checkout_address(classes[0])),
            *help_section(),
        ],
        bootcamp_id=classes[0].pk,
    )


def dates_ahead_email(*, entry: WaitingEntry, classes: Sequence[Bootcamp], link: str) -> NewMessage:
    """Dates that aren't public yet, with the start of their sales."""
    several = len(classes) > 1
    them, seats = ("them", "These dates go") if several else ("it", "This date goes")
    last = max(classes, key=lambda one: one.pk)
    return waiting_email(
        entry=entry,
        event=f"date-ahead:{entry.pk}:{last.pk}:{last.publish_at and last.publish_at.isoformat()}",
        category=NEW_DATE,
        title="New dates go on sale soon" if several else "A new date goes on sale soon",
        subject=f"On sale soon: {shortened(classes[0].name)}",
        blocks=[
            Paragraph(
                f"You asked us to tell you. {seats} on sale soon, and you hear of {them} before"
                " the announcement:"
            ),
            *[
                Card(
                    one.name,
                    [
                        *schedule_lines(one.starts_at, one.ends_at, one.timezone, entry.timezone),
                        f"On sale {moment_words(one.publish_at, one.timezone, entry.timezone)}",
                    ],
                )
                for one in classes
                if one.publish_at
            ],
            Paragraph(
                f"No one can book {them} before then, and seats aren't reserved. We'll email you"
                " again when you can book."
            ),
            Paragraph(YOUR_PLACE, "Leave the list", LINK_PLACE),
            *help_section(),
        ],
        link=link,
        bootcamp_id=classes[0].pk,
    )


def list_closed_email(*, entry: WaitingEntry, name: str, closing: Closing) -> NewMessage:
    why = {
        Closing.OFF_SALE: f"{name} is no longer on sale, so its waiting list is closed.",
        Closing.STARTED: (
            f"No seat opened up in {name} before it started, so its waiting list is closed."
        ),
        Closing.SALES_CLOSED: (
            f"No seat opened up in {name} before its sales closed, so its waiting list is closed."
        ),
        Closing.OTHER_CLASSES: (
            f"{name} includes different classes now, so your place on its waiting list has ended."
            " You're welcome to join again."
        ),
    }[closing]
    return waiting_email(
        entry=entry,
        event=f"list-closed:{entry.pk}",
        category=WAITING_LIST,
        title="The waiting list is closed",
        subject=f"Waiting list closed: {shortened(name)}",
        blocks=[
            Paragraph(f"{why} You haven't been charged."),
            Paragraph("See what's on:", "all dates", settings.SITE_URL),
            *help_section(),
        ],
    )


def seat_offered_text(*, entry: WaitingEntry, offer: SeatOffer, name: str, zone: str) -> NewMessage:
    """The offer as a text message, for people who consented. The link is in the email."""
    user = entry.user
    until = moment_words(offer.expires_at, zone, entry.timezone)
    return NewMessage(
        event=f"seat-offer-text:{offer.pk}",
        category=LIST_OFFER,
        channel=Channel.SMS,
        to=user.phone if user else "",
        subject="",
        text=(
            f"{settings.ENV.SITE_NAME}: a seat in {shortened(name)} is held for you until {until}."
            " See our email to take it. Reply STOP to end texts."
        ),
        user_id=entry.user_id,
    )


def checkout_address(bootcamp: Bootcamp) -> str:
    return f"{settings.SITE_URL}/checkout?bootcamp={bootcamp.pk}"


def _cards(classes: Sequence[Bootcamp], own_zone: str) -> list[Block]:
    return [
        Card(one.name, schedule_lines(one.starts_at, one.ends_at, one.timezone, own_zone))
        for one in classes
    ]


def waiting_email(
    *,
    entry: WaitingEntry,
    event: str,
    category: str,
    title: str,
    subject: str,
    blocks: Sequence[Block],
    link: str = "",
    more_links: Sequence[str] = (),
    bootcamp_id: int | None = None,
) -> NewMessage:
    # By name only if the reader is signed in. Otherwise a stranger may have typed the address.
    hello = f"Hello {entry.name.split(maxsplit=1)[0]}," if entry.user_id else "Hello,"
    greeted: list[Block] = [Paragraph(hello), *blocks]
    return NewMessage(
        event=event,
        category=category,
        to=entry.email,
        subject=" ".join(f"{subject} · {settings.ENV.SITE_NAME}".split()),
        text=lay_out_text([Heading(title), *greeted]),
        html=lay_out_html(title=title, blocks=greeted),
        reply_to=settings.ENV.SUPPORT_EMAIL,
        link=link,
        more_links=more_links,
        user_id=entry.user_id,
        bootcamp_id=bootcamp_id,
    )
