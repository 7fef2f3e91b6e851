"""Schemas of purchases in the admin panel: the list, and one purchase's history."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import Field

from frontrow.accounts.money_shown import DeskSum, DeskWords
from frontrow.backoffice.disputes.schemas import DisputeOut, OpenDisputeOut
from frontrow.backoffice.notes.schemas import DeskNoteOut
from frontrow.core.operator_days import Day
from frontrow.core.schemas import AnswerModel, RequestModel, SmallId
from frontrow.core.text_fields import Address, OneLine, PersonName
from frontrow.sales.models import PurchaseState, PurchaseStatus

Search = Annotated[OneLine, Field(max_length=100)]
Note = Annotated[OneLine, Field(max_length=500)]


SeatNumber = Annotated[int, Field(ge=1, le=2**63 - 1)]


class PurchaseSort(StrEnum):
    DATE = "date"
    CUSTOMER = "customer"
    PRODUCT = "product"
    AMOUNT = "amount"
    STATUS = "status"


class SortDirection(StrEnum):
    ASCENDING = "asc"
    DESCENDING = "desc"


class Buyer(StrEnum):
    GUEST = "guest"
    MEMBER = "member"


class PurchaseQuery(RequestModel):
    """Filters of the list, its total and its export, combined with AND."""

    search: Search = ""
    status: PurchaseStatus | None = None
    bootcamp_id: SmallId | None = None
    # Days of the operator's calendar, both included.
    since: Day | None = None
    until: Day | None = None
    buyer: Buyer | None = None
    complimentary: bool = False
    partly_refunded: bool = False
    disputed: bool = False

    @property
    def is_plain(self) -> bool:
        """Filtered at most by a status, for which the database maintains counts."""
        return not any(
            getattr(self, name) for name in PurchaseQuery.model_fields.keys() - {"status"}
        )


class PurchaseListQuery(PurchaseQuery):
    sort: PurchaseSort = PurchaseSort.DATE
    direction: SortDirection = SortDirection.DESCENDING
    page: Annotated[int, Field(ge=1, le=1_000_000)] = 1


class PurchaseExportQuery(PurchaseQuery):
    sort: PurchaseSort = PurchaseSort.DATE
    direction: SortDirection = SortDirection.DESCENDING


class PurchaseSumOut(AnswerModel):
    """The total of the purchases in the list. The demo student's are excluded."""

    paid: Decimal
    refunded: Decimal
    kept: Decimal


class DeskPurchaseOut(AnswerModel):
    id: int
    user_id: int | None
    bootcamp_id: int | None
    bundle_id: UUID | None
    is_bundle: bool
    package_name: str
    # Holds or keeps a seat now.
    seat_reserved: bool
    total_amount: DeskSum
    refunded_amount: DeskSum
    is_complimentary: bool
    stripe_payment_intent_id: str | None
    stripe_customer_id: str
    status: PurchaseStatus
    # The exact payment state. `status` is its simplified form for people.
    state: PurchaseState
    guest_email: str
    guest_full_name: str
    created_at: datetime
    updated_at: datetime


class DeskCustomerOut(AnswerModel):
    id: int
    email: str
    first_name: str
    last_name: str


class DeskBundleOut(AnswerModel):
    id: UUID
    name: str


class DeskBootcampOut(AnswerModel):
    id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str


class DeskPurchaseRowOut(AnswerModel):
    purchase: DeskPurchaseOut
    # Null for a guest.
    user: DeskCustomerOut | None
    customer_name: str
    customer_email: str
    bundle: DeskBundleOut | None
    bootcamp: DeskBootcampOut | None
    # Only while it is open.
    dispute: OpenDisputeOut | None


class PurchaseFigureWordsOut(AnswerModel):
    purchases: str
    completed_revenue: str
    pending: str
    refunded: str


class PurchaseFiguresOut(AnswerModel):
    """The four cards above the list. Filters don't affect them."""

    purchases: int
    completed_revenue: DeskSum
    pending: int
    refunded: int
    definitions: PurchaseFigureWordsOut


class DeskPurchasePageOut(AnswerModel):
    rows: list[DeskPurchaseRowOut]
    # True if a search has more matches than were counted.
    total: int
    total_is_exact: bool
    stats: PurchaseFiguresOut
    # The operator's zone: the list, its filters and its figures use its days.
    timezone: str


class StoryKind(StrEnum):
    """The kind of a history entry. The page chooses its icon."""

    PURCHASE = "purchase"
    TERMS = "terms"
    HOLD = "hold"
    PAYMENT = "payment"
    # Every step that the provider reports. The page folds them.
    PROVIDER = "provider"
    SEAT = "seat"
    MESSAGE = "message"
    REFUND = "refund"
    INVITATION = "invitation"
    COACHING = "coaching"
    BREAK = "break"
    AUDIT = "audit"


class StoryTone(StrEnum):
    NEUTRAL = "neutral"
    GOOD = "good"
    WAITING = "waiting"
    BAD = "bad"


class StoryEntryOut(AnswerModel):
    at: datetime
    kind: StoryKind
    tone: StoryTone
    title: DeskWords
    detail: DeskWords


class StorySeatOut(AnswerModel):
    enrollment_id: int
    # One of several, so it can be refunded separately.
    can_go_back: bool
    bootcamp_id: int
    bootcamp_name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    price: DeskSum
    seat_number: int | None
    is_held: bool
    attended_at: datetime | None


class StoryActionsOut(AnswerModel):
    """The available actions. A sentence says why one is unavailable, null means available."""

    refund: str | None
    # The stable code of the reason, such as `refund_in_progress`.
    refund_code: str | None
    withdraw: str | None
    resend_confirmation: str | None
    resend_invitation: str | None
    correct_customer: str | None


class PurchaseStoryOut(AnswerModel):
    row: DeskPurchaseRowOut
    receipt_number: str
    refundable: DeskSum
    card: str
    terms_version: str
    terms_accepted_at: datetime | None
    cancel_reason: str
    seats: list[StorySeatOut]
    # Newest first, open and decided.
    disputes: list[DisputeOut]
    # Newest first.
    entries: list[StoryEntryOut]
    notes: list[DeskNoteOut]
    # Why the last requested refund failed. Empty if it succeeded.
    refund_refused: str
    # The payment in the provider's dashboard. Empty if nothing was paid.
    provider_page: str
    actions: StoryActionsOut


class RefundIn(RequestModel):
    """A full refund, a partial amount, or one bootcamp's share of several.

    For one bootcamp, the amount is the one shown, so that the refund can't differ from what the
    admin confirmed.
    """

    amount: Annotated[Decimal, Field(gt=0, max_digits=10, decimal_places=2)]
    enrollment_id: SeatNumber | None = None
    note: Note = ""


class RefundPreviewOut(AnswerModel):
    """The effect of refunding this amount, in words."""

    amount: Decimal
    is_full: bool
    policy: str
    # What remains paid afterwards.
    stays: Decimal
    effects: list[str]


class CustomerIn(RequestModel):
    email: Address
    full_name: Annotated[PersonName, Field(min_length=1)]


class EnrollmentIn(RequestModel):
    """One bootcamp or one bundle, complimentary."""

    bootcamp_id: int | None = None
    bundle_id: UUID | None = None
    email: Address
    full_name: Annotated[PersonName, Field(min_length=1)]


class EnrolledOut(AnswerModel):
    purchase_id: int
    message: str
