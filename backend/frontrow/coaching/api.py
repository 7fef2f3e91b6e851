"""Endpoints of the private hour for its student."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse

from frontrow.accounts.gates import current_user, signed_in
from frontrow.catalogue.session_door import JoinStandingOut, JoinState, stand_at_the_door
from frontrow.coaching import booking
from frontrow.coaching.ending import book_by, has_ended
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.coaching.schemas import (
    CoachedBootcampOut,
    CoachingSessionOut,
    CoachingSlotsOut,
    CoachingTimeIn,
)
from frontrow.core import clock
from frontrow.core.routing import Router

router = Router(tags=["coaching"])


@router.get("/user/coaching-sessions", response=list[CoachingSessionOut], auth=signed_in)
def list_coaching_sessions(request: HttpRequest) -> list[CoachingSessionOut]:
    now = clock.now()
    return [_answer(each, now) for each in booking.list_sessions(user=current_user(request))]


@router.get("/user/coaching-sessions/{session_id}/slots", response=CoachingSlotsOut, auth=signed_in)
def list_coaching_slots(request: HttpRequest, session_id: int) -> booking.Offer:
    return booking.list_slots(user=current_user(request), session_id=session_id)


@router.post(
    "/user/coaching-sessions/{session_id}/schedule", response=CoachingSessionOut, auth=signed_in
)
def schedule_coaching_session(
    request: HttpRequest, session_id: int, payload: CoachingTimeIn
) -> CoachingSessionOut:
    session = booking.book_session(
        user=current_user(request),
        session_id=session_id,
        starts_at=payload.starts_at,
        timezone=payload.timezone,
    )
    return _answer(session, clock.now())


@router.post(
    "/user/coaching-sessions/{session_id}/reschedule", response=CoachingSessionOut, auth=signed_in
)
def reschedule_coaching_session(
    request: HttpRequest, session_id: int, payload: CoachingTimeIn
) -> CoachingSessionOut:
    session = booking.reschedule_session(
        user=current_user(request),
        session_id=session_id,
        starts_at=payload.starts_at,
        timezone=payload.timezone,
    )
    return _answer(session, clock.now())


@router.post(
    "/user/coaching-sessions/{session_id}/cancel", response=CoachingSessionOut, auth=signed_in
)
def cancel_coaching_time(request: HttpRequest, session_id: int) -> CoachingSessionOut:
    session = booking.cancel_time(user=current_user(request), session_id=session_id)
    return _answer(session, clock.now())


@router.get("/user/coaching-sessions/{session_id}/calendar.ics", auth=signed_in)
def download_coaching_calendar(request: HttpRequest, session_id: int) -> HttpResponse:
    file = booking.write_calendar(user=current_user(request), session_id=session_id)
    return HttpResponse(
        file,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="coaching.ics"'},
    )


def _answer(session: CoachingSession, now: datetime) -> CoachingSessionOut:
    is_booked = session.status == CoachingStatus.SCHEDULED
    rights = booking.moving_rights(session=session, now=now)
    door = _door(session, now)
    is_open = is_booked and door is not None and door.state == JoinState.OPEN
    return CoachingSessionOut(
        id=session.pk,
        status=CoachingStatus(session.status),
        bootcamp=CoachedBootcampOut.model_validate(session.bootcamp),
        coach_name=session.coach.user.display_name if session.coach else None,
        scheduled_date=session.scheduled_at,
        end_date=session.ends_at,
        book_by=book_by(session),
        has_ended=has_ended(session, at=now),
        join=door,
        session_url=session.session_url if is_open else None,
        reschedules_left=rights.left,
        can_reschedule=is_booked and rights.refusal is None,
        reschedule_refusal=rights.refusal,
    )


def _door(session: CoachingSession, now: datetime) -> JoinStandingOut | None:
    if session.scheduled_at is None or session.ends_at is None:
        return None
    return stand_at_the_door(starts_at=session.scheduled_at, ends_at=session.ends_at, at=now)
