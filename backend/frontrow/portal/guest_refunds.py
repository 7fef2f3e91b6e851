"""Refunds for guests by the seat link in their emails, with the same rules as in billing.

Only the payer's link works. The holder of a transferred seat has a separate link that can't request
refunds. A purchase in an account is refunded there.
"""

from django.db import transaction
from django.db.models import Q

from frontrow.accounts.actor import Actor
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Forbidden
from frontrow.portal.access import find_linked_seat
from frontrow.portal.billing import ask_for_refund, entry_of
from frontrow.portal.billing_schemas import BillingEntryOut, RefundAskedOut
from frontrow.sales.enrollment.upgrades import lock_with_bases

PAYER_DECIDES = "Only the person who paid for this seat can ask for a refund."
IN_ACCOUNT = "This purchase is in an account. Sign in and open Billing to ask for a refund."
GUESTS = Q(user=None)


def look_at_purchase(*, token: str) -> BillingEntryOut:
    """The billing entry of the purchase. Raises NotFound, Gone, Forbidden or Conflict."""
    return entry_of(theirs=GUESTS, purchase_id=_paid_for_by(token))


@transaction.atomic
def ask_by_link(*, by: Actor, token: str, reason: str, enrollment_id: int | None) -> RefundAskedOut:
    """Request a refund by the seat link. Idempotent."""
    lock_with_bases(purchase_id=_paid_for_by(token))
    # Checked under the lock, because a transfer or correction may have come first.
    return ask_for_refund(
        by=by,
        theirs=GUESTS,
        who=None,
        purchase_id=_paid_for_by(token),
        reason=reason,
        enrollment_id=enrollment_id,
    )


def _paid_for_by(token: str) -> int:
    seat = find_linked_seat(token=token)
    if seat.is_handed_over:
        raise Forbidden(PAYER_DECIDES)
    if seat.purchase.user_id is not None:
        raise Conflict(IN_ACCOUNT, code=ErrorCode.HAS_ACCOUNT)
    return seat.purchase_id
