"""The letters of a purchase: confirmation, welcome, invitation, move, refund, and goodbye.

They only put into words what they are handed. A purchase comes with its user loaded and items
with their bootcamps, so that writing letters reads nothing while rows are locked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType

from django.conf import settings

from frontrow.accounts.models import User
from frontrow.core import clock
from frontrow.core.dates import format_moment, format_range
from frontrow.messaging.models import TemplateCategory
from frontrow.messaging.outbox import LINK_PLACE, Letter, link_place
from frontrow.messaging.rendering import OwnWords, render_blocks, render_subject
from frontrow.messaging.stationery import (
    Block,
    Button,
    Card,
    Heading,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.templates import TemplateWords
from frontrow.sales.calendar_file import calendar_file
from frontrow.sales.join_links import join_page_link
from frontrow.sales.models import Purchase, PurchaseItem
from frontrow.sales.receipts import TERMS_PATH, format_amount, receipt, receipt_number
from frontrow.sales.recipients import own_words
from frontrow.sales.refund_policy import IN_ONE_SENTENCE

INVITATION = "INVITATION"
MOVED = "MOVED"
REFUND = "REFUND"
REFUND_REQUEST = "REFUND_REQUEST"
GOODBYE = "GOODBYE"
NOT_CHARGED = "NOT_CHARGED"

# Room for the site's name behind it: a subject has 255 characters.
_LONGEST_NAME_IN_SUBJECT = 120


def completion_letters(
    *,
    purchase: Purchase,
    items: Sequence[PurchaseItem],
    seat_numbers: Mapping[int, int],
    invitation_link: str,
    templates: Mapping[str, TemplateWords | None] = MappingProxyType({}),
) -> list[Letter]:
    """The confirmation with its receipt, and the welcome.

    `seat_numbers` goes from bootcamp id to the number of the seat. `invitation_link` is empty for
    a buyer who has an account. A template in `templates` (by category) replaces our own words;
    seats, the way in and the receipt stay.
    """
    in_order = sorted(items, key=lambda item: (item.bootcamp.starts_at, item.pk))
    return [
        _confirmation(
            purchase=purchase,
            items=in_order,
            seat_numbers=seat_numbers,
            invitation_link=invitation_link,
            template=templates.get(TemplateCategory.REGISTRATION_CONFIRM),
        ),
        _welcome(
            purchase=purchase,
            items=in_order,
            is_guest=bool(invitation_link),
            template=templates.get(TemplateCategory.WELCOME),
        ),
    ]


def invitation_letter(*, purchase: Purchase, link: str, event: str) -> Letter:
    """The account invitation again, with a new link."""
    return buyer_letter(
        purchase=purchase,
        event=event,
        category=INVITATION,
        title="Create your account",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(f"Here is a new link to the account for {purchase.package_name}."),
            *_account_section(),
            Paragraph("Links we sent you before no longer work."),
        ],
        link=link,
    )


def moved_letter(*, item: PurchaseItem, event: str, written_at: datetime) -> Letter:
    """That one bootcamp of a purchase takes place at another time, and the calendar file for it.

    The item comes with its bootcamp, its purchase and the purchase's user loaded.
    """
    bootcamp, purchase = item.bootcamp, item.purchase
    letter = buyer_letter(
        purchase=purchase,
        event=event,
        category=MOVED,
        title="Your bootcamp has a new date",
        subject=f"New date: {shortened(item.name)}",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(f"{item.name} has moved. Your seat moves with it. This is the new time:"),
            Card(
                item.name,
                [format_range(bootcamp.starts_at, bootcamp.ends_at, bootcamp.timezone)],
            ),
            Paragraph("The calendar file in this letter moves the entry in your calendar."),
            Button("Open your portal", portal_address()),
            Paragraph(
                f"If the new time does not suit you, tell us. {IN_ONE_SENTENCE}",
                "Read the refund terms",
                f"{settings.SITE_URL}{TERMS_PATH}",
            ),
            *help_section(),
        ],
        attachments=[
            {
                "name": "bootcamp.ics",
                "media_type": "text/calendar",
                "text": calendar_file(items=[item], written_at=written_at),
            }
        ],
    )
    # In a bundle the purchase names no bootcamp; this letter is about one all the same.
    return replace(letter, bootcamp_id=bootcamp.pk)


def refund_letter(
    *,
    purchase: Purchase,
    amount: Decimal,
    is_full: bool,
    event: str,
    items: Sequence[PurchaseItem] = (),
) -> Letter:
    """That money went back. With all of it the seats end, and the calendar's entries with them."""
    money = format_amount(amount, purchase.currency)
    if is_full:
        title = "Your money is on its way back"
        ending = "With the refund, your seat and your access to this purchase have ended."
    else:
        title = "Part of your money is on its way back"
        ending = "Your seat and your access stay as they are."
    card = f" ending in {purchase.card_last4}" if purchase.card_last4 else " you paid with"
    return buyer_letter(
        purchase=purchase,
        event=event,
        category=REFUND,
        title=title,
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(
                f"We have refunded {money} for {purchase.package_name}"
                f" (receipt {receipt_number(purchase)})."
            ),
            Paragraph(
                f"It goes back to the card{card}. Your bank shows it within 5\N{EN DASH}10"
                " business days."
            ),
            Paragraph(ending),
            *help_section(),
        ],
        attachments=[
            {
                "name": "cancelled.ics",
                "media_type": "text/calendar",
                "text": calendar_file(items=items, written_at=clock.now(), cancelled=True),
            }
        ]
        if is_full and items
        else (),
    )


