"""What students see of their money: purchases, receipts, refunds."""

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
    """What asking for the money back would bring this very moment, and until when."""

    covered: bool
    clause: Clause | None
    words: str
    # What ends it sooner, or lets it go on; empty where nothing is covered.
    proviso: str
    covered_until: datetime | None
    # What would come back.
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
    # Its share went back; the rest of the purchase stays.
    is_returned: bool


class BilledPartOut(AnswerModel):
    """One bootcamp of several, and what giving it back alone would bring this very moment."""

    enrollment_id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    amount: Decimal
    # What stays paid for the others.
    stays: Decimal
    # Why it isn't its whole share; empty where it is.
    words: str
    # Why it can't go back alone; empty where it can.
    refusal: str


class BillingEntryOut(AnswerModel):
    id: int
    receipt_number: str
    date: datetime
    # The clock its dates are shown on.
    timezone: str
    package_name: str
    is_bundle: bool
    # Two dates of one course are told apart by them.
    sessions: list[BilledSessionOut]
    status: PurchaseStatus
    # The money is on its way back: access has ended, though the status is still completed.
    is_refunding: bool
    status_words: str
    # Where a payment that was begun can be finished; it can also be dismissed. Empty otherwise.
    finish_path: str
    total_amount: Decimal
    refunded_amount: Decimal
    currency: str
    paid_with: str
    has_receipt: bool
    refunds: list[BillingRefundOut]
    refund: RefundTermsOut
    # A free seat, before its class begins.
    can_give_up: bool
    # What could go back alone: of several bootcamps each, or what an upgrade stands on.
    parts: list[BilledPartOut]


class RefundRequestIn(RequestModel):
    """All of it, or one bootcamp of several."""

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
    # The lines below the name: where they are, or how to reach them.
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
    # The total less what has come back.
    paid_amount: Decimal
    currency: str
    paid_with: str
    is_complimentary: bool
    is_refunding: bool
