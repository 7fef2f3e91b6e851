"""Revenue over time: what came in and what went back, on the day each happened."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import Count, DateField, F, Q, QuerySet, Sum
from django.db.models.functions import Trunc

from frontrow.backoffice.operator_calendar import (
    Period,
    beginning_of,
    last_periods,
    next_period,
    operator_zone,
)
from frontrow.backoffice.statistics_schemas import RevenueOut, RevenuePeriodOut
from frontrow.core.money import CENT
from frontrow.sales.attendees import real_purchases
from frontrow.sales.models import PurchaseState, Refund, RefundStatus

WAS_PAID = (PurchaseState.COMPLETED, PurchaseState.REFUNDING, PurchaseState.REFUNDED)
PERIODS = 12
DEFINITION = (
    "Completed purchases on the day they completed, minus refunds on the day the money went back. "
    "Complimentary seats and the demo student's count for nothing."
)
NOTHING = Decimal("0.00")


def read_revenue(*, by: Period) -> RevenueOut:
    """The last twelve weeks or months. Two statements, however much was sold."""
    starts = last_periods(by=by, count=PERIODS)
    since = beginning_of(starts[0])
    came = _by_period(_completed(since), at="completed_at", by=by, amount="total_amount")
    went = _by_period(_refunds(since), at="settled_at", by=by, amount="amount")
    periods = [_period(start, by=by, came=came, went=went) for start in starts]
    return RevenueOut(
        by=by,
        timezone=settings.ENV.OPERATOR_TIME_ZONE,
        periods=periods,
        total=sum((period.net for period in periods), NOTHING),
        definition=DEFINITION,
    )


def _completed(since: datetime) -> QuerySet[Any]:
    return real_purchases().filter(
        state__in=WAS_PAID, is_complimentary=False, completed_at__gte=since
    )


def _refunds(since: datetime) -> QuerySet[Any]:
    return Refund.objects.filter(
        Q(purchase__user=None) | Q(purchase__user__is_demo=False),
        status=RefundStatus.SUCCEEDED,
        settled_at__gte=since,
        purchase__state__in=WAS_PAID,
        purchase__is_complimentary=False,
    )


def _by_period(
    rows: QuerySet[Any], *, at: str, by: Period, amount: str
) -> dict[date, tuple[Decimal, int]]:
    start = Trunc(at, by.value, output_field=DateField(), tzinfo=operator_zone())
    grouped = rows.values(start=start).annotate(sum=Sum(F(amount)), rows=Count("pk")).order_by()
    return {row["start"]: (row["sum"].quantize(CENT), row["rows"]) for row in grouped}


def _period(
    start: date,
    *,
    by: Period,
    came: dict[date, tuple[Decimal, int]],
    went: dict[date, tuple[Decimal, int]],
) -> RevenuePeriodOut:
    completed, purchases = came.get(start, (NOTHING, 0))
    refunded, _ = went.get(start, (NOTHING, 0))
    return RevenuePeriodOut(
        start=start,
        end=next_period(start, by=by) - timedelta(days=1),
        completed=completed,
        refunded=refunded,
        net=completed - refunded,
        purchases=purchases,
    )
