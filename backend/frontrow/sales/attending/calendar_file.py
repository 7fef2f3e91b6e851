"""Calendar files: one entry per bootcamp, for emails, downloads and feeds."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Alarm, Calendar, Event, vDuration

from frontrow.sales.links import JOIN
from frontrow.sales.models import Enrollment, PurchaseState

# The refresh interval for subscribers. It has two names, and programs support one or the other.
FEED_REFRESH = timedelta(hours=1)
REMIND_BEFORE = timedelta(minutes=15)
FOLDED_FROM = 75

_JOIN_HERE = "Your live session online. Join here, without signing in:"
_KEEP_IT = "The link opens 30 minutes before the start. It's personal: please don't share it."


def calendar_file(
    *,
    enrollments: Sequence[Enrollment],
    written_at: datetime,
    links: Sequence[str] = (),
    canceled: bool = False,
) -> str:
    """An iCalendar file (RFC 5545) with the bootcamps' current dates, in UTC.

    An entry keeps its UID even if the seat moves to another class, and its SEQUENCE increases with
    each change. So a later file updates the entry instead of adding a second one. The enrollments
    must come with their bootcamps loaded.

    `links` are personal join links, or their placeholders in an email. Pass them only for a file
    that goes to the attendee alone. Without them an entry links to the portal, and it never links
    to the meeting itself. `canceled` cancels the entries after a refund.
    """
    calendar = _empty_calendar()
    for number, enrollment in enumerate(enrollments):
        link = links[number] if number < len(links) else ""
        calendar.add_component(_entry(enrollment, written_at, link=link, canceled=canceled))
    return _written(calendar)


def calendar_file_like(text: str, *, of: Enrollment, enrollment: Enrollment) -> str:
    """Derive the file of another seat of the same class, date and sequence from one file.

    Rendering a file takes longer than the rest of an email, and a whole class gets theirs at once.
    """
    before, after = f"UID:{_uid_of(of)}\r\n", f"UID:{_uid_of(enrollment)}\r\n"
    # A line that must be folded can't be replaced this way.
    if before not in text or len(after) > FOLDED_FROM:
        return ""
    return text.replace(before, after)


def calendar_feed(*, enrollments: Sequence[Enrollment], written_at: datetime) -> str:
    """The same entries for subscribers. The enrollments must come with their purchases loaded.

    Subscribers keep entries that disappear from a feed. So a refunded entry stays as canceled, and
    so does the entry of a seat that they no longer hold.
    """
    calendar = _empty_calendar()
    calendar.add("X-WR-CALNAME", f"{settings.ENV.SITE_NAME} bootcamps")
    calendar.add("REFRESH-INTERVAL", vDuration(FEED_REFRESH), parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", vDuration(FEED_REFRESH))
    last = {one.calendar_number: one for one in sorted(enrollments, key=lambda one: one.pk)}
    for enrollment in enrollments:
        if last[enrollment.calendar_number] is not enrollment:
            # Another enrollment continues its entry.
            continue
        is_paid = enrollment.purchase.state == PurchaseState.COMPLETED
        canceled = not is_paid or enrollment.ended_at is not None
        [link] = join_links_of([enrollment])
        calendar.add_component(_entry(enrollment, written_at, link=link, canceled=canceled))
    return _written(calendar)


def join_links_of(enrollments: Sequence[Enrollment]) -> list[str]:
    return [JOIN.url(enrollment) for enrollment in enrollments]


def _empty_calendar() -> Calendar:
    calendar = Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", f"-//{settings.ENV.SITE_NAME}//Bootcamps//EN")
    calendar.add("METHOD", "PUBLISH")
    return calendar


def _written(calendar: Calendar) -> str:
    written: bytes = calendar.to_ical()
    return written.decode()


def _entry(enrollment: Enrollment, written_at: datetime, *, link: str, canceled: bool) -> Event:
    portal = f"{settings.SITE_URL}/portal"
    entry = Event()
    entry.add("UID", _uid_of(enrollment))
    # A cancellation is another change, because calendars ignore entries that aren't newer.
    changes = enrollment.calendar_changes + enrollment.bootcamp.schedule_version
    entry.add("SEQUENCE", changes + (1 if canceled else 0))
    entry.add("DTSTAMP", written_at.astimezone(UTC))
    entry.add("DTSTART", enrollment.bootcamp.starts_at.astimezone(UTC))
    entry.add("DTEND", enrollment.bootcamp.ends_at.astimezone(UTC))
    entry.add("SUMMARY", enrollment.name)
    entry.add("STATUS", "CANCELLED" if canceled else "CONFIRMED")
    if canceled:
        # No join link and no reminder.
        entry.add("URL", portal)
        return entry
    if link:
        entry.add("DESCRIPTION", f"{_JOIN_HERE}\n{link}\n\n{_KEEP_IT}")
    else:
        entry.add("DESCRIPTION", f"Your live session online. Join it from your portal:\n{portal}")
    # Most calendars make the location a link, and few show the URL.
    entry.add("LOCATION", link or "Online")
    entry.add("URL", link or portal)
    entry.add_component(_alarm(enrollment))
    return entry


def _uid_of(enrollment: Enrollment) -> str:
    return f"enrollment-{enrollment.calendar_number}@{urlsplit(settings.SITE_URL).hostname}"


def _alarm(enrollment: Enrollment) -> Alarm:
    alarm = Alarm()
    alarm.add("ACTION", "DISPLAY")
    alarm.add("TRIGGER", -REMIND_BEFORE)
    alarm.add("DESCRIPTION", f"{enrollment.name} starts in 15 minutes.")
    return alarm
