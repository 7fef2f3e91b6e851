"""Schemas of the books."""

from datetime import date, datetime
from decimal import Decimal

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel


class BooksQuery(RequestModel):
    """Days of the operator's calendar, both included."""

    since: date = Field(ge=date(2000, 1, 1), le=date(2999, 12, 31))
    until: date = Field(ge=date(2000, 1, 1), le=date(2999, 12, 31))


class BooksSumsOut(AnswerModel):
    """Amounts received and refunded. `net` is before the provider's fees."""

    gross: Decimal
    refunds: Decimal
    # Lost disputes, minus those won later.
    disputes: Decimal
    net: Decimal


class BooksTotalsOut(BooksSumsOut):
    """`fees` are the known fees. Null if none is known: unknown is not 0."""

    fees: Decimal | None
    # How many movements the provider has reported no fee for.
    unknown_fees: int
    payments: int
    refund_count: int


class DayBooksOut(AnswerModel):
    day: date
    total: BooksTotalsOut


class CohortBooksOut(AnswerModel):
    # Null for amounts without a class.
    bootcamp_id: int | None
    name: str
    start_date: datetime | None
    timezone: str
    total: BooksSumsOut


class NamedBooksOut(AnswerModel):
    name: str
    total: BooksSumsOut


class BooksOut(AnswerModel):
    since: date
    until: date
    timezone: str
    total: BooksTotalsOut
    before_since: date
    before_until: date
    before: BooksTotalsOut
    by_day: list[DayBooksOut]
    by_cohort: list[CohortBooksOut]
    by_product: list[NamedBooksOut]
    by_type: list[NamedBooksOut]
    # Withdrawn by undecided disputes of these days. Not in the sums.
    undecided: Decimal
    definition: str
    # Empty if every fee is known.
    fees_note: str
    payouts_note: str
