"""Calendar files: one entry for each bootcamp bought, in a letter, a download or a feed."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Calendar, Event, vDuration

from frontrow.sales.models import PurchaseItem, PurchaseState

# How often a subscriber should look again; programs that honour it know one of the two names.
FEED_REFRESH = timedelta(hours=1)


def calendar_file(
    *, items: Sequence[PurchaseItem], written_at: datetime, cancelled: bool = False
) -> str:
    """An iCalendar file (RFC 5545) of the bootcamps' present dates, in UTC.

    An entry keeps its UID for ever and its SEQUENCE is the schedule's version, so a later file
    moves the entry instead of adding a second one. It leads to the portal, never straight into
    the session: calendars are shared, seats are not. Items come with their bootcamps loaded.
    `cancelled` takes the entries back: the purchase was refunded.
    """
    calendar = _empty_calendar()
    for item in items:
        calendar.add_component(_entry(item, written_at, cancelled=cancelled))
    return _written(calendar)


def calendar_feed(*, items: Sequence[PurchaseItem], written_at: datetime) -> str:
    """The same entries for programs that come back for more; items have their purchases loaded.

    Subscribers keep what merely vanishes, so a refunded entry stays and says that it is cancelled.
    """
    calendar = _empty_calendar()
    calendar.add("X-WR-CALNAME", f"{settings.ENV.SITE_NAME} bootcamps")
    calendar.add("REFRESH-INTERVAL", vDuration(FEED_REFRESH), parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", vDuration(FEED_REFRESH))
    for item in items:
        cancelled = item.purchase.state != PurchaseState.COMPLETED
        calendar.add_component(_entry(item, written_at, cancelled=cancelled))
    return _written(calendar)


def _empty_calendar() -> Calendar:
    calendar = Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", f"-//{settings.ENV.SITE_NAME}//Bootcamps//EN")
    calendar.add("METHOD", "PUBLISH")
    return calendar


def _written(calendar: Calendar) -> str:
    written: bytes = calendar.to_ical()
    return written.decode()


def _entry(item: PurchaseItem, written_at: datetime, *, cancelled: bool) -> Event:
    portal = f"{settings.SITE_URL}/portal"
    entry = Event()
    entry.add("UID", f"purchase-item-{item.pk}@{urlsplit(settings.SITE_URL).hostname}")
    # A cancellation is one more change: calendars ignore what is not newer than what they have.
    entry.add("SEQUENCE", item.bootcamp.schedule_version + (1 if cancelled else 0))
    entry.add("DTSTAMP", written_at.astimezone(UTC))
    entry.add("DTSTART", item.bootcamp.starts_at.astimezone(UTC))
    entry.add("DTEND", item.bootcamp.ends_at.astimezone(UTC))
    entry.add("SUMMARY", item.name)
    entry.add("DESCRIPTION", f"Your live session online. Join it from your portal:\n{portal}")
    entry.add("LOCATION", "Online")
    entry.add("URL", portal)
    entry.add("STATUS", "CANCELLED" if cancelled else "CONFIRMED")
    return entry
