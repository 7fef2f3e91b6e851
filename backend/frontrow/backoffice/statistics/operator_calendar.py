"""Days, weeks and months of the operator's calendar."""

from datetime import date, timedelta

from django.db import models

from frontrow.core.clock import now
from frontrow.core.operator_days import operator_zone


class Period(models.TextChoices):
    WEEK = "week"
    MONTH = "month"


def today() -> date:
    return now().astimezone(operator_zone()).date()


def last_periods(*, by: Period, count: int) -> list[date]:
    """The first days of the last weeks or months, the current one last."""
    start = _first_day(today(), by)
    starts = [start]
    while len(starts) < count:
        start = _first_day(start - timedelta(days=1), by)
        starts.append(start)
    return starts[::-1]


def next_period(start: date, *, by: Period) -> date:
    # At most 7 days per week and 31 per month. Surplus days fall into the next one.
    return _first_day(start + timedelta(days=7 if by == Period.WEEK else 31), by)


def _first_day(day: date, by: Period) -> date:
    """Weeks begin on Monday."""
    return day.replace(day=1) if by == Period.MONTH else day - timedelta(days=day.weekday())
