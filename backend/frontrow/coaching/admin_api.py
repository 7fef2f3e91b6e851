"""Endpoints of the coaching desk: coaches, their calendars, and what became of sessions."""

from django.http import HttpRequest

from frontrow.accounts.gates import admin
from frontrow.coaching import coaches, outcomes
from frontrow.coaching.admin_schemas import (
    AdminCoachingSessionOut,
    AdminCoachOut,
    CoachChangeIn,
    CoachExceptionIn,
    CoachIn,
    CoachingNotesIn,
    CoachingOutcomeIn,
    WeeklyHoursIn,
)
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get("/admin/coaching/coaches", response=list[AdminCoachOut], auth=admin)
def list_coaches(request: HttpRequest) -> list[AdminCoachOut]:
    return coaches.list_coaches()


@router.post("/admin/coaching/coaches", response=AdminCoachOut, auth=admin)
def add_coach(request: HttpRequest, payload: CoachIn) -> AdminCoachOut:
    return coaches.add_coach(request=request, wanted=payload)


@router.patch("/admin/coaching/coaches/{coach_id}", response=AdminCoachOut, auth=admin)
def change_coach(request: HttpRequest, coach_id: int, payload: CoachChangeIn) -> AdminCoachOut:
    return coaches.change_coach(request=request, coach_id=coach_id, wanted=payload)


@router.put("/admin/coaching/coaches/{coach_id}/hours", response=AdminCoachOut, auth=admin)
def set_weekly_hours(request: HttpRequest, coach_id: int, payload: WeeklyHoursIn) -> AdminCoachOut:
    return coaches.set_weekly_hours(request=request, coach_id=coach_id, hours=payload.hours)


@router.post("/admin/coaching/coaches/{coach_id}/exceptions", response=AdminCoachOut, auth=admin)
def add_coach_exception(
    request: HttpRequest, coach_id: int, payload: CoachExceptionIn
) -> AdminCoachOut:
    return coaches.add_exception(request=request, coach_id=coach_id, wanted=payload)


@router.delete("/admin/coaching/exceptions/{exception_id}", response=AdminCoachOut, auth=admin)
def remove_coach_exception(request: HttpRequest, exception_id: int) -> AdminCoachOut:
    return coaches.remove_exception(request=request, exception_id=exception_id)


@router.patch(
    "/admin/coaching/sessions/{session_id}/notes", response=AdminCoachingSessionOut, auth=admin
)
def write_coaching_notes(
    request: HttpRequest, session_id: int, payload: CoachingNotesIn
) -> AdminCoachingSessionOut:
    return outcomes.write_notes(request=request, session_id=session_id, notes=payload.notes)


@router.post(
    "/admin/coaching/sessions/{session_id}/outcome", response=AdminCoachingSessionOut, auth=admin
)
def mark_coaching_session(
    request: HttpRequest, session_id: int, payload: CoachingOutcomeIn
) -> AdminCoachingSessionOut:
    return outcomes.mark_session(request=request, session_id=session_id, outcome=payload.outcome)