def refund_request_letter(*, purchase: Purchase, amount: Decimal, why: str, event: str) -> Letter:
    """That a refund was asked for and is granted: the bank may take days, the answer must not."""
    return buyer_letter(
        purchase=purchase,
        event=event,
        category=REFUND_REQUEST,
        title="We have your refund request",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(
                f"You asked for your money back for {purchase.package_name}"
                f" (receipt {receipt_number(purchase)}), and you get it:"
                f" {format_amount(amount, purchase.currency)}."
            ),
            Paragraph(why),
            Paragraph(
                "Your access, your seat and any private coaching that came with it have ended. We"
                " write again when the money has left us; your bank shows it within 5\N{EN DASH}10"
                " business days."
            ),
            Button("See your billing", f"{settings.SITE_URL}/portal/billing"),
            *help_section(),
        ],
    )


def withdrawal_letter(*, purchase: Purchase) -> Letter:
    """That an enrolment given away has been taken back."""
    return buyer_letter(
        purchase=purchase,
        event=f"withdrawn:{purchase.pk}",
        category=REFUND,
        title="Your enrolment has ended",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(
                f"Your complimentary enrolment in {purchase.package_name} has been withdrawn. Your"
                " seat and your access have ended. You were never charged for it."
            ),
            *help_section(),
        ],
    )


def not_charged_letter(*, purchase: Purchase, items: Sequence[PurchaseItem]) -> Letter:
    """For a buyer whose browser is gone: the last seat went while the card was being checked."""
    names = _in_words([item.name for item in items])
    return buyer_letter(
        purchase=purchase,
        event=f"not-charged:{purchase.pk}",
        category=NOT_CHARGED,
        title="Sold out: you have not been charged",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(
                f"The last seat in {names} was taken while your payment was being checked, so we"
                " have cancelled it. You have not been charged."
                if len(items) == 1
                else f"You wanted {names} together, and the last seat in one of them was taken"
                " while your payment was being checked, so we have cancelled it. You have not been"
                " charged."
            ),
            Paragraph(
                "Your bank may still show the amount as pending. That hold lifts by itself, usually"
                " within a few days; you need not do anything."
            ),
            Button("See what is open", f"{settings.SITE_URL}/checkout"),
            *help_section(),
        ],
    )


def goodbye_letter(*, user: User, has_purchases: bool) -> Letter:
    """The last one, to whoever has had the account deleted; it belongs to no account any more."""
    title = "Your account is deleted"
    kept = (
        "We keep the receipts of your purchases, with your name and address on them, for as long"
        " as tax law requires."
        if has_purchases
        else "Nothing was ever bought with it, so nothing is kept for our books."
    )
    blocks: list[Block] = [
        Paragraph(f"Hello {user.first_name or user.username},"),
        Paragraph(
            "Your account is gone, and with it your profile, your sign-ins, your progress and the"
            " names on your certificates."
        ),
        Paragraph(kept),
        Paragraph("If it was not you who did this, tell us at once."),
        *help_section(),
    ]
    return Letter(
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
    items: Sequence[PurchaseItem],
    seat_numbers: Mapping[int, int],
    invitation_link: str,
    template: TemplateWords | None,
) -> Letter:
    seats: list[Block] = []
    for number, item in enumerate(items, start=1):
        bootcamp = item.bootcamp
        when = format_range(bootcamp.starts_at, bootcamp.ends_at, bootcamp.timezone)
        seats += [
            Card(item.name, [when, f"Seat {seat_numbers[item.bootcamp_id]}"]),
            Button("Join the live session", link_place(number)),
        ]
    entry: list[Block] = (
        [Heading("Create your account"), *_account_section()]
        if invitation_link
        else [Button("Open your portal", portal_address())]
    )
    many = len(items) > 1
    words = own_words(
        purchase=purchase, bootcamp=items[0].bootcamp, bootcamp_name=purchase.package_name
    )
    opening: list[Block] = (
        render_blocks(template.content, words)
        if template
        else [
            Paragraph(f"Hello {_name(purchase)},"),
            Paragraph(
                f"Thank you. {'These seats are' if many else 'This seat is'} yours; the calendar"
                " file in this letter puts the dates where you will see them."
            ),
        ]
    )
    return buyer_letter(
        purchase=purchase,
        event=f"confirmed:{purchase.pk}",
        category=TemplateCategory.REGISTRATION_CONFIRM,
        title="Your seats are confirmed" if many else "Your seat is confirmed",
        subject=f"Confirmed: {shortened(purchase.package_name)}",
        own_subject=subject_of(template, words),
        blocks=[
            *opening,
            *seats,
            Paragraph(
                f"{'The join links open' if many else 'The join link opens'} 30 minutes before the"
                f" session, without signing in. {'They are' if many else 'It is'} yours alone:"
                " please do not forward this letter."
            ),
            *entry,
            *receipt(purchase=purchase, items=items),
            *help_section(),
        ],
        link=invitation_link,
        more_links=[
            join_page_link(purchase_id=purchase.pk, bootcamp_id=item.bootcamp_id) for item in items
        ],
        attachments=[
            {
                "name": "bootcamps.ics" if many else "bootcamp.ics",
                "media_type": "text/calendar",
                "text": calendar_file(items=items, written_at=purchase.completed_at or clock.now()),
            }
        ],
    )


