"""Emails about a personal code: the code with its private link, and a notice of its use."""

from django.conf import settings

from frontrow.core.dates import format_date
from frontrow.messaging.email_layout import (
    Block,
    Button,
    Card,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.outbox import NewMessage
from frontrow.messaging.private_links import link_place
from frontrow.sales.emails.parts import help_section
from frontrow.sales.models import CodeKind, DiscountCode, Purchase
from frontrow.sales.terms.personal_codes import personal_link

PERSONAL_CODE = "PERSONAL_CODE"
CODE_USED = "CODE_USED"


def personal_code_email(*, code: DiscountCode, event: str) -> NewMessage:
    """The code and its link. Both are private and are kept out of the log."""
    is_credit = code.kind == CodeKind.AMOUNT
    worth = f"${code.value:,.2f}" if is_credit else f"{code.value.normalize():f}%"
    what = f"a credit of {worth}" if is_credit else f"a discount of {worth}"
    until = (
        f" until {format_date(code.ends_at, settings.ENV.OPERATOR_TIME_ZONE)}"
        if code.ends_at
        else ""
    )
    return _email(
        code,
        event=event,
        category=PERSONAL_CODE,
        title="Your credit is ready" if is_credit else "Your discount code",
        blocks=[
            Paragraph("Hello,"),
            Paragraph(
                f"You have {what}{until}. It's yours alone: use the button below, or sign in with"
                " the email address we're writing to and enter this code at checkout:"
            ),
            Card("Your code", [link_place(1)]),
            Button("Use it now", link_place(2)),
            *help_section(),
        ],
        more_links=[code.code, personal_link(code)],
    )


def code_used_email(*, code: DiscountCode, purchase: Purchase) -> NewMessage:
    """To the code's owner, whether or not they used it themselves."""
    what = "credit" if code.kind == CodeKind.AMOUNT else "discount code"
    return _email(
        code,
        event=f"code-used:{purchase.pk}",
        category=CODE_USED,
        title=f"Your {what} was used",
        blocks=[
            Paragraph("Hello,"),
            Paragraph(f"Your {what} was used to buy {purchase.package_name}."),
            Paragraph("Wasn't it you? Reply to this email right away and we'll look into it."),
        ],
    )


def _email(
    code: DiscountCode,
    *,
    event: str,
    category: str,
    title: str,
    blocks: list[Block],
    more_links: list[str] | None = None,
) -> NewMessage:
    return NewMessage(
        event=event,
        category=category,
        to=code.for_email,
        subject=f"{title} · {settings.ENV.SITE_NAME}",
        text=lay_out_text(blocks),
        html=lay_out_html(title=title, blocks=blocks),
        reply_to=settings.ENV.SUPPORT_EMAIL,
        more_links=more_links or [],
    )
