"""Revenue over time: payments and refunds, on the day each happened."""

from datetime import date, timedelta
from decimal import Decimal

from django.conf import settings
from django.db.models import Count, DateField, QuerySet, Sum
from django.db.models.functions import Trunc

from frontrow.backoffice.statistics.operator_calendar import Period, last_periods, next_period
from frontrow.backoffice.statistics.schemas import RevenueOut, RevenuePeriodOut
from frontrow.core.money import CENT
from frontrow.core.operator_days import beginning_of, operator_zone
from frontrow.core.replica import on_replica
from frontrow.sales.ledger.movements import given_back, real_movements
from frontrow.sales.models import Movement, MovementKind

PERIODS = 12
DEFINITION = (
    "Payments on the day they were made, minus refunds and lost disputes on the day they were "
    "paid out. Complimentary seats and the demo student's count for nothing."
)
NOTHING = Decimal("0.00")


@on_replica
def read_revenue(*, by: Period) -> RevenueOut:
    """The last twelve weeks or months, in two statements."""
    starts = last_periods(by=by, count=PERIODS)
    since = beginning_of(starts[0])
    moved = real_movements().filter(happened_at__gte=since)
    came = _by_period(moved.filter(kind=MovementKind.PAYMENT), by=by)
    went = _by_period(given_back(moved), by=by)
    periods = [_period(start, by=by, came=came, went=went) for start in starts]
    return RevenueOut(
        by=by,
        timezone=settings.ENV.OPERATOR_TIME_ZONE,
        periods=periods,
        total=sum((period.net for period in periods), NOTHING),
        definition=DEFINITION,
    )


def _by_period(movements: QuerySet[Movement], *, by: Period) -> dict[date, tuple[Decimal, int]]:
    start = Trunc("happened_at", by.value, output_field=DateField(), tzinfo=operator_zone())
    grouped = movements.values(start=start).annotate(sum=Sum("amount"), rows=Count("pk")).order_by()
    return {row["start"]: (row["sum"].quantize(CENT), row["rows"]) for row in grouped}


def _period(
    start: date,
    *,
    by: Period,
    came: dict[date, tuple[Decimal, int]],
    went: dict[date, tuple[Decimal, int]],
) -> RevenuePeriodOut:
    completed, purchases = came.get(start, (NOTHING, 0))
    back, _ = went.get(start, (NOTHING, 0))
    return RevenuePeriodOut(
        start=start,
        end=next_period(start, by=by) - timedelta(days=1),
        completed=completed,
        refunded=-back,
        net=completed + back,
        purchases=purchases,
    )
