"""The emails of a coaching session, to the student and the coach, each in their own zone.

These functions only render text. Emails about a demo student's hours are not sent.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from django.conf import settings

from frontrow.accounts.models import User
from frontrow.coaching.calendar_file import calendar_file, students_door
from frontrow.coaching.ending import book_by, day_of
from frontrow.coaching.hours import Hour
from frontrow.coaching.models import CoachingSession
from frontrow.core import clock
from frontrow.core.dates import schedule_lines
from frontrow.core.text_fields import told_name
from frontrow.messaging.email_layout import (
    Block,
    Button,
    Card,
    Heading,
    Paragraph,
    lay_out_html,
    lay_out_text,
)
from frontrow.messaging.outbox import NewMessage

COACHING = "COACHING"


class Change(StrEnum):
    BOOKED = "booked"
    MOVED = "moved"
    # We made this change for the student.
    BOOKED_FOR_THEM = "booked_for_them"
    MOVED_FOR_THEM = "moved_for_them"
    NEW_LINK = "new_link"
    # The student keeps the hour and lost only the time.
    CALLED_OFF = "called_off"
    # The student released the time.
    GIVEN_UP = "given_up"
    # The purchase was canceled or refunded, and the hour with it.
    CANCELED = "canceled"


_OFF = (Change.CALLED_OFF, Change.GIVEN_UP, Change.CANCELED)
_IN_CALENDAR = "Open the attached calendar file to add it to your calendar."
_MOVES_ENTRY = "The attached calendar file moves the entry in your calendar."
_TAKES_ENTRY_OUT = "The attached calendar file removes the entry from your calendar."

# Title and sentences, for the student and for the coach.
_TO_STUDENT: Mapping[Change, tuple[str, str]] = {
    Change.BOOKED: ("Your coaching session is booked", f"You're booked. {_IN_CALENDAR}"),
    Change.MOVED: (
        "Your coaching session has a new time",
        f"You've moved your session. Here's the new time. {_MOVES_ENTRY}",
    ),
    Change.BOOKED_FOR_THEM: (
        "Your coaching session is booked",
        (
            f"We've booked this time for you. {_IN_CALENDAR} If it doesn't suit you, pick another"
            " in your portal."
        ),
    ),
    Change.MOVED_FOR_THEM: (
        "Your coaching session has a new time",
        (
            f"We've moved your session. Here's the new time. {_MOVES_ENTRY} If it doesn't suit you,"
            " pick another in your portal."
        ),
    ),
    Change.NEW_LINK: (
        "Your coaching session has a new link",
        "The time stays as it is. Join from your portal: links we sent you before no longer work.",
    ),
    Change.CALLED_OFF: (
        "Your coaching session needs a new time",
        (
            "We're sorry, this time no longer works. You still have your session: pick another"
            f" time in your portal. {_TAKES_ENTRY_OUT}"
        ),
    ),
    Change.GIVEN_UP: (
        "Your coaching session is canceled",
        (
            "You've canceled this time. You still have your session: pick another time in your"
            f" portal. {_TAKES_ENTRY_OUT}"
        ),
    ),
    Change.CANCELED: (
        "Your coaching session is canceled",
        f"Your purchase has been refunded, so this session won't take place. {_TAKES_ENTRY_OUT}",
    ),
}
_TO_COACH: Mapping[Change, tuple[str, str]] = {
    Change.BOOKED: ("A coaching session is booked", f"A student has picked a time. {_IN_CALENDAR}"),
    Change.MOVED: (
        "A coaching session has moved",
        f"Your student has picked another time. {_MOVES_ENTRY}",
    ),
    Change.BOOKED_FOR_THEM: (
        "A coaching session is booked",
        f"We've booked this time for a student. {_IN_CALENDAR}",
    ),
    Change.MOVED_FOR_THEM: (
        "A coaching session has moved",
        f"We've moved this session for your student. {_MOVES_ENTRY}",
    ),
    Change.NEW_LINK: (
        "A coaching session has a new link",
        f"Your student has been told. {_MOVES_ENTRY}",
    ),
    Change.CALLED_OFF: (
        "A coaching session is canceled",
        f"This time is free again. {_TAKES_ENTRY_OUT}",
    ),
    Change.GIVEN_UP: (
        "A coaching session is canceled",
        f"Your student has canceled. This time is free again. {_TAKES_ENTRY_OUT}",
    ),
    Change.CANCELED: (
        "A coaching session is canceled",
        f"The purchase has been refunded. This time is free again. {_TAKES_ENTRY_OUT}",
    ),
}


def emails_of_change(*, hour: Hour | None, change: Change, reason: str = "") -> list[NewMessage]:
    """One email to the student, with the reason if there is one, and one to the coach.

    None if no hour was booked.
    """
    if hour is None or hour.student.is_demo:
        return []
    to_student = _email(
        hour=hour,
        change=change,
        to=hour.student,
        with_whom=told_name(hour.coach.user.display_name, otherwise="your coach"),
        zone_name=hour.bootcamp.timezone,
        own_zone_name=hour.student.own_zone,
        words=_TO_STUDENT[change],
        reason=reason,
        button=Button("Open your portal", f"{settings.SITE_URL}/portal"),
        reader="student",
        joining=Paragraph("You'll meet online.", "Join from your portal", students_door()),
        link=students_door(),
    )
    return [to_student, *emails_to_coach(hour=hour, change=change)]


def emails_to_coach(*, hour: Hour, change: Change) -> list[NewMessage]:
    if hour.student.is_demo:
        return []
    coach = hour.coach
    return [
        _email(
            hour=hour,
            change=change,
            to=coach.user,
            with_whom=told_name(hour.student.display_name, otherwise="your student"),
            zone_name=coach.timezone,
            own_zone_name=coach.user.own_zone,
            words=_TO_COACH[change],
            button=Button("See your sessions", f"{settings.SITE_URL}/coach"),
            reader=f"coach-{coach.pk}",
            joining=Paragraph("You'll meet online.", "Join the session", hour.link),
            link=hour.link,
        )
    ]


def _email(
    *,
    hour: Hour,
    change: Change,
    to: User,
    with_whom: str,
    zone_name: str,
    own_zone_name: str,
    words: tuple[str, str],
    button: Button,
    reader: str,
    joining: Block,
    link: str,
    reason: str = "",
) -> NewMessage:
    title, sentences = words
    is_off = change in _OFF
    blocks: list[Block] = [
        Paragraph(f"Hello {told_name(to.first_name or to.display_name, otherwise='there')},"),
        Paragraph(sentences),
        *([Paragraph(f"Why: {reason}")] if reason else []),
        Card(
            hour.bootcamp.name,
            [
                *schedule_lines(hour.starts_at, hour.ends_at, zone_name, own_zone_name),
                f"With {with_whom}",
            ],
        ),
        *([] if is_off else [joining]),
        button,
        Paragraph("Questions? Just reply to this email."),
    ]
    file = calendar_file(
        hour=hour, with_whom=with_whom, link=link, written_at=clock.now(), is_off=is_off
    )
    return NewMessage(
        event=f"coaching:{hour.session_id}:{hour.version}:{reader}",
        category=COACHING,
        to=to.email,
        subject=f"{title} · {settings.ENV.SITE_NAME}",
        text=lay_out_text([Heading(title), *blocks]),
        html=lay_out_html(title=title, blocks=blocks),
        reply_to=settings.ENV.SUPPORT_EMAIL,
        attachments=[{"name": "coaching.ics", "media_type": "text/calendar", "text": file}],
        user_id=to.pk,
        bootcamp_id=hour.bootcamp.pk,
        purchase_id=hour.purchase_id,
    )


def reminder_to_book(*, session: CoachingSession, student: User, at: datetime) -> NewMessage:
    """To a student who has bought an hour and hasn't booked it yet."""
    title = "Pick a time for your coaching session"
    name = told_name(student.first_name or student.display_name, otherwise="there")
    blocks: list[Block] = [
        Paragraph(f"Hello {name},"),
        Paragraph(
            "Your bootcamp comes with a private coaching session, and you haven't picked a time"
            " yet. It takes a minute."
        ),
        Card(session.bootcamp.name, ["One private session, online"]),
        Button("Pick a time", f"{settings.SITE_URL}/portal"),
        Paragraph("Questions? Just reply to this email."),
    ]
    return NewMessage(
        event=f"coaching-reminder:{session.pk}:{at:%Y%m%d%H%M%S}",
        category=COACHING,
        to=student.email,
        subject=f"{title} · {settings.ENV.SITE_NAME}",
        text=lay_out_text([Heading(title), *blocks]),
        html=lay_out_html(title=title, blocks=blocks),
        reply_to=settings.ENV.SUPPORT_EMAIL,
        user_id=student.pk,
        bootcamp_id=session.bootcamp.pk,
        purchase_id=session.purchase_id,
    )


