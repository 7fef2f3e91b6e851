"""The refunds of a purchase, as its buyer sees them."""

from collections.abc import Iterable

from frontrow.core.dates import format_date
from frontrow.portal.billing_schemas import BillingRefundOut
from frontrow.sales.models import Purchase, RefundStatus
from frontrow.sales.refunds.money_back import MoneyBack, money_back_of

BANK_REFUSED = "Your bank didn't accept the refund. We're looking into it and will email you."


def billed_refunds(
    purchase: Purchase, zone: str, only: Iterable[str] = RefundStatus.values
) -> list[BillingRefundOut]:
    """Refunds to show. Requests closed because the money was refunded another way are left out."""
    shown = [
        back
        for back in money_back_of(purchase)
        if back.status in only and back.status != RefundStatus.DECLINED
    ]
    return [
        BillingRefundOut(
            id=back.id,
            amount=back.amount,
            status=back.status,
            words=_words_of(back, zone),
            requested_at=back.asked_at,
            settled_at=back.settled_at,
        )
        for back in shown
    ]


def _words_of(back: MoneyBack, zone: str) -> str:
    day = format_date(back.settled_at or back.asked_at, zone)
    match back.status:
        case RefundStatus.SUCCEEDED if back.is_dispute:
            return f"Taken back by your bank on {day}"
        case RefundStatus.SUCCEEDED:
            return f"Refunded on {day}"
        case RefundStatus.FAILED:
            return BANK_REFUSED
        case _ if back.is_dispute:
            return f"Disputed with your bank on {day}, not decided yet"
        case _:
            return f"Requested on {day}, on its way"
