"""Endpoints of feedback at the desk."""

from django.http import HttpRequest
from ninja import Query

from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.feedback import desk
from frontrow.backoffice.feedback.schemas import (
    FeedbackPageOut,
    FeedbackQuery,
    FeedbackRowOut,
    HideFeedbackIn,
)
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get("/admin/feedback", response=FeedbackPageOut, auth=needs(Right.MESSAGES))
def list_feedback(request: HttpRequest, asked: Query[FeedbackQuery]) -> FeedbackPageOut:
    return desk.list_feedback(asked=asked)


@router.post(
    "/admin/feedback/{enrolment_id}/hide", response=FeedbackRowOut, auth=needs(Right.MESSAGES)
)
def hide_feedback(
    request: HttpRequest, enrolment_id: int, payload: HideFeedbackIn
) -> FeedbackRowOut:
    return desk.hide(request=request, enrolment_id=enrolment_id, because=payload.because)


@router.post(
    "/admin/feedback/{enrolment_id}/unhide", response=FeedbackRowOut, auth=needs(Right.MESSAGES)
)
def unhide_feedback(request: HttpRequest, enrolment_id: int) -> FeedbackRowOut:
    return desk.unhide(request=request, enrolment_id=enrolment_id)


@router.post(
    "/admin/feedback/{enrolment_id}/done", response=FeedbackRowOut, auth=needs(Right.MESSAGES)
)
def mark_feedback_done(request: HttpRequest, enrolment_id: int) -> FeedbackRowOut:
    return desk.mark_handled(request=request, enrolment_id=enrolment_id, is_handled=True)


@router.post(
    "/admin/feedback/{enrolment_id}/reopen", response=FeedbackRowOut, auth=needs(Right.MESSAGES)
)
def reopen_feedback(request: HttpRequest, enrolment_id: int) -> FeedbackRowOut:
    return desk.mark_handled(request=request, enrolment_id=enrolment_id, is_handled=False)
