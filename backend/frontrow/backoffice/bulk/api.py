"""Admin endpoints for bulk actions: count, start, follow, cancel.

The gate admits every admin role. Each action then checks the right that it needs.
"""

from django.http import HttpRequest

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import current_user, needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.bulk import choosing, running
from frontrow.backoffice.bulk.schemas import (
    BulkActIn,
    BulkActOut,
    BulkChoiceIn,
    BulkCountOut,
    BulkResultOut,
)
from frontrow.core.routing import Router

router = Router(tags=["admin"])


# Before the route with an id at this position, which would match the word.
@router.post("/admin/bulk-acts/count", response=BulkCountOut, auth=needs(Right.DESK))
def count_chosen_rows(request: HttpRequest, payload: BulkChoiceIn) -> BulkCountOut:
    return BulkCountOut(total=choosing.count_chosen(payload), most=choosing.MOST)


@router.post("/admin/bulk-acts", response=BulkActOut, auth=needs(Right.DESK, recent=True))
def start_bulk_act(request: HttpRequest, payload: BulkActIn) -> BulkActOut:
    return running.start_bulk_act(by=actor_of(request), wanted=payload)


@router.get("/admin/bulk-acts/{act_id}", response=BulkResultOut, auth=needs(Right.DESK))
def get_bulk_act(request: HttpRequest, act_id: int) -> BulkResultOut:
    return running.show_result(act_id=act_id, asker=current_user(request))


@router.post("/admin/bulk-acts/{act_id}/cancel", response=BulkActOut, auth=needs(Right.DESK))
def cancel_bulk_act(request: HttpRequest, act_id: int) -> BulkActOut:
    return running.cancel_bulk_act(by=actor_of(request), act_id=act_id)
