"""Days of the operator's calendar, for lists, filters, figures and the books."""

from datetime import UTC, date, datetime, time
from typing import Annotated
from zoneinfo import ZoneInfo

from django.conf import settings
from pydantic import Field

from frontrow.core.zones import zone

# The first and last representable days have no beginning in UTC or no following day.
Day = Annotated[date, Field(ge=date(1970, 1, 2), le=date(2999, 12, 31))]


def operator_zone() -> ZoneInfo:
    return zone(settings.ENV.OPERATOR_TIME_ZONE)


def beginning_of(day: date) -> datetime:
    """The instant in UTC at which the day begins there."""
    return datetime.combine(day, time(), tzinfo=operator_zone()).astimezone(UTC)
