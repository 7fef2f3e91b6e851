"""Emails about refunds, and about payments that weren't charged."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from django.conf import settings

from frontrow.core import clock
from frontrow.core.enumerating import in_words
from frontrow.messaging.email_layout import (
    Button,
    Paragraph,
)
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.private_links import link_place
from frontrow.sales.attending.calendar_file import calendar_file
from frontrow.sales.emails.parts import (
    buyer_email,
    first_name_of,
    help_section,
)
from frontrow.sales.emails.receipts import format_amount, paid_with, receipt_number
from frontrow.sales.models import CancelReason, Enrollment, Purchase, Refund

REFUND = "REFUND"
REFUND_REQUEST = "REFUND_REQUEST"
NOT_CHARGED = "NOT_CHARGED"
REQUEST_WAITS = timedelta(minutes=1)
APPEARS = "It should appear within 5\N{EN DASH}10 business days."


def refund_email(
    *,
    purchase: Purchase,
    amount: Decimal,
    is_full: bool,
    event: str,
    enrollments: Sequence[Enrollment] = (),
    given_back: str = "",
) -> NewMessage:
    """The refund was made. A full refund ends the seats and cancels their calendar entries.

    `given_back` names the one bootcamp of several that ends. `enrollments` are then only that
    one's.
    """
    money = format_amount(amount, purchase.currency)
    if purchase.pays_for_move_id:
        title = "Your refund is on its way"
        ending = "This is the price difference you paid to move your seat."
        enrollments = ()
    elif given_back and not is_full:
        title = "Your partial refund is on its way"
        ending = (
            f"With the refund, your seat in {given_back} has ended. Everything else you bought"
            " stays as it is."
        )
    elif is_full:
        title = "Your refund is on its way"
        ending = "With the refund, your seat and your access to this purchase have ended."
    else:
        title = "Your partial refund is on its way"
        ending = "Your seat and your access stay as they are."
    return buyer_email(
        purchase=purchase,
        event=event,
        category=REFUND,
        title=title,
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(
                f"We've refunded {money} for {purchase.package_name}"
                f" (receipt {receipt_number(purchase.pk)})."
            ),
            Paragraph(_where_it_goes(purchase)),
            Paragraph(ending),
            *help_section(),
        ],
        attachments=[
            {
                "name": "canceled.ics",
                "media_type": "text/calendar",
                "text": calendar_file(
                    enrollments=enrollments, written_at=clock.now(), canceled=True
                ),
            }
        ]
        if (is_full or given_back) and enrollments
        else (),
    )


def _where_it_goes(purchase: Purchase) -> str:
    method = "" if purchase.card_last4 else paid_with(purchase)
    if method:
        return f"It goes back to {method}, which takes it off what you owe there. {APPEARS}"
    card = f" ending in {purchase.card_last4}" if purchase.card_last4 else " you paid with"
    return f"It goes back to the card{card}. {APPEARS}"


def refund_request_email(
    *,
    purchase: Purchase,
    amount: Decimal,
    why: str,
    refund: Refund,
    given_back: str = "",
    link: str = "",
    kept: str = "",
) -> NewMessage:
    """A refund was requested and granted. Sent because the bank may take days.

    `link` is for a guest: the page of one of their seats, because billing requires an account.
    `kept` is what remains paid, which only this email states. Without it the email waits a minute,
    because most refunds are sent by then and one email is enough.
    """
    ending = (
        f"Your seat in {given_back} ends, with its private coaching, once the refund has been"
        " sent. Everything else you bought stays as it is."
        if given_back
        else "Your access, your seat and any private coaching that came with it have ended."
    )
    is_guest = purchase.user_id is None
    see = (
        [Button("See your billing", f"{settings.SITE_URL}/portal/billing")]
        if not is_guest
        else [Button("See your refund", link_place(1))]
        if link
        else []
    )
    email = buyer_email(
        purchase=purchase,
        event=refund_asked(refund),
        category=REFUND_REQUEST,
        title="We have your refund request",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(
                f"Your refund of {format_amount(amount, purchase.currency)} for"
                f" {given_back or purchase.package_name} (receipt {receipt_number(purchase.pk)}) is"
                " approved."
            ),
            Paragraph(f"{why} {kept}".rstrip()),
            Paragraph(f"{ending} We'll email you once the refund has been sent. {APPEARS}"),
            *see,
            *help_section(),
        ],
        more_links=[link] if is_guest and link else [],
    )
    return replace(email, send_after=None if kept else clock.now() + REQUEST_WAITS)


def refund_asked(refund: Refund) -> str:
    """The event of the request's email, for withdrawing it."""
    return f"refund-asked:{refund.pk}"


