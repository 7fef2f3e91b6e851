"""Admin endpoints for feedback."""

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.feedback import desk, export
from frontrow.backoffice.feedback.schemas import (
    FeedbackPageOut,
    FeedbackQuery,
    FeedbackRowOut,
    HideFeedbackIn,
)
from frontrow.core.clock import now
from frontrow.core.csv_files import csv_file
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get("/admin/feedback", response=FeedbackPageOut, auth=needs(Right.MESSAGES))
def list_feedback(request: HttpRequest, asked: Query[FeedbackQuery]) -> FeedbackPageOut:
    return desk.list_feedback(asked=asked)


# A file, so it isn't in the typed client: the page fetches it and saves it.
@router.get(
    "/admin/feedback/export", auth=needs(Right.MESSAGES, recent=True), include_in_schema=False
)
def export_feedback(request: HttpRequest, asked: Query[FeedbackQuery]) -> StreamingHttpResponse:
    lines = export.export_feedback(by=actor_of(request), asked=asked)
    return csv_file(lines, name=f"feedback-{now():%Y-%m-%d}")


@router.post(
    "/admin/feedback/{enrollment_id}/show", response=FeedbackRowOut, auth=needs(Right.MESSAGES)
)
def show_feedback(request: HttpRequest, enrollment_id: int) -> FeedbackRowOut:
    return desk.show(by=actor_of(request), enrollment_id=enrollment_id)


@router.post(
    "/admin/feedback/{enrollment_id}/hide", response=FeedbackRowOut, auth=needs(Right.MESSAGES)
)
def hide_feedback(
    request: HttpRequest, enrollment_id: int, payload: HideFeedbackIn
) -> FeedbackRowOut:
    return desk.hide(by=actor_of(request), enrollment_id=enrollment_id, because=payload.because)


@router.post(
    "/admin/feedback/{enrollment_id}/unhide", response=FeedbackRowOut, auth=needs(Right.MESSAGES)
)
def unhide_feedback(request: HttpRequest, enrollment_id: int) -> FeedbackRowOut:
    return desk.unhide(by=actor_of(request), enrollment_id=enrollment_id)


@router.post(
    "/admin/feedback/{enrollment_id}/done", response=FeedbackRowOut, auth=needs(Right.MESSAGES)
)
def mark_feedback_done(request: HttpRequest, enrollment_id: int) -> FeedbackRowOut:
    return desk.mark_handled(by=actor_of(request), enrollment_id=enrollment_id, is_handled=True)


@router.post(
    "/admin/feedback/{enrollment_id}/reopen", response=FeedbackRowOut, auth=needs(Right.MESSAGES)
)
def reopen_feedback(request: HttpRequest, enrollment_id: int) -> FeedbackRowOut:
    return desk.mark_handled(by=actor_of(request), enrollment_id=enrollment_id, is_handled=False)
