"""What the desk's search finds, a few of each kind."""

from datetime import datetime

from frontrow.catalogue.models import BootcampStatus
from frontrow.core.schemas import AnswerModel
from frontrow.sales.models import PurchaseStatus


class FoundPersonOut(AnswerModel):
    id: int
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


class FoundBootcampOut(AnswerModel):
    id: int
    name: str
    start_date: datetime
    timezone: str
    status: BootcampStatus


class SearchOut(AnswerModel):
    people: list[FoundPersonOut]
    purchases: list[FoundPurchaseOut]
    bootcamps: list[FoundBootcampOut]
