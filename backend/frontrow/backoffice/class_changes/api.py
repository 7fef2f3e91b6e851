"""Admin endpoints for canceling or rescheduling a class."""

from django.http import HttpRequest

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.class_changes import acts, board, dry_run
from frontrow.backoffice.class_changes.schemas import (
    ClassChangeIn,
    ClassChangeOut,
    ClassChangePreviewOut,
    ClassChangeRowOut,
    DeskChoiceIn,
    NudgedOut,
)
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.post(
    "/admin/bootcamps/{bootcamp_id}/class-change/preview",
    response=ClassChangePreviewOut,
    auth=needs(Right.MONEY),
)
def preview_class_change(
    request: HttpRequest, bootcamp_id: int, payload: ClassChangeIn
) -> ClassChangePreviewOut:
    return dry_run.preview(bootcamp_id=bootcamp_id, wanted=payload)


@router.post(
    "/admin/bootcamps/{bootcamp_id}/class-change",
    response=ClassChangeOut,
    auth=needs(Right.MONEY, recent=True),
)
def announce_class_change(
    request: HttpRequest, bootcamp_id: int, payload: ClassChangeIn
) -> ClassChangeOut:
    # It affects a whole class's payments and seats.
    acts.announce(by=actor_of(request), bootcamp_id=bootcamp_id, wanted=payload)
    return board.read_board(bootcamp_id=bootcamp_id)


@router.get(
    "/admin/bootcamps/{bootcamp_id}/class-change", response=ClassChangeOut, auth=needs(Right.MONEY)
)
def get_class_change(request: HttpRequest, bootcamp_id: int) -> ClassChangeOut:
    return board.read_board(bootcamp_id=bootcamp_id)


@router.post(
    "/admin/bootcamps/{bootcamp_id}/class-change/nudge",
    response=NudgedOut,
    auth=needs(Right.MONEY),
)
def nudge_silent_students(request: HttpRequest, bootcamp_id: int) -> NudgedOut:
    return NudgedOut(count=acts.nudge(by=actor_of(request), bootcamp_id=bootcamp_id))


@router.post(
    "/admin/bootcamps/{bootcamp_id}/class-change/choices/{enrollment_id}",
    response=ClassChangeRowOut,
    auth=needs(Right.MONEY, recent=True),
)
def choose_for_student(
    request: HttpRequest, bootcamp_id: int, enrollment_id: int, payload: DeskChoiceIn
) -> ClassChangeRowOut:
    return acts.choose_for(
        by=actor_of(request), bootcamp_id=bootcamp_id, enrollment_id=enrollment_id, wanted=payload
    )