def refund_undone_email(*, purchase: Purchase, event: str) -> NewMessage:
    """The refund failed, and what had ended with it was restored."""
    return buyer_email(
        purchase=purchase,
        event=event,
        category=REFUND,
        title="Your refund couldn't be made",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(
                "The bank or the payment provider didn't accept the refund for"
                f" {purchase.package_name} (receipt {receipt_number(purchase.pk)}). No money has"
                " moved."
            ),
            Paragraph(
                "Your seat and your access are as they were. If you had booked a private coaching"
                " hour, please book it again."
            ),
            Paragraph("We know about it, and we'll get in touch with you."),
            *help_section(),
        ],
    )


def withdrawal_email(*, purchase: Purchase, is_own_wish: bool = False) -> NewMessage:
    """A seat without payment has ended, because it was withdrawn or given up."""
    kind = "complimentary" if purchase.is_complimentary else "free"
    what = (
        f"You've given up your free seat in {purchase.package_name}. Someone else can have it now,"
        " and your access has ended. You were never charged for it."
        if is_own_wish
        else f"Your {kind} enrollment in {purchase.package_name} has been withdrawn. Your seat and"
        " your access have ended. You were never charged for it."
    )
    return buyer_email(
        purchase=purchase,
        event=f"withdrawn:{purchase.pk}",
        category=REFUND,
        title="Your enrollment has ended",
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(what),
            *help_section(),
        ],
    )


def not_charged_email(*, purchase: Purchase, enrollments: Sequence[Enrollment]) -> NewMessage:
    """The card was authorized but not charged. The buyer may have closed the page."""
    if purchase.cancel_reason == CancelReason.CODE_GONE:
        title = "Your code was used up: you haven't been charged"
        why = (
            "Your code's last use went to someone else while your payment was being checked, so we"
            " canceled it. You haven't been charged."
        )
    elif purchase.cancel_reason == CancelReason.OFF_SALE:
        title = "No longer on sale: you haven't been charged"
        why = (
            f"{purchase.package_name} started, or was taken off sale, while your payment was being"
            " checked, so we canceled it. You haven't been charged."
        )
    else:
        title = "Sold out: you haven't been charged"
        why = _last_seat_went(enrollments)
    return buyer_email(
        purchase=purchase,
        event=f"not-charged:{purchase.pk}",
        category=NOT_CHARGED,
        title=title,
        blocks=[
            Paragraph(f"Hello {first_name_of(purchase)},"),
            Paragraph(why),
            Paragraph(
                "Your bank may still show the amount as pending. That hold goes away by itself,"
                " usually within a few days. You don't need to do anything."
            ),
            Button("See what's open", f"{settings.SITE_URL}/checkout"),
            *help_section(),
        ],
    )


def _last_seat_went(enrollments: Sequence[Enrollment]) -> str:
    names = in_words([enrollment.name for enrollment in enrollments])
    if len(enrollments) == 1:
        return (
            f"The last seat in {names} was taken while your payment was being checked, so we"
            " canceled it. You haven't been charged."
        )
    return (
        f"You wanted {names} together, and the last seat in one of them was taken while your"
        " payment was being checked, so we canceled it. You haven't been charged."
    )
