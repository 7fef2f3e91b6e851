"""Calendar files: one entry for each bootcamp bought, in a letter, a download or a feed."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Alarm, Calendar, Event, vDuration

from frontrow.sales.join_links import join_page_link
from frontrow.sales.models import Enrolment, PurchaseState

# How often a subscriber should look again; programs that honour it know one of the two names.
FEED_REFRESH = timedelta(hours=1)
REMIND_BEFORE = timedelta(minutes=15)

_JOIN_HERE = "Your live session online. Join here, without signing in:"
_KEEP_IT = "The link opens 30 minutes before the start. It's personal: please don't share it."


def calendar_file(
    *,
    items: Sequence[Enrolment],
    written_at: datetime,
    links: Sequence[str] = (),
    cancelled: bool = False,
) -> str:
    """An iCalendar file (RFC 5545) of the bootcamps' present dates, in UTC.

    An entry keeps its UID for ever and its SEQUENCE is the schedule's version, so a later file
    moves the entry instead of adding a second one. Items come with their bootcamps loaded.

    `links` are the items' personal join links, or their places in a letter: only for a file that
    goes to the buyer and nobody else. Without them an entry leads to the portal. It never leads
    straight into the meeting. `cancelled` takes the entries back: the purchase was refunded.
    """
    calendar = _empty_calendar()
    for number, item in enumerate(items):
        link = links[number] if number < len(links) else ""
        calendar.add_component(_entry(item, written_at, link=link, cancelled=cancelled))
    return _written(calendar)


def calendar_feed(*, items: Sequence[Enrolment], written_at: datetime) -> str:
    """The same entries for programs that come back for more; items have their purchases loaded.

    Subscribers keep what merely vanishes, so a refunded entry stays and says that it is cancelled.
    """
    calendar = _empty_calendar()
    calendar.add("X-WR-CALNAME", f"{settings.ENV.SITE_NAME} bootcamps")
    calendar.add("REFRESH-INTERVAL", vDuration(FEED_REFRESH), parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", vDuration(FEED_REFRESH))
    for item in items:
        cancelled = item.purchase.state != PurchaseState.COMPLETED
        [link] = join_links_of([item])
        calendar.add_component(_entry(item, written_at, link=link, cancelled=cancelled))
    return _written(calendar)


def join_links_of(items: Sequence[Enrolment]) -> list[str]:
    return [join_page_link(item) for item in items]


def _empty_calendar() -> Calendar:
    calendar = Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", f"-//{settings.ENV.SITE_NAME}//Bootcamps//EN")
    calendar.add("METHOD", "PUBLISH")
    return calendar


def _written(calendar: Calendar) -> str:
    written: bytes = calendar.to_ical()
    return written.decode()


def _entry(item: Enrolment, written_at: datetime, *, link: str, cancelled: bool) -> Event:
    portal = f"{settings.SITE_URL}/portal"
    entry = Event()
    entry.add("UID", f"purchase-item-{item.pk}@{urlsplit(settings.SITE_URL).hostname}")
    # A cancellation is one more change: calendars ignore what is not newer than what they have.
    entry.add("SEQUENCE", item.bootcamp.schedule_version + (1 if cancelled else 0))
    entry.add("DTSTAMP", written_at.astimezone(UTC))
    entry.add("DTSTART", item.bootcamp.starts_at.astimezone(UTC))
    entry.add("DTEND", item.bootcamp.ends_at.astimezone(UTC))
    entry.add("SUMMARY", item.name)
    entry.add("STATUS", "CANCELLED" if cancelled else "CONFIRMED")
    if cancelled:
        # Nothing to join and nothing to be reminded of.
        entry.add("URL", portal)
        return entry
    if link:
        entry.add("DESCRIPTION", f"{_JOIN_HERE}\n{link}\n\n{_KEEP_IT}")
    else:
        entry.add("DESCRIPTION", f"Your live session online. Join it from your portal:\n{portal}")
    # Most calendars make a link of the place, and few show the URL.
    entry.add("LOCATION", link or "Online")
    entry.add("URL", link or portal)
    entry.add_component(_alarm(item))
    return entry


def _alarm(item: Enrolment) -> Alarm:
    alarm = Alarm()
    alarm.add("ACTION", "DISPLAY")
    alarm.add("TRIGGER", -REMIND_BEFORE)
    alarm.add("DESCRIPTION", f"{item.name} starts in 15 minutes.")
    return alarm
