"""The books as the desk shows them."""

from datetime import date, datetime
from decimal import Decimal

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel


class BooksQuery(RequestModel):
    """Days of the operator's calendar, both included."""

    since: date = Field(ge=date(2000, 1, 1), le=date(2999, 12, 31))
    until: date = Field(ge=date(2000, 1, 1), le=date(2999, 12, 31))


class BooksSumsOut(AnswerModel):
    """What came in and what went back; `net` is before the provider's fees."""

    gross: Decimal
    refunds: Decimal
    # Lost ones, less what was won back.
    disputes: Decimal
    net: Decimal


class BooksTotalsOut(BooksSumsOut):
    """`fees` are those that are known, null where none is: unknown is never 0."""

    fees: Decimal | None
    # How many movements the provider told no fee for.
    unknown_fees: int
    payments: int
    refund_count: int


class DayBooksOut(AnswerModel):
    day: date
    total: BooksTotalsOut


class CohortBooksOut(AnswerModel):
    # Null for what belongs to no class.
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
    # Taken by disputes of these days that no bank has decided yet; not in the sums.
    undecided: Decimal
    definition: str
    # Empty where every fee is known.
    fees_note: str
    payouts_note: str
