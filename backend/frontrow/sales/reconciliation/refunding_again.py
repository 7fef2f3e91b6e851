"""Requests a failed refund again, for the amount that its row says is still owed."""

from decimal import Decimal

from django.db import transaction

from frontrow.accounts.models import User
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.jobs import enqueue
from frontrow.sales.enrollment.enrollments import chain_of
from frontrow.sales.enrollment.upgrades import lock_with_bases
from frontrow.sales.ledger.owed_refunds import forgive, make_all_good, settle_row, still_owed
from frontrow.sales.ledger.refund_lines import left_of_shares
from frontrow.sales.ledger.refund_records import UNDER_WAY, ask_for_everything
from frontrow.sales.models import Enrollment, Purchase, PurchaseState, ReconciliationBreak, Refund
from frontrow.sales.refunds.requests import MENDED_BY, refundable, request_again
from frontrow.sales.settlement.given_back import end_seat
from frontrow.sales.settlement.settling import settle, settle_purchase

ASKED = "The refund has been asked for again."
NOTHING_LEFT = "Nothing is left to refund."
UNDER_WAY_ALREADY = "A refund for this purchase is on its way. Try again when it has arrived."
ATTENDED = (
    "This class was attended after the refund failed, so it isn't ended. Decide on the purchase's"
    " page whether an amount is still due."
)


def refund_again(*, row_id: int, who: User | None = None) -> str:
    purchase_id, message = _ask(row_id, who)
    enqueue(settle_purchase, purchase_id=purchase_id, once=f"settle:{purchase_id}")
    settle(purchase=Purchase.objects.get(pk=purchase_id))
    return message


@transaction.atomic
def _ask(row_id: int, who: User | None) -> tuple[int, str]:
    purchase, row = locked_row(row_id)
    if row.resolved_at is not None:
        return purchase.pk, NOTHING_LEFT
    if Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).exists():
        raise Conflict(UNDER_WAY_ALREADY, code=ErrorCode.REFUND_IN_PROGRESS)
    if purchase.state == PurchaseState.REFUNDING:
        ask_for_everything(purchase=purchase, reason=MENDED_BY)
        everything = Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).first()
        make_all_good(purchase_id=purchase.pk, by=everything)
        return purchase.pk, ASKED if everything else NOTHING_LEFT
    is_asked = purchase.state == PurchaseState.COMPLETED and _ask_for(purchase, row, who)
    if not is_asked:
        forgive(row, still_owed(row))
        settle_row(row, paid=Decimal(0), by=None)
    return purchase.pk, ASKED if is_asked else NOTHING_LEFT


def locked_row(row_id: int) -> tuple[Purchase, ReconciliationBreak]:
    """The row, read under its purchase's lock."""
    found = ReconciliationBreak.objects.filter(pk=row_id).first()
    purchase = lock_with_bases(purchase_id=found.purchase_id or 0) if found else None
    if purchase is None:
        raise NotFound
    return purchase, ReconciliationBreak.objects.get(pk=row_id)


def _ask_for(purchase: Purchase, row: ReconciliationBreak, who: User | None) -> bool:
    """Request what is owed. For a seat at most its remaining share, and the seat ends too."""
    first = row.details.get("seat")
    owed, left = still_owed(row), refundable(purchase)
    if first:
        left = min(left, left_of_shares(purchase_ids=[purchase.pk])[first])
    if owed > left:
        forgive(row, owed - left)
        owed = left
    chain = Enrollment.objects.filter(chain_of(first or 0), purchase=purchase, ended_at=None)
    seat = chain.select_related("bootcamp", "holder", "purchase__user").first()
    if seat is not None and seat.attended_at is not None:
        raise Conflict(ATTENDED, code=ErrorCode.CONFLICT)
    if owed > Decimal(0):
        request_again(purchase=purchase, row=row, amount=owed, requested_by=who)
        return True
    if seat is not None:
        # Its money was refunded by other means.
        end_seat(enrollment=seat)
    return False
