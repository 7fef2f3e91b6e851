"""The email that lists a person's purchases with receipts, dates and links."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from frontrow.core.dates import format_date
from frontrow.messaging.email_layout import (
    Block,
    Button,
    Card,
    Heading,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.private_links import link_place
from frontrow.sales.emails.parts import first_name_of, help_section
from frontrow.sales.emails.receipts import format_amount, receipt_number
from frontrow.sales.emails.seat_emails import change_it
from frontrow.sales.emails.template_variables import login_url, schedule_of
from frontrow.sales.links import JOIN, SEAT
from frontrow.sales.models import Enrollment, Purchase, PurchaseState

FOUND_PURCHASES = "FOUND_PURCHASES"


@dataclass(frozen=True, kw_only=True)
class Found:
    """One of the reader's purchases with their seats, or a seat transferred to them."""

    # A copy of the purchase with the reader's name and address.
    purchase: Purchase
    # Live seats that the reader attends, each with its bootcamp.
    seats: Sequence[Enrollment]
    # Only the buyer may see what was paid.
    is_bought: bool
    timezone: str
    # The link to create an account. Empty if it is in an account.
    claim_link: str


def found_email(*, found: Sequence[Found], to: str, event: str, at: datetime) -> NewMessage:
    """`at` is when it is written. Classes that are over by then have no join link."""
    claims = [each.claim_link for each in found if each.claim_link]
    links = _Links(claims)
    blocks: list[Block] = []
    for each in found:
        blocks += _about(each, links, at)
    user_id = next((each.purchase.user_id for each in found if each.purchase.user_id), None)
    if user_id:
        blocks.append(Button("Sign in", login_url()))
    title = "Your purchases"
    whole: list[Block] = [
        Paragraph(f"Hello {first_name_of(found[0].purchase)},"),
        Paragraph(f"You asked us to find your purchases. This is what we have for {to}:"),
        *blocks,
        Paragraph("The links are personal: please don't forward this email."),
        Paragraph(
            "If you didn't ask for this, just ignore this email: nobody else was told anything."
        ),
        *help_section(),
    ]
    return NewMessage(
        event=event,
        category=FOUND_PURCHASES,
        to=to,
        subject=f"{title} · {settings.ENV.SITE_NAME}",
        text=lay_out_text([Heading(title), *whole]),
        html=lay_out_html(title=title, blocks=whole),
        reply_to=settings.ENV.SUPPORT_EMAIL,
        link=claims[0] if claims else "",
        more_links=links.more,
        user_id=user_id,
    )


class _Links:
    """Numbers the private links. A link to an account comes first, as the email's own link.

    If there is one and the email fails, all of its links are deleted.
    """

    def __init__(self, claims: Sequence[str]) -> None:
        self.more = list(claims[1:])
        self._claims = iter(range(len(claims)))

    def claim(self) -> str:
        return link_place(next(self._claims))

    def add(self, link: str) -> int:
        self.more.append(link)
        return len(self.more)


def _about(each: Found, links: _Links, at: datetime) -> list[Block]:
    blocks: list[Block] = [Heading(each.purchase.package_name)] if each.is_bought else []
    if each.is_bought:
        blocks.append(Card(f"Receipt {receipt_number(each.purchase.pk)}", _receipt_lines(each)))
    else:
        blocks.append(Heading("A seat that was handed over to you"))
    for seat in each.seats:
        blocks += _seat(each, seat, links, at)
    if each.claim_link:
        blocks.append(
            Paragraph("To find everything in one place:", "Create your account", links.claim())
        )
    return blocks


def _receipt_lines(each: Found) -> list[str]:
    purchase = each.purchase
    bought_at = purchase.completed_at or purchase.created_at
    total = format_amount(purchase.total_amount, purchase.currency)
    lines = [f"{format_date(bought_at, each.timezone)} · {total}"]
    if purchase.state == PurchaseState.REFUNDED:
        lines.append("Refunded")
    elif purchase.state == PurchaseState.REFUNDING:
        lines.append("Your refund is on its way")
    return lines


def _seat(each: Found, seat: Enrollment, links: _Links, at: datetime) -> list[Block]:
    when = schedule_of(purchase=each.purchase, bootcamp=seat.bootcamp)
    if seat.bootcamp.ends_at <= at:
        return [Card(seat.name, [*when, "This class is over."])]
    if seat.bootcamp.canceled_at:
        return [
            Card(seat.name, [*when, "This class has been canceled."]),
            Paragraph("Your seat:", "See your options", link_place(links.add(SEAT.url(seat)))),
        ]
    join = link_place(links.add(JOIN.url(seat)))
    return [
        Card(seat.name, when),
        Paragraph("Without signing in:", "Join the live session", join),
        change_it(
            links.add(SEAT.url(seat)),
            can_refund=each.is_bought and each.purchase.total_amount > 0,
        ),
    ]
