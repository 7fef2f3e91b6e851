"""Calendar files: one entry for each bootcamp bought, in an email, a download or a feed."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Alarm, Calendar, Event, vDuration

from frontrow.sales.links import JOIN
from frontrow.sales.models import Enrollment, PurchaseState

# How often a subscriber should look again; programs that honor it know one of the two names.
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
    """An iCalendar file (RFC 5545) of the bootcamps' present dates, in UTC.

    An entry keeps its UID for ever, also where the seat moves to another class, and its SEQUENCE
    grows with each change: a later file moves the entry instead of adding a second one. Enrollments
    come with their bootcamps loaded.

    `links` are their personal join links, or their places in an email: only for a file that
    goes to the buyer and nobody else. Without them an entry leads to the portal. It never leads
    straight into the meeting. `canceled` takes the entries back: the purchase was refunded.
    """
    calendar = _empty_calendar()
    for number, enrollment in enumerate(enrollments):
        link = links[number] if number < len(links) else ""
        calendar.add_component(_entry(enrollment, written_at, link=link, canceled=canceled))
    return _written(calendar)


def calendar_file_like(text: str, *, of: Enrollment, enrollment: Enrollment) -> str:
    """The file of one seat's entry, made into another's of the same class, date and sequence.

    Making one takes longer than all else in an email, and a whole class gets theirs at once.
    """
    before, after = f"UID:{_uid_of(of)}\r\n", f"UID:{_uid_of(enrollment)}\r\n"
    # A line that would be folded is another matter.
    if before not in text or len(after) > FOLDED_FROM:
        return ""
    return text.replace(before, after)


def calendar_feed(*, enrollments: Sequence[Enrollment], written_at: datetime) -> str:
    """The same entries for programs that come back; enrollments have their purchases loaded.

    Subscribers keep what merely vanishes, so a refunded entry stays and says that it is canceled,
    as does that of a seat which is no longer theirs.
    """
    calendar = _empty_calendar()
    calendar.add("X-WR-CALNAME", f"{settings.ENV.SITE_NAME} bootcamps")
    calendar.add("REFRESH-INTERVAL", vDuration(FEED_REFRESH), parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", vDuration(FEED_REFRESH))
    last = {one.calendar_number: one for one in sorted(enrollments, key=lambda one: one.pk)}
    for enrollment in enrollments:
        if last[enrollment.calendar_number] is not enrollment:
            # Another has taken its entry over.
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
    # A cancellation is one more change: calendars ignore what is not newer than what they have.
    changes = enrollment.calendar_changes + enrollment.bootcamp.schedule_version
    entry.add("SEQUENCE", changes + (1 if canceled else 0))
    entry.add("DTSTAMP", written_at.astimezone(UTC))
    entry.add("DTSTART", enrollment.bootcamp.starts_at.astimezone(UTC))
    entry.add("DTEND", enrollment.bootcamp.ends_at.astimezone(UTC))
    entry.add("SUMMARY", enrollment.name)
    entry.add("STATUS", "CANCELLED" if canceled else "CONFIRMED")
    if canceled:
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