def _welcome(
    *,
    purchase: Purchase,
    items: Sequence[PurchaseItem],
    is_guest: bool,
    template: TemplateWords | None,
) -> Letter:
    first = items[0].bootcamp
    words = own_words(purchase=purchase, bootcamp=first, bootcamp_name=items[0].name)
    when = format_moment(first.starts_at, first.timezone)
    account = (
        "Your portal opens once you have created your account, with the link in your confirmation."
        if is_guest
        else "Everything you need is in your portal."
    )
    preparing: list[Block] = [
        Paragraph(f"We are glad that you are coming. {items[0].name} starts on {when}."),
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
    return buyer_letter(
        purchase=purchase,
        event=f"welcome:{purchase.pk}",
        category=TemplateCategory.WELCOME,
        title=f"Welcome, {first_name_of(purchase)}",
        subject=f"How to prepare for {shortened(items[0].name)}",
        own_subject=subject_of(template, words),
        blocks=[
            *(render_blocks(template.content, words) if template else preparing),
            *([] if template and not is_guest else [Paragraph(account)]),
            *([] if template else [Button("Open your portal", portal_address())]),
            *help_section(),
        ],
    )


def _account_section() -> list[Block]:
    return [
        Paragraph(
            "Your session links, recordings and resources wait for you in an account. Create it,"
            " or sign in to the one you have, and your purchase is there."
        ),
        Button("Create your account", LINK_PLACE),
        Paragraph("The link is yours alone and works for 30 days."),
    ]


def help_section() -> list[Block]:
    return [
        Paragraph(
            f"Any question? Answer this letter, or write to {settings.ENV.SUPPORT_EMAIL}. A person"
            " reads it."
        )
    ]


def buyer_letter(
    *,
    purchase: Purchase,
    event: str,
    category: str,
    title: str,
    blocks: Sequence[Block],
    subject: str = "",
    own_subject: str = "",
    link: str = "",
    more_links: Sequence[str] = (),
    attachments: Sequence[Mapping[str, str]] = (),
) -> Letter:
    """A letter to the buyer. `own_subject` is a template's: heading and subject as they stand."""
    title = own_subject or title
    return Letter(
        event=event,
        category=category,
        to=purchase.user.email if purchase.user else purchase.guest_email,
        # A line break in a name must not become one in a header.
        subject=own_subject or " ".join(f"{subject or title} · {settings.ENV.SITE_NAME}".split()),
        text=lay_out_text([Heading(title), *blocks]),
        html=lay_out_html(title=title, blocks=blocks),
        reply_to=settings.ENV.SUPPORT_EMAIL,
        attachments=attachments,
        link=link,
        more_links=more_links,
        user_id=purchase.user_id,
        bootcamp_id=purchase.bootcamp_id,
        purchase_id=purchase.pk,
    )


def subject_of(template: TemplateWords | None, words: OwnWords) -> str:
    """Empty where the template leaves it to us."""
    return render_subject(template.subject, words) if template else ""


def portal_address() -> str:
    return f"{settings.SITE_URL}/portal"


def _name(purchase: Purchase) -> str:
    """Never empty: a nameless buyer must not keep a paid purchase from completing."""
    user = purchase.user
    name = purchase.guest_full_name.strip() or (user.full_name or user.username if user else "")
    return name or "there"


def first_name_of(purchase: Purchase) -> str:
    return _name(purchase).split(maxsplit=1)[0]


def shortened(name: str) -> str:
    if len(name) <= _LONGEST_NAME_IN_SUBJECT:
        return name
    return name[: _LONGEST_NAME_IN_SUBJECT - 1].rstrip() + "…"


def _in_words(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
