"""Joining a live session: when the join link opens, and the click that leads to the meeting.

Viewing the page changes nothing, because mail scanners open links too. The click is checked and
recorded as joining, and during the session also as attendance. Only then is the meeting's address
returned.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from frontrow.accounts.models import User
from frontrow.catalogue.meetings import join_link
from frontrow.catalogue.models import Bootcamp
from frontrow.catalogue.session_door import JoinStandingOut, JoinState, stand_at_the_door
from frontrow.core.clock import database_now
from frontrow.core.dates import format_moment
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Gone
from frontrow.portal.access import THE_SESSION, find_linked_enrollment, find_paid_enrollment
from frontrow.portal.schemas import JoinPageOut, MeetingOut
from frontrow.sales.attending.attendance import record_joining
from frontrow.sales.before_class.answers import read_answers
from frontrow.sales.before_class.link_tests import link_test_of
from frontrow.sales.before_class.schemas import LinkTestOut
from frontrow.sales.class_changes.banners import banner, rows_of
from frontrow.sales.emails.template_variables import reader_zone
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.models import Enrollment

LINK_LIVES_ON = timedelta(days=1)

ENDED = "This session has ended."
CANCELED = "This class is canceled. Open our email about it to choose what happens with your seat."
NO_MEETING_YET = "The meeting isn't ready yet. Please stay on this page and try again in a minute."


def door_of(bootcamp: Bootcamp, *, at: datetime) -> JoinStandingOut:
    return stand_at_the_door(starts_at=bootcamp.starts_at, ends_at=bootcamp.ends_at, at=at)


def join_as_student(*, user: User, bootcamp_id: int) -> MeetingOut:
    return _enter(find_paid_enrollment(user=user, bootcamp_id=bootcamp_id, wanted=THE_SESSION))


def join_by_link(*, token: str) -> MeetingOut:
    return _enter(find_by_live_link(token))


def look_by_link(*, token: str, zone: str) -> JoinPageOut:
    """The page of a join link. Read-only.

    `zone` is the browser's time zone. Without it, times use the zone of the purchase.
    """
    enrollment: Any = find_by_live_link(token)
    at = database_now()
    return JoinPageOut(
        name=enrollment.name,
        start_date=enrollment.bootcamp.starts_at,
        end_date=enrollment.bootcamp.ends_at,
        timezone=enrollment.bootcamp.timezone,
        seat_number=enrollment.seat_number,
        has_account=enrollment.attendee is not None,
        join=door_of(enrollment.bootcamp, at=at),
        class_change=banner(
            row=rows_of([enrollment]).get(enrollment.calendar_number),
            enrollment=enrollment,
            may_choose=True,
        ),
        link_test=show_link_test(enrollment=enrollment, zone=zone, at=at),
        questions=read_answers(enrollment),
    )


def show_link_test(*, enrollment: Enrollment, zone: str, at: datetime) -> LinkTestOut:
    own = zone or reader_zone(for_attendee(enrollment))
    return link_test_of(enrollment=enrollment, zone=own, at=at)


def find_by_live_link(token: str) -> Enrollment:
    enrollment = find_linked_enrollment(token=token)
    if database_now() >= enrollment.bootcamp.ends_at + LINK_LIVES_ON:
        raise Gone(
            "This link ended with its session. The recording and the material are in your portal:"
            f" {settings.SITE_URL}/portal",
            code=ErrorCode.SESSION_ENDED,
        )
    return enrollment


def _enter(enrollment: Enrollment) -> MeetingOut:
    bootcamp, at = enrollment.bootcamp, database_now()
    if bootcamp.canceled_at is not None:
        raise Conflict(CANCELED, code=ErrorCode.CLASS_CANCELED)
    door = door_of(bootcamp, at=at)
    if door.state == JoinState.WAITING:
        opens = format_moment(door.opens_at, bootcamp.timezone)
        raise Conflict(
            f"The session isn't open yet. You can join from {opens}.", code=ErrorCode.NOT_OPEN_YET
        )
    if door.state == JoinState.ENDED:
        raise Gone(ENDED, code=ErrorCode.SESSION_ENDED)
    url = join_link(bootcamp=bootcamp, enrollment_id=enrollment.pk)
    if not url:
        raise Conflict(NO_MEETING_YET, code=ErrorCode.NO_MEETING_YET)
    record_joining(enrollment_id=enrollment.pk, at=at)
    return MeetingOut(url=url)
