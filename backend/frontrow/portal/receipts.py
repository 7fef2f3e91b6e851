"""The content of a receipt, for its buyer and for an admin."""

from django.conf import settings

from frontrow.accounts.models import User
from frontrow.core.errors import NotFound
from frontrow.portal.billed_refunds import billed_refunds
from frontrow.portal.billing import bills_of, items_of, with_bill
from frontrow.portal.billing_schemas import ReceiptLineOut, ReceiptOut, ReceiptPartyOut
from frontrow.sales.emails.receipts import bill_lines, paid_with, receipt_number
from frontrow.sales.models import PAID_FOR, Purchase, PurchaseState, RefundStatus


def receipt_of(*, user: User, purchase_id: int) -> ReceiptOut:
    """The receipt of a purchase that was paid."""
    return _receipt(bills_of(user).filter(pk=purchase_id).first())


def receipt_for_desk(*, purchase_id: int) -> ReceiptOut:
    """The same for an admin who answers the buyer. Includes guests' purchases."""
    return _receipt(with_bill(Purchase.objects.filter(pk=purchase_id)).first())


def _receipt(purchase: Purchase | None) -> ReceiptOut:
    if purchase is None or purchase.state not in PAID_FOR:
        raise NotFound
    enrollments = items_of(purchase)
    user = purchase.user
    account = (user.display_name, user.email) if user else ("", "")
    env = settings.ENV
    seller = [
        env.OPERATOR_ADDRESS,
        *([f"Tax ID: {env.OPERATOR_TAX_ID}"] * bool(env.OPERATOR_TAX_ID)),
    ]
    return ReceiptOut(
        number=receipt_number(purchase.pk),
        date=purchase.completed_at or purchase.created_at,
        timezone=enrollments[0].bootcamp.timezone,
        seller=ReceiptPartyOut(name=env.OPERATOR_NAME, details=[*seller, env.SUPPORT_EMAIL]),
        buyer=ReceiptPartyOut(
            name=purchase.guest_full_name or account[0],
            details=[purchase.guest_email or account[1]],
        ),
        lines=[
            ReceiptLineOut(words=words, amount=amount)
            for words, amount in bill_lines(purchase=purchase, enrollments=enrollments)
        ],
        total_amount=purchase.total_amount,
        refunds=billed_refunds(
            purchase, enrollments[0].bootcamp.timezone, only=[RefundStatus.SUCCEEDED]
        ),
        refunded_amount=purchase.refunded_amount,
        paid_amount=purchase.total_amount - purchase.refunded_amount,
        currency=purchase.currency,
        paid_with=paid_with(purchase),
        is_complimentary=purchase.is_complimentary,
        is_refunding=purchase.state == PurchaseState.REFUNDING,
    )
