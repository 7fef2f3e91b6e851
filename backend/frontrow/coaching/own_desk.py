"""The coach's own pages: their calendar, their sessions, and a calendar feed."""

from datetime import UTC, datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from icalendar import Calendar

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User, UserStatus
from frontrow.accounts.rights import Right, roles_with
from frontrow.catalogue.session_door import JoinState, stand_at_the_door
from frontrow.coaching import coaches, outcomes
from frontrow.coaching.admin_schemas import (
    AdminCoachingSessionOut,
    AdminCoachOut,
    CoachChangeIn,
    SessionsShown,
)
from frontrow.coaching.calendar_file import entry_of
from frontrow.coaching.coach_schemas import (
    CoachDeskOut,
    OwnCalendarIn,
    OwnSessionOut,
    OwnSessionPageOut,
)
from frontrow.coaching.hours import hour_of
from frontrow.coaching.models import Coach, CoachingSession, CoachingStatus
from frontrow.coaching.slots import bookable_coaches
from frontrow.core import clock
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.signed_links import LinkKind

NO_CALENDAR = "Your calendar isn't set up yet."
# Of all booked hours, for the coach's own calendar.
FEED = LinkKind[Coach](
    "coach calendar",
    lambda coach: (coach.pk, coach.feed_version),
    "/api/coach-calendars/{}/coaching.ics",
)
UNKNOWN_FEED = "This calendar link doesn't work. It may have been replaced by a new one."


def open_desk(*, user: User) -> CoachDeskOut:
    coach = Coach.objects.filter(user=user).first()
    if coach is None:
        return CoachDeskOut(calendar=None, feed_url=None, is_bookable=False)
    return CoachDeskOut(
        calendar=coaches.show_coach(coach.pk),
        feed_url=FEED.url(coach),
        is_bookable=bookable_coaches().filter(pk=coach.pk).exists(),
    )


def own_coach(*, user: User) -> Coach:
    coach = Coach.objects.filter(user=user).select_related("user").first()
    if coach is None:
        raise NotFound(NO_CALENDAR)
    return coach


def set_own_calendar(*, by: Actor, user: User, wanted: OwnCalendarIn) -> AdminCoachOut:
    """Change the caller's calendar. The first call creates it, without weekly hours."""
    coach = Coach.objects.filter(user=user).first()
    if coach is not None:
        change = CoachChangeIn.model_validate(wanted.model_dump(by_alias=True))
        return coaches.change_coach(by=by, coach_id=coach.pk, wanted=change)
    try:
        with transaction.atomic():
            made = Coach.objects.create(user=user, **wanted.model_dump())
            audit.record(
                by=by,
                action="added coach",
                subject_type="coach",
                subject_id=made.pk,
                user_id=user.pk,
            )
    except IntegrityError as error:
        raise Conflict("Your calendar has just been set up in another window.") from error
    return coaches.show_coach(made.pk)


def list_own_sessions(*, coach: Coach, shown: SessionsShown, page: int) -> OwnSessionPageOut:
    found = outcomes.list_coaching(shown=shown, coach_id=coach.pk, page=page)
    return OwnSessionPageOut(rows=[show_own(row) for row in found.rows], total=found.total)


def show_own(row: AdminCoachingSessionOut) -> OwnSessionOut:
    """A session as its coach sees it: the student and the hour, without the purchase."""
    door = None
    if row.scheduled_date is not None and row.end_date is not None:
        door = stand_at_the_door(starts_at=row.scheduled_date, ends_at=row.end_date, at=clock.now())
    is_booked = row.status == CoachingStatus.SCHEDULED
    is_open = is_booked and door is not None and door.state == JoinState.OPEN
    return OwnSessionOut(
        **{name: getattr(row, name) for name in OwnSessionOut.model_fields if hasattr(row, name)}
        | {"join": door, "session_url": row.session_url if is_open else None}
    )


@transaction.atomic
def renew_feed(*, by: Actor, coach: Coach) -> str:
    """Create a new feed URL. The previous one stops working."""
    Coach.objects.filter(pk=coach.pk).update(feed_version=F("feed_version") + 1)
    coach.refresh_from_db()
    audit.record(
        by=by,
        action="renewed coach's calendar link",
        subject_type="coach",
        subject_id=coach.pk,
    )
    return FEED.url(coach)


def read_feed(*, token: str) -> bytes:
    """Every booked hour with the student's name and the time, and no other data."""
    coach = _coach_of(token)
    calendar = Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", f"-//{settings.ENV.SITE_NAME}//Coaching//EN")
    calendar.add("METHOD", "PUBLISH")
    calendar.add("X-WR-CALNAME", f"Coaching · {settings.ENV.SITE_NAME}")
    sessions = (
        CoachingSession.objects.filter(coach=coach, scheduled_at__isnull=False)
        .exclude(user__is_demo=True)
        .exclude(status__in=[CoachingStatus.PENDING, CoachingStatus.CANCELED])
        .select_related("user", "bootcamp", "coach__user")
        .order_by("scheduled_at", "pk")
    )
    for session in sessions:
        hour = hour_of(session)
        if hour is not None:
            calendar.add_component(
                entry_of(hour, hour.student.display_name, _written(session), link=hour.link)
            )
    written: bytes = calendar.to_ical()
    return written


def _written(session: CoachingSession) -> datetime:
    return session.updated_at.astimezone(UTC)


def _coach_of(token: str) -> Coach:
    """The coach of this user, if the user's role still allows coaching."""
    coaches_now = Coach.objects.filter(
        user__status=UserStatus.ACTIVE, user__role__in=roles_with(Right.OWN_COACHING)
    )
    coach = FEED.find(token, coaches_now)
    if coach is None:
        raise NotFound(UNKNOWN_FEED)
    return coach
