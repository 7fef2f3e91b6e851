"""Admin endpoints for the reconciliation board."""

from django.http import HttpRequest

from frontrow.accounts.actor import actor_of
from frontrow.accounts.gates import needs
from frontrow.accounts.rights import Right
from frontrow.backoffice.reconciliation import board
from frontrow.backoffice.reconciliation.schemas import ReconciliationOut, RepairIn, RepairOut
from frontrow.core.routing import Router

router = Router(tags=["admin"])


@router.get("/admin/reconciliation", response=ReconciliationOut, auth=needs(Right.MONEY))
def get_reconciliation_board(request: HttpRequest) -> ReconciliationOut:
    return board.read_board()


@router.post(
    "/admin/reconciliation/repair", response=RepairOut, auth=needs(Right.MONEY, recent=True)
)
def repair_mismatch(request: HttpRequest, payload: RepairIn) -> RepairOut:
    return board.repair(by=actor_of(request), key=payload.key, note=payload.note)
