"""The iCalendar file of a coaching session, for the student and for the coach."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Alarm, Calendar, Event, vCalAddress

from frontrow.coaching.hours import Hour

REMIND_BEFORE = timedelta(minutes=15)


def students_door() -> str:
    """The student's join URL, which checks access on click and refuses refunded students.

    The coach's room has one URL for all students, so it is never written into a file that a student
    keeps.
    """
    return f"{settings.SITE_URL}/portal"


def calendar_file(
    *, hour: Hour, with_whom: str, link: str, written_at: datetime, is_off: bool = False
) -> str:
    """An iCalendar file (RFC 5545) of one booked hour, in UTC. `link` is the reader's join URL.

    The UID stays and the SEQUENCE grows with each change, so a later file moves the event or, after
    a cancellation, removes it. It contains no email addresses of people.
    """
    calendar = Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", f"-//{settings.ENV.SITE_NAME}//Coaching//EN")
    calendar.add("METHOD", "CANCEL" if is_off else "PUBLISH")
    calendar.add_component(entry_of(hour, with_whom, written_at, link=link, is_off=is_off))
    written: bytes = calendar.to_ical()
    return written.decode()


def entry_of(
    hour: Hour, with_whom: str, written_at: datetime, *, link: str, is_off: bool = False
) -> Event:
    # Both methods require an organizer. Without one, some calendars ignore a cancellation.
    organizer = vCalAddress(f"mailto:{settings.ENV.SUPPORT_EMAIL}")
    organizer.params["CN"] = settings.ENV.SITE_NAME
    entry = Event()
    entry.add("UID", f"coaching-session-{hour.session_id}@{urlsplit(settings.SITE_URL).hostname}")
    entry.add("SEQUENCE", hour.version)
    entry.add("DTSTAMP", written_at.astimezone(UTC))
    entry.add("DTSTART", hour.starts_at.astimezone(UTC))
    entry.add("DTEND", hour.ends_at.astimezone(UTC))
    entry.add("SUMMARY", f"Coaching with {with_whom}")
    entry.add("ORGANIZER", organizer)
    entry.add("STATUS", "CANCELLED" if is_off else "CONFIRMED")
    if not is_off:
        entry.add("DESCRIPTION", f"{hour.bootcamp.name}\nJoin here: {link}")
        # Most calendars turn the location into a link, and few show the URL.
        entry.add("LOCATION", link or "Online")
        entry.add("URL", link)
        alarm = Alarm()
        alarm.add("ACTION", "DISPLAY")
        alarm.add("TRIGGER", -REMIND_BEFORE)
        alarm.add("DESCRIPTION", f"Coaching with {with_whom} starts in 15 minutes.")
        entry.add_component(alarm)
    return entry
