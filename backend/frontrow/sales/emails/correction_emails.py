"""Emails about a wrong address: the link to correct it, and a note to the old address."""

from django.conf import settings

from frontrow.core import clock
from frontrow.messaging.email_layout import (
    Block,
    Heading,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.outbox import NewMessage
from frontrow.sales.models import Purchase
from frontrow.sales.terms.correction import correctable_until

MISDIRECTED = "MISDIRECTED"


def wrong_address(purchase: Purchase) -> list[Block]:
    """The link to correct the address, while possible. The typed address alone proves nothing."""
    until = correctable_until(purchase)
    if until is None or until <= clock.now():
        return []
    return [
        Paragraph(
            "Not you? Wrong address? You can correct it within 24 hours of paying, in the browser"
            " you paid with.",
            "Correct your name or address",
            f"{settings.SITE_URL}/wrong-address?purchase={purchase.pk}",
        )
    ]


def misdirected_email(*, to: str, event: str) -> NewMessage:
    """A note to the old address, which doesn't name the buyer or the purchase."""
    title = "An email from us wasn't meant for you"
    blocks: list[Block] = [
        Paragraph("Hello,"),
        Paragraph(
            f"We sent a confirmation from {settings.ENV.SITE_NAME} to this address. The buyer's"
            " address has been corrected since, so the links in that email no longer work."
        ),
        Paragraph(
            "If you don't know what this is about, there's nothing you need to do: please delete"
            " that email. If the purchase is yours, reply to this email right away."
        ),
    ]
    return NewMessage(
        event=event,
        category=MISDIRECTED,
        to=to,
        subject=f"{title} · {settings.ENV.SITE_NAME}",
        text=lay_out_text([Heading(title), *blocks]),
        html=lay_out_html(title=title, blocks=blocks),
        reply_to=settings.ENV.SUPPORT_EMAIL,
    )
