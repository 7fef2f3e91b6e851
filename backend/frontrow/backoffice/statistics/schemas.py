"""Schemas of the statistics. Each figure includes its definition in words."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from frontrow.accounts.money_shown import DeskSum
from frontrow.backoffice.disputes.schemas import OpenDisputesOut
from frontrow.backoffice.models import FunnelStep
from frontrow.backoffice.statistics.operator_calendar import Period
from frontrow.catalogue.models import BootcampStatus
from frontrow.core.schemas import AnswerModel, RequestModel


class RevenuePeriodOut(AnswerModel):
    start: date
    # The last day, included.
    end: date
    completed: Decimal
    refunded: Decimal
    net: Decimal
    purchases: int


class RevenueOut(AnswerModel):
    by: Period
    timezone: str
    periods: list[RevenuePeriodOut]
    total: Decimal
    definition: str


class BootcampSeatsOut(AnswerModel):
    id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    status: BootcampStatus
    max_seats: int
    sold: int


class SeatsSoldOut(AnswerModel):
    # Soonest first.
    ahead: list[BootcampSeatsOut]
    # Latest first.
    over: list[BootcampSeatsOut]
    definition: str


class FunnelStepOut(AnswerModel):
    key: str
    name: str
    count: int
    definition: str


class FunnelOut(AnswerModel):
    days: int
    since: date
    timezone: str
    steps: list[FunnelStepOut]
    definition: str


class PageOpenedIn(RequestModel):
    step: FunnelStep


class MeasuredPage(StrEnum):
    LANDING = "landing"
    CHECKOUT = "checkout"
    OTHER = "other"


Milliseconds = Annotated[int, Field(ge=0, le=600_000)]


class PageSpeedIn(RequestModel):
    """Web Vitals of one page: LCP, INP and CLS."""

    page: MeasuredPage
    lcp: Milliseconds | None = None
    inp: Milliseconds | None = None
    cls: Annotated[float, Field(ge=0, le=1000)] | None = None


class CountedOut(AnswerModel):
    """Doesn't reveal whether the visitor was counted."""

    ok: bool = True


class StatsDefinitionsOut(AnswerModel):
    revenue: str
    attendees: str
    available_seats: str
    completion_rate: str


class StatsOut(AnswerModel):
    """The four cards. `completion_rate` is in percent."""

    revenue: DeskSum
    attendees: int
    available_seats: int
    completion_rate: float
    definitions: StatsDefinitionsOut


class NextSessionOut(AnswerModel):
    id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    enrolled: int


class WaitingNowOut(AnswerModel):
    # Waiting for a class. People who wait for a new date aren't included.
    people: int
    open_offers: int
    # The class with the longest waiting list.
    bootcamp_id: int


class SummaryOut(AnswerModel):
    """The strip below the heading."""

    next_session: NextSessionOut | None
    # Other classes that are under way, or begin within the hour.
    also_soon: list[NextSessionOut]
    held_seats: int
    # Within the last seven days.
    failed_sends: int
    unread_messages: int
    # Null if none is open.
    open_disputes: OpenDisputesOut | None
    # From the reconciliation board's last check, a few minutes ago.
    issues: int
    # Null if all waiting lists are empty.
    waiting: WaitingNowOut | None
    # Unhandled scores of 6 or less.
    low_feedback: int
