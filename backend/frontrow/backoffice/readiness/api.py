"""Endpoints of a class's readiness."""

from django.http import HttpRequest

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.readiness import reminding, standing
from frontrow.backoffice.readiness.schemas import (
    ClassReadinessOut,
    ReadinessOut,
    RemindersSentOut,
    SendReminderIn,
    class_out,
    readiness_out,
)
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get("/admin/readiness", response=list[ClassReadinessOut], auth=needs(Right.DESK))
def list_readiness(request: HttpRequest) -> list[ClassReadinessOut]:
    return [class_out(one) for one in standing.look_ahead()]


@router.get(
    "/admin/bootcamps/{bootcamp_id}/readiness", response=ReadinessOut, auth=needs(Right.DESK)
)
def get_readiness(request: HttpRequest, bootcamp_id: int) -> ReadinessOut:
    return readiness_out(standing.look_at(bootcamp_id=bootcamp_id))


@router.post(
    "/admin/bootcamps/{bootcamp_id}/reminders",
    response=RemindersSentOut,
    auth=needs(Right.MESSAGES),
)
def send_reminders_now(
    request: HttpRequest, bootcamp_id: int, payload: SendReminderIn
) -> RemindersSentOut:
    count = reminding.send_reminders(by=actor_of(request), bootcamp_id=bootcamp_id, wanted=payload)
    return RemindersSentOut(count=count)
