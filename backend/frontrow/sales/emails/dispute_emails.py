"""Emails to operators about a dispute: its deadline, and its outcome."""

from django.conf import settings

from frontrow.accounts.models import User, UserStatus
from frontrow.accounts.rights import Right, roles_with
from frontrow.core.dates import format_moment
from frontrow.messaging.email_layout import (
    Block,
    Button,
    Heading,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.models import NoticeKind
from frontrow.messaging.notice_choices import wanted_at_once
from frontrow.messaging.outbox import NewMessage
from frontrow.sales.emails.dispute_words import reason_in_words
from frontrow.sales.emails.receipts import format_amount, receipt_number
from frontrow.sales.models import Dispute, Purchase

DISPUTE = "DISPUTE"


def dispute_emails(*, dispute: Dispute, purchase: Purchase) -> list[NewMessage]:
    """One for each active admin who wants dispute notices at once, which is the default."""
    title, says = _words(dispute, purchase)
    blocks: list[Block] = [
        *(Paragraph(each) for each in says),
        Button("Open the purchase", f"{settings.SITE_URL}/admin/purchases/{purchase.pk}"),
    ]
    subject = f"{title} · {settings.ENV.SITE_NAME}"
    admins = User.objects.filter(
        role__in=roles_with(Right.MONEY), status=UserStatus.ACTIVE
    ).order_by("pk")
    return [
        NewMessage(
            event=f"dispute:{dispute.provider_id}:{dispute.status}:{admin.pk}",
            category=DISPUTE,
            to=admin.email,
            subject=subject,
            text=lay_out_text([Heading(title), *blocks]),
            html=lay_out_html(title=title, blocks=blocks),
            user_id=admin.pk,
            purchase_id=purchase.pk,
        )
        for admin in wanted_at_once(list(admins), NoticeKind.DISPUTE)
    ]


def _words(dispute: Dispute, purchase: Purchase) -> tuple[str, list[str]]:
    money = format_amount(dispute.amount, purchase.currency)
    number = receipt_number(purchase.pk)
    if dispute.is_open:
        due = "The bank has named no day for an answer."
        if dispute.due_by:
            day = format_moment(dispute.due_by, settings.ENV.OPERATOR_TIME_ZONE)
            due = f"The bank takes an answer until {day}."
        asks = "asks about" if dispute.is_inquiry else "disputes"
        return (
            f"Payment questioned: {number}"
            if dispute.is_inquiry
            else f"Payment disputed: {number}",
            [
                f"The cardholder's bank {asks} {money} of {number}, {purchase.package_name}.",
                f"{reason_in_words(dispute.reason)}. {due}",
                "Until it has decided, the student keeps the seat and nothing can be refunded.",
                "The purchase has the evidence we hold, ready to send.",
            ],
        )
    if dispute.status == "lost":
        return (
            f"Dispute lost: {number}",
            [
                f"The bank has refunded {money} of {number} to the cardholder.",
                "Access ends only if nothing is left of the payment.",
            ],
        )
    if dispute.is_inquiry:
        return (
            f"Inquiry closed: {number}",
            [f"The bank asked about {money} of {number} and took nothing. Nothing has changed."],
        )
    return (
        f"Dispute won: {number}",
        [f"The bank has decided for us: {money} of {number} stays paid. Nothing has changed."],
    )
