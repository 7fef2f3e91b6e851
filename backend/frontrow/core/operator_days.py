"""Days of the operator's calendar: in lists, filters, figures and the books."""

from datetime import UTC, date, datetime, time
from typing import Annotated
from zoneinfo import ZoneInfo

from django.conf import settings
from pydantic import Field

from frontrow.core.zones import zone

# At the ends of the calendar a day has no beginning in UTC, or no day after it.
Day = Annotated[date, Field(ge=date(1970, 1, 2), le=date(2999, 12, 31))]


def operator_zone() -> ZoneInfo:
    return zone(settings.ENV.OPERATOR_TIME_ZONE)


def beginning_of(day: date) -> datetime:
    """The instant a day begins there, in UTC."""
    return datetime.combine(day, time(), tzinfo=operator_zone()).astimezone(UTC)
