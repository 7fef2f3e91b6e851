"""Schemas of the search, with a few results of each kind."""

from datetime import datetime

from frontrow.catalogue.models import BootcampStatus
from frontrow.core.schemas import AnswerModel
from frontrow.messaging.models import MessageStatus
from frontrow.sales.models import PurchaseStatus


class FoundPersonOut(AnswerModel):
    # Null for a guest, who is identified by address.
    id: int | None
    name: str
    email: str


class FoundPurchaseOut(AnswerModel):
    id: int
    receipt_number: str
    customer: str
    email: str
    package_name: str
    status: PurchaseStatus
    created_at: datetime
    # Whether a refund is possible: paid, and not fully refunded.
    can_refund: bool


class FoundBootcampOut(AnswerModel):
    id: int
    name: str
    start_date: datetime
    timezone: str
    status: BootcampStatus


class FoundEmailOut(AnswerModel):
    id: int
    subject: str
    recipient: str
    status: MessageStatus
    created_at: datetime


class FoundCodeOut(AnswerModel):
    id: int
    code: str
    # 15%, or $50.00.
    worth: str
    note: str


class SearchOut(AnswerModel):
    people: list[FoundPersonOut]
    purchases: list[FoundPurchaseOut]
    bootcamps: list[FoundBootcampOut]
    emails: list[FoundEmailOut]
    codes: list[FoundCodeOut]
