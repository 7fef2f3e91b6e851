"""Billing schemas: purchases, receipts and refunds as a student sees them."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.sales.models import PurchaseStatus, RefundStatus
from frontrow.sales.terms.refund_policy import Clause

MOST = 2**63 - 1
LONGEST_REASON = 1000


class RefundTermsOut(AnswerModel):
    """What requesting a refund would return now, and until when."""

    covered: bool
    clause: Clause | None
    words: str
    # What would end the guarantee sooner or extend it. Empty if nothing is covered.
    proviso: str
    covered_until: datetime | None
    # The amount that would be refunded.
    amount: Decimal


class BillingRefundOut(AnswerModel):
    id: int
    amount: Decimal
    status: RefundStatus
    words: str
    requested_at: datetime
    settled_at: datetime | None


class BilledSessionOut(AnswerModel):
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    # Its share was refunded, and the rest of the purchase remains.
    is_returned: bool


class BilledPartOut(AnswerModel):
    """One bootcamp of several, and what a refund of it alone would return now."""

    enrollment_id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    amount: Decimal
    # What remains paid for the others.
    stays: Decimal
    # Why it isn't the whole share. Empty if it is.
    words: str
    # Why it can't be refunded alone. Empty if it can.
    refusal: str


class BillingEntryOut(AnswerModel):
    id: int
    receipt_number: str
    date: datetime
    # The time zone that its dates are shown in.
    timezone: str
    package_name: str
    is_bundle: bool
    # Tells two dates of one course apart.
    sessions: list[BilledSessionOut]
    status: PurchaseStatus
    # A refund is under way: access has ended, though the status is still completed.
    is_refunding: bool
    status_words: str
    # Where an open payment can be finished or dismissed. Empty if there is none.
    finish_path: str
    total_amount: Decimal
    refunded_amount: Decimal
    currency: str
    paid_with: str
    has_receipt: bool
    refunds: list[BillingRefundOut]
    refund: RefundTermsOut
    # A free seat whose class hasn't begun.
    can_give_up: bool
    # What can be refunded alone: each bootcamp of several, or the base of an upgrade.
    parts: list[BilledPartOut]


class RefundRequestIn(RequestModel):
    """A refund of the whole purchase, or of one bootcamp of several."""

    reason: Annotated[str, Field(max_length=LONGEST_REASON)] = ""
    enrollment_id: Annotated[int, Field(ge=1, le=MOST)] | None = None


class RefundAskedOut(AnswerModel):
    message: str
    purchase: BillingEntryOut


class ReceiptLineOut(AnswerModel):
    words: str
    amount: Decimal


class ReceiptPartyOut(AnswerModel):
    name: str
    # The lines below the name: address and contact.
    details: list[str]


class ReceiptOut(AnswerModel):
    number: str
    date: datetime
    timezone: str
    seller: ReceiptPartyOut
    buyer: ReceiptPartyOut
    lines: list[ReceiptLineOut]
    total_amount: Decimal
    refunds: list[BillingRefundOut]
    refunded_amount: Decimal
    # The total minus refunds.
    paid_amount: Decimal
    currency: str
    paid_with: str
    is_complimentary: bool
    is_refunding: bool
