"""Admin endpoints for statistics, and public endpoints that count visits."""

from typing import Annotated

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query
from pydantic import Field

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import anyone, needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.statistics import figures
from frontrow.backoffice.statistics.books import read_books
from frontrow.backoffice.statistics.books_export import export_books
from frontrow.backoffice.statistics.books_schemas import BooksOut, BooksQuery
from frontrow.backoffice.statistics.funnel import count_opening, read_funnel
from frontrow.backoffice.statistics.operator_calendar import Period
from frontrow.backoffice.statistics.page_speed import count_page_speed
from frontrow.backoffice.statistics.revenue import read_revenue
from frontrow.backoffice.statistics.schemas import (
    CountedOut,
    FunnelOut,
    PageOpenedIn,
    PageSpeedIn,
    RevenueOut,
    SeatsSoldOut,
    StatsOut,
    SummaryOut,
)
from frontrow.backoffice.statistics.seats_sold import read_seats_sold
from frontrow.core.csv_files import csv_file
from frontrow.core.routing import Router

router = Router(tags=["statistics"])


@router.get("/admin/stats", tags=["admin"], response=StatsOut, auth=needs(Right.DESK))
def get_stats(request: HttpRequest) -> StatsOut:
    return figures.count_stats()


@router.get("/admin/summary", tags=["admin"], response=SummaryOut, auth=needs(Right.DESK))
def get_summary(request: HttpRequest) -> SummaryOut:
    return figures.summarize()


@router.get("/admin/statistics/revenue", response=RevenueOut, auth=needs(Right.MONEY))
def get_revenue(request: HttpRequest, by: Period = Period.MONTH) -> RevenueOut:
    return read_revenue(by=by)


@router.get("/admin/statistics/books", response=BooksOut, auth=needs(Right.MONEY))
def get_books(request: HttpRequest, asked: Query[BooksQuery]) -> BooksOut:
    return read_books(since=asked.since, until=asked.until)


@router.get("/admin/statistics/books/export", auth=needs(Right.MONEY))
def export_books_journal(request: HttpRequest, asked: Query[BooksQuery]) -> StreamingHttpResponse:
    lines = export_books(by=actor_of(request), since=asked.since, until=asked.until)
    return csv_file(lines, name=f"books-{asked.since}-{asked.until}")


@router.get("/admin/statistics/seats", response=SeatsSoldOut, auth=needs(Right.DESK))
def get_seats_sold(request: HttpRequest) -> SeatsSoldOut:
    return read_seats_sold()


@router.get("/admin/statistics/funnel", response=FunnelOut, auth=needs(Right.DESK))
def get_funnel(request: HttpRequest, days: Annotated[int, Field(ge=1, le=365)] = 30) -> FunnelOut:
    return read_funnel(days=days)


@router.post("/funnel", response=CountedOut, auth=anyone)
def count_page_opening(request: HttpRequest, payload: PageOpenedIn) -> CountedOut:
    count_opening(request=request, step=payload.step)
    return CountedOut()


@router.post("/page-speed", response=CountedOut, auth=anyone)
def count_speed_of_page(request: HttpRequest, payload: PageSpeedIn) -> CountedOut:
    count_page_speed(request=request, seen=payload)
    return CountedOut()
