"""Admin endpoints for coaches, their calendars and session outcomes."""

from django.http import HttpRequest

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.coaching import booking, coaches, outcomes
from frontrow.coaching.admin_schemas import (
    AdminCoachingSessionOut,
    AdminCoachOut,
    CoachChangeIn,
    CoachExceptionIn,
    CoachIn,
    CoachingBookingIn,
    CoachingNotesIn,
    CoachingOutcomeIn,
    DeskSlotsOut,
    WeeklyHoursIn,
)
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get("/admin/coaching/coaches", response=list[AdminCoachOut], auth=needs(Right.COACHING))
def list_coaches(request: HttpRequest) -> list[AdminCoachOut]:
    return coaches.list_coaches()


@router.post(
    "/admin/coaching/coaches", response=AdminCoachOut, auth=needs(Right.ROLES, recent=True)
)
def add_coach(request: HttpRequest, payload: CoachIn) -> AdminCoachOut:
    # It grants the user a role.
    return coaches.add_coach(by=actor_of(request), wanted=payload)


@router.patch(
    "/admin/coaching/coaches/{coach_id}", response=AdminCoachOut, auth=needs(Right.COACHING)
)
def change_coach(request: HttpRequest, coach_id: int, payload: CoachChangeIn) -> AdminCoachOut:
    return coaches.change_coach(by=actor_of(request), coach_id=coach_id, wanted=payload)


@router.put(
    "/admin/coaching/coaches/{coach_id}/hours", response=AdminCoachOut, auth=needs(Right.COACHING)
)
def set_weekly_hours(request: HttpRequest, coach_id: int, payload: WeeklyHoursIn) -> AdminCoachOut:
    return coaches.set_weekly_hours(by=actor_of(request), coach_id=coach_id, hours=payload.hours)


@router.post(
    "/admin/coaching/coaches/{coach_id}/exceptions",
    response=AdminCoachOut,
    auth=needs(Right.COACHING),
)
def add_coach_exception(
    request: HttpRequest, coach_id: int, payload: CoachExceptionIn
) -> AdminCoachOut:
    return coaches.add_exception(by=actor_of(request), coach_id=coach_id, wanted=payload)


@router.delete(
    "/admin/coaching/exceptions/{exception_id}", response=AdminCoachOut, auth=needs(Right.COACHING)
)
def remove_coach_exception(request: HttpRequest, exception_id: int) -> AdminCoachOut:
    return coaches.remove_exception(by=actor_of(request), exception_id=exception_id)


@router.patch(
    "/admin/coaching/sessions/{session_id}/notes",
    response=AdminCoachingSessionOut,
    auth=needs(Right.COACHING),
)
def write_coaching_notes(
    request: HttpRequest, session_id: int, payload: CoachingNotesIn
) -> AdminCoachingSessionOut:
    return outcomes.write_notes(by=actor_of(request), session_id=session_id, notes=payload.notes)


@router.post(
    "/admin/coaching/sessions/{session_id}/outcome",
    response=AdminCoachingSessionOut,
    auth=needs(Right.COACHING),
)
def mark_coaching_session(
    request: HttpRequest, session_id: int, payload: CoachingOutcomeIn
) -> AdminCoachingSessionOut:
    return outcomes.mark_session(
        by=actor_of(request),
        session_id=session_id,
        outcome=payload.outcome,
        reason=payload.reason,
    )


@router.get(
    "/admin/coaching/sessions/{session_id}/slots",
    response=DeskSlotsOut,
    auth=needs(Right.COACHING),
)
def list_slots_for_student(request: HttpRequest, session_id: int) -> DeskSlotsOut:
    return booking.list_slots_for(session_id=session_id)


@router.post(
    "/admin/coaching/sessions/{session_id}/time",
    response=AdminCoachingSessionOut,
    auth=needs(Right.COACHING),
)
def book_for_student(
    request: HttpRequest, session_id: int, payload: CoachingBookingIn
) -> AdminCoachingSessionOut:
    return outcomes.give_time(
        by=actor_of(request),
        session_id=session_id,
        starts_at=payload.starts_at,
        reason=payload.reason,
    )
