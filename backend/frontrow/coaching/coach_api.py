"""Endpoints of the coach's own pages. Other coaches' data is reported as not found."""

from datetime import timedelta
from hashlib import sha256
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from pydantic import Field

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import anyone, current_user, needs
from frontrow.accounts.rights import Right
from frontrow.coaching import coaches, outcomes, own_desk
from frontrow.coaching.admin_schemas import (
    AdminCoachOut,
    CoachExceptionIn,
    CoachingNotesIn,
    CoachingOutcomeIn,
    SessionsShown,
    WeeklyHoursIn,
)
from frontrow.coaching.coach_schemas import (
    CoachDeskOut,
    FeedOut,
    OwnCalendarIn,
    OwnSessionOut,
    OwnSessionPageOut,
)
from frontrow.coaching.models import Coach
from frontrow.core.rate_limit import Limit, LimitedBy
from frontrow.core.routing import Router

router = Router(tags=["coach"])
# Counted per feed, as for students' feeds.
FEEDS = LimitedBy(
    Limit(scope="coach feeds", count=30, per=timedelta(minutes=1)),
    key=lambda request: sha256(request.path.encode()).hexdigest(),
)
own = needs(Right.OWN_COACHING)
Page = Annotated[int, Field(ge=1, le=100_000)]


def _coach(request: HttpRequest) -> Coach:
    return own_desk.own_coach(user=current_user(request))


@router.get("/coach/desk", response=CoachDeskOut, auth=own)
def open_coach_desk(request: HttpRequest) -> CoachDeskOut:
    return own_desk.open_desk(user=current_user(request))


@router.put("/coach/calendar", response=AdminCoachOut, auth=own)
def set_own_calendar(request: HttpRequest, payload: OwnCalendarIn) -> AdminCoachOut:
    return own_desk.set_own_calendar(
        by=actor_of(request), user=current_user(request), wanted=payload
    )


@router.put("/coach/hours", response=AdminCoachOut, auth=own)
def set_own_hours(request: HttpRequest, payload: WeeklyHoursIn) -> AdminCoachOut:
    coach = _coach(request)
    return coaches.set_weekly_hours(by=actor_of(request), coach_id=coach.pk, hours=payload.hours)


@router.post("/coach/exceptions", response=AdminCoachOut, auth=own)
def add_own_exception(request: HttpRequest, payload: CoachExceptionIn) -> AdminCoachOut:
    coach = _coach(request)
    return coaches.add_exception(by=actor_of(request), coach_id=coach.pk, wanted=payload)


@router.delete("/coach/exceptions/{exception_id}", response=AdminCoachOut, auth=own)
def remove_own_exception(request: HttpRequest, exception_id: int) -> AdminCoachOut:
    coach = _coach(request)
    return coaches.remove_exception(
        by=actor_of(request), exception_id=exception_id, coach_id=coach.pk
    )


@router.get("/coach/sessions", response=OwnSessionPageOut, auth=own)
def list_own_sessions(
    request: HttpRequest, shown: SessionsShown = SessionsShown.UPCOMING, page: Page = 1
) -> OwnSessionPageOut:
    return own_desk.list_own_sessions(coach=_coach(request), shown=shown, page=page)


@router.patch("/coach/sessions/{session_id}/notes", response=OwnSessionOut, auth=own)
def write_own_notes(
    request: HttpRequest, session_id: int, payload: CoachingNotesIn
) -> OwnSessionOut:
    row = outcomes.write_notes(
        by=actor_of(request), session_id=session_id, notes=payload.notes, coach=_coach(request)
    )
    return own_desk.show_own(row)


@router.post("/coach/sessions/{session_id}/outcome", response=OwnSessionOut, auth=own)
def mark_own_session(
    request: HttpRequest, session_id: int, payload: CoachingOutcomeIn
) -> OwnSessionOut:
    row = outcomes.mark_session(
        by=actor_of(request),
        session_id=session_id,
        outcome=payload.outcome,
        reason=payload.reason,
        coach=_coach(request),
    )
    return own_desk.show_own(row)


@router.post("/coach/feed", response=FeedOut, auth=own)
def renew_coach_feed(request: HttpRequest) -> FeedOut:
    return FeedOut(feed_url=own_desk.renew_feed(by=actor_of(request), coach=_coach(request)))


# For calendar apps, which can't sign in: the URL is the secret. No page calls it.
@router.get(
    "/coach-calendars/{token}/coaching.ics", auth=anyone, include_in_schema=False, throttle=[FEEDS]
)
def read_coach_feed(request: HttpRequest, token: str) -> HttpResponse:
    return HttpResponse(
        own_desk.read_feed(token=token), content_type="text/calendar; charset=utf-8"
    )
