"""The calendar file that goes with a confirmation: one entry for each bootcamp bought."""

from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Calendar, Event

from frontrow.sales.models import PurchaseItem


def calendar_file(*, items: Sequence[PurchaseItem], written_at: datetime) -> str:
    """An iCalendar file (RFC 5545) of the bootcamps' present dates, in UTC.

    An entry keeps its UID for ever and its SEQUENCE is the schedule's version, so a later file
    moves the entry instead of adding a second one. It leads to the portal, never straight into
    the session: calendars are shared, seats are not. Items come with their bootcamps loaded.
    """
    calendar = Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", f"-//{settings.ENV.SITE_NAME}//Bootcamps//EN")
    calendar.add("METHOD", "PUBLISH")
    for item in items:
        calendar.add_component(_entry(item, written_at))
    written: bytes = calendar.to_ical()
    return written.decode()


def _entry(item: PurchaseItem, written_at: datetime) -> Event:
    portal = f"{settings.SITE_URL}/portal"
    entry = Event()
    entry.add("UID", f"purchase-item-{item.pk}@{urlsplit(settings.SITE_URL).hostname}")
    entry.add("SEQUENCE", item.bootcamp.schedule_version)
    entry.add("DTSTAMP", written_at.astimezone(UTC))
    entry.add("DTSTART", item.bootcamp.starts_at.astimezone(UTC))
    entry.add("DTEND", item.bootcamp.ends_at.astimezone(UTC))
    entry.add("SUMMARY", item.name)
    entry.add("DESCRIPTION", f"Your live session online. Join it from your portal:\n{portal}")
    entry.add("LOCATION", "Online")
    entry.add("URL", portal)
    entry.add("STATUS", "CONFIRMED")
    return entry