def ending_soon(
    *, session: CoachingSession, to: str, first_name: str, user_id: int | None, zone_name: str
) -> NewMessage:
    """Sent once, before an unbooked hour expires."""
    day = day_of(session, zone_name)
    title = f"Book your coaching session by {day}"
    find = Paragraph(
        "You don't have an account yet. Find your purchase to open one:",
        "Find your purchase",
        f"{settings.SITE_URL}/auth/find-purchase",
    )
    blocks: list[Block] = [
        Paragraph(f"Hello {told_name(first_name, otherwise='there')},"),
        Paragraph(
            "Your bootcamp comes with a private coaching session, and you haven't picked a time"
            f" yet. It has to take place by {day}; after that it can't be booked."
        ),
        Card(session.bootcamp.name, ["One private session, online"]),
        find if user_id is None else Button("Pick a time", f"{settings.SITE_URL}/portal"),
        Paragraph("Questions? Just reply to this email."),
    ]
    return NewMessage(
        event=f"coaching-ends:{session.pk}:{book_by(session):%Y%m%d%H%M%S}",
        category=COACHING,
        to=to,
        subject=f"{title} · {settings.ENV.SITE_NAME}",
        text=lay_out_text([Heading(title), *blocks]),
        html=lay_out_html(title=title, blocks=blocks),
        reply_to=settings.ENV.SUPPORT_EMAIL,
        user_id=user_id,
        bootcamp_id=session.bootcamp.pk,
        purchase_id=session.purchase_id,
    )
