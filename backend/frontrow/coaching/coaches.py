"""Admin settings of a coach: profile, weekly hours, date overrides and meeting link."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.lifecycle import grant_role
from frontrow.accounts.models import Role, User, UserStatus
from frontrow.coaching.admin_schemas import (
    AdminCoachOut,
    CoachChangeIn,
    CoachExceptionIn,
    CoachExceptionOut,
    CoachIn,
    OpeningIn,
    OpeningOut,
)
from frontrow.coaching.availability import SESSION_LENGTH
from frontrow.coaching.emails import Change, emails_of_change
from frontrow.coaching.hours import hour_of
from frontrow.coaching.models import (
    AvailabilityException,
    Coach,
    CoachingSession,
    CoachingStatus,
    WeeklyHours,
)
from frontrow.core import clock
from frontrow.core.addresses import is_address
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.messaging.outbox import write_messages

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LONGEST_EXCEPTION = timedelta(days=366)
MOST_EXCEPTIONS = 100


def list_coaches() -> list[AdminCoachOut]:
    """Coaches who can be booked first, then by name."""
    coaches = sorted(
        Coach.objects.select_related("user").prefetch_related("weekly_hours", "exceptions"),
        key=lambda coach: (not coach.is_active, coach.user.display_name.casefold(), coach.pk),
    )
    booked = _booked_ahead(coaches)
    return [_answer(coach, booked) for coach in coaches]


@transaction.atomic
def add_coach(*, by: Actor, wanted: CoachIn) -> AdminCoachOut:
    user = User.objects.filter(is_address("email", wanted.email), status=UserStatus.ACTIVE).first()
    if user is None or user.is_demo:
        message = "No active user has this address"
        raise Invalid(message, fields={"email": message})
    if user.role in {Role.SUPPORT, Role.FINANCE}:
        message = "This person has another role. Change it to coach first"
        raise Conflict(message, fields={"email": message})
    try:
        with transaction.atomic():
            coach = Coach.objects.create(user=user, **wanted.model_dump(exclude={"email"}))
    except IntegrityError as error:
        message = "This person is a coach already"
        raise Conflict(message, fields={"email": message}) from error
    _note(by, "added coach", coach, user_id=user.pk)
    if user.role == Role.STUDENT:
        grant_role(by=by, user_id=user.pk, role=Role.COACH)
    return show_coach(coach.pk)


@transaction.atomic
def change_coach(*, by: Actor, coach_id: int, wanted: CoachChangeIn) -> AdminCoachOut:
    """Apply the fields that were sent.

    A new link applies to hours already booked, and their students are notified.
    """
    # Lock sessions before the coach, in the same order as booking.
    sessions = list(_ahead(coach_id).select_for_update(of=("self",)))
    coach = _locked(coach_id)
    sent = wanted.model_dump(exclude_unset=True)
    changed = sorted(name for name in sent if sent[name] != getattr(coach, name))
    if not changed:
        return show_coach(coach_id)
    for name in changed:
        setattr(coach, name, sent[name])
    coach.save()
    if "meeting_url" in changed:
        for session in sessions:
            session.coach, session.session_url = coach, coach.meeting_url
            session.schedule_version += 1
            session.save(update_fields=["session_url", "schedule_version", "updated_at"])
            write_messages(emails_of_change(hour=hour_of(session), change=Change.NEW_LINK))
    _note(by, "changed coach", coach, changed=changed)
    return show_coach(coach_id)


@transaction.atomic
def set_weekly_hours(*, by: Actor, coach_id: int, hours: Sequence[OpeningIn]) -> AdminCoachOut:
    """Replace the weekly hours. Existing bookings aren't affected."""
    coach = _locked(coach_id)
    openings = sorted((each.weekday, each.opens, each.closes) for each in hours)
    for weekday, opens, closes in openings:
        anchor = date(2000, 1, 1)
        room = datetime.combine(anchor, closes) - datetime.combine(anchor, opens)
        if room < SESSION_LENGTH:
            _refuse_hours(f"An opening on {DAYS[weekday]} is shorter than an hour")
    for (weekday, _, closes), (next_day, next_opens, _) in pairwise(openings):
        if weekday == next_day and next_opens < closes:
            _refuse_hours(f"Two openings on {DAYS[weekday]} overlap")
    coach.weekly_hours.all().delete()
    WeeklyHours.objects.bulk_create(
        WeeklyHours(coach=coach, weekday=weekday, opens=opens, closes=closes)
        for weekday, opens, closes in openings
    )
    _note(by, "set coach's hours", coach, openings=len(openings))
    return show_coach(coach_id)


