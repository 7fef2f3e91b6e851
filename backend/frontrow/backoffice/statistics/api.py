"""Endpoints of figures and statistics, and of the two pages that let themselves be counted."""

from typing import Annotated

from django.http import HttpRequest
from pydantic import Field

from frontrow.accounts.gates import admin, anyone
from frontrow.backoffice.statistics import figures
from frontrow.backoffice.statistics.funnel import count_opening, read_funnel
from frontrow.backoffice.statistics.operator_calendar import Period
from frontrow.backoffice.statistics.revenue import read_revenue
from frontrow.backoffice.statistics.schemas import (
    CountedOut,
    FunnelOut,
    PageOpenedIn,
    RevenueOut,
    SeatsSoldOut,
    StatsOut,
    SummaryOut,
)
from frontrow.backoffice.statistics.seats_sold import read_seats_sold
from frontrow.core.routing import Router

router = Router(tags=["statistics"])


@router.get("/admin/stats", tags=["admin"], response=StatsOut, auth=admin)
def get_stats(request: HttpRequest) -> StatsOut:
    return figures.count_stats()


@router.get("/admin/summary", tags=["admin"], response=SummaryOut, auth=admin)
def get_summary(request: HttpRequest) -> SummaryOut:
    return figures.summarise()


@router.get("/admin/statistics/revenue", response=RevenueOut, auth=admin)
def get_revenue(request: HttpRequest, by: Period = Period.MONTH) -> RevenueOut:
    return read_revenue(by=by)


@router.get("/admin/statistics/seats", response=SeatsSoldOut, auth=admin)
def get_seats_sold(request: HttpRequest) -> SeatsSoldOut:
    return read_seats_sold()


@router.get("/admin/statistics/funnel", response=FunnelOut, auth=admin)
def get_funnel(request: HttpRequest, days: Annotated[int, Field(ge=1, le=365)] = 30) -> FunnelOut:
    return read_funnel(days=days)


@router.post("/funnel", response=CountedOut, auth=anyone)
def count_page_opening(request: HttpRequest, payload: PageOpenedIn) -> CountedOut:
    count_opening(request=request, step=payload.step)
    return CountedOut()