@transaction.atomic
def add_exception(*, by: Actor, coach_id: int, wanted: CoachExceptionIn) -> AdminCoachOut:
    coach = _locked(coach_id)
    if wanted.ends_at <= wanted.starts_at:
        _refuse_end("The end must come after the start")
    if wanted.ends_at <= clock.now():
        _refuse_end("This is already over")
    if wanted.ends_at - wanted.starts_at > LONGEST_EXCEPTION:
        _refuse_end("This is longer than a year")
    if wanted.is_available and wanted.ends_at - wanted.starts_at < SESSION_LENGTH:
        _refuse_end("An opening needs room for an hour")
    if coach.exceptions.filter(ends_at__gt=clock.now()).count() >= MOST_EXCEPTIONS:
        raise Conflict("There are 100 of these already. Remove one first.")
    AvailabilityException.objects.create(coach=coach, **wanted.model_dump())
    _note(by, "added coach's exception", coach, is_available=wanted.is_available)
    return show_coach(coach_id)


@transaction.atomic
def remove_exception(*, by: Actor, exception_id: int, coach_id: int | None = None) -> AdminCoachOut:
    """A coach can remove only their own."""
    found = AvailabilityException.objects.filter(pk=exception_id)
    exception = (found if coach_id is None else found.filter(coach=coach_id)).first()
    if exception is None:
        raise NotFound("Not found. It may have been removed already.")
    coach = _locked(exception.coach_id)
    exception.delete()
    _note(by, "removed coach's exception", coach, is_available=exception.is_available)
    return show_coach(coach.pk)


def _refuse_hours(message: str) -> None:
    raise Invalid(message, fields={"hours": message})


def _refuse_end(message: str) -> None:
    raise Invalid(message, fields={"endsAt": message})


def _locked(coach_id: int) -> Coach:
    coach = (
        Coach.objects.select_for_update(of=("self",), no_key=True)
        .select_related("user")
        .filter(pk=coach_id)
        .first()
    )
    if coach is None:
        raise NotFound("Coach not found")
    return coach


def _ahead(coach_id: int) -> "QuerySet[CoachingSession]":
    return (
        CoachingSession.objects.filter(
            coach=coach_id, status=CoachingStatus.SCHEDULED, ends_at__gt=clock.now()
        )
        .select_related("user", "bootcamp", "coach__user")
        .order_by("pk")
    )


def _note(by: Actor, action: str, coach: Coach, **details: object) -> None:
    audit.record(by=by, action=action, subject_type="coach", subject_id=coach.pk, **details)


Booked = dict[int, list[tuple[datetime, datetime]]]


def _booked_ahead(coaches: Sequence[Coach]) -> Booked:
    booked: Booked = {coach.pk: [] for coach in coaches}
    rows = CoachingSession.objects.filter(
        coach__in=booked, status=CoachingStatus.SCHEDULED, ends_at__gt=clock.now()
    ).values_list("coach_id", "scheduled_at", "ends_at")
    for coach_id, start, end in rows:
        if start is not None and end is not None:
            booked[coach_id].append((start, end))
    return booked


def show_coach(coach_id: int) -> AdminCoachOut:
    coach = Coach.objects.select_related("user").get(pk=coach_id)
    return _answer(coach, _booked_ahead([coach]))


def _answer(coach: Coach, booked: Booked) -> AdminCoachOut:
    hours = sorted(coach.weekly_hours.all(), key=lambda each: (each.weekday, each.opens))
    now = clock.now()
    exceptions = sorted(
        (each for each in coach.exceptions.all() if each.ends_at > now),
        key=lambda each: (each.starts_at, each.pk),
    )
    return AdminCoachOut(
        id=coach.pk,
        name=coach.user.display_name,
        email=coach.user.email,
        timezone=coach.timezone,
        meeting_url=coach.meeting_url,
        buffer_minutes=coach.buffer_minutes,
        notice_hours=coach.notice_hours,
        is_active=coach.is_active,
        weekly_hours=[OpeningOut.model_validate(each) for each in hours],
        exceptions=[_exception(each, booked[coach.pk]) for each in exceptions],
        upcoming_sessions=len(booked[coach.pk]),
    )


def _exception(
    exception: AvailabilityException, booked: Sequence[tuple[datetime, datetime]]
) -> CoachExceptionOut:
    inside = [
        start for start, end in booked if start < exception.ends_at and exception.starts_at < end
    ]
    return CoachExceptionOut(
        id=exception.pk,
        starts_at=exception.starts_at,
        ends_at=exception.ends_at,
        is_available=exception.is_available,
        note=exception.note,
        booked_inside=len(inside),
    )
