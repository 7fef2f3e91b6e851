"""Our record of each refund, kept equal to the provider's: never two for one, none forgotten.

What the provider lists is the truth; a refund is asked for only after looking there, because the
answer to the last asking may have been lost.
"""

from decimal import Decimal
from typing import Any

from django.db.models import F
from django.db.models.functions import Now

from frontrow.core.clock import now
from frontrow.core.crash_points import crash_point
from frontrow.core.money import from_cents, to_cents
from frontrow.integrations import stripe
from frontrow.integrations.stripe import Payment, RefundMade
from frontrow.messaging.outbox import write_letters
from frontrow.sales.models import Purchase, PurchaseItem, Refund, RefundStatus
from frontrow.sales.reconciliation import open_break
from frontrow.sales.refund_letters import refund_letter

UNDER_WAY = [RefundStatus.REQUESTED.value, RefundStatus.PENDING.value]
MADE_THERE = "made at the provider"
_STATUS = {
    "succeeded": RefundStatus.SUCCEEDED,
    "pending": RefundStatus.PENDING,
    "requires_action": RefundStatus.PENDING,
    "failed": RefundStatus.FAILED,
    "canceled": RefundStatus.FAILED,
}


def ask_for_everything(*, purchase: Purchase, reason: str) -> None:
    """A refund of all that is left, unless one is under way; in the caller's transaction."""
    left = purchase.total_amount - purchase.refunded_amount
    if left > 0:
        Refund.objects.bulk_create(
            [Refund(purchase=purchase, amount=left, reason=reason)], ignore_conflicts=True
        )


def close_what_is_under_way(*, purchase: Purchase) -> None:
    """The money is back by another way; what we had asked for is not needed any more."""
    Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).update(
        status=RefundStatus.DECLINED, note="The money had gone back already."
    )


def send_refund(*, purchase: Purchase, payment_intent_id: str) -> bool:
    """Ask the provider for the refund that is under way, unless it has it already.

    True when the money has moved, so that the payment is worth reading again.
    """
    refund = Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).first()
    if refund is None:
        return False
    asked_as = _name_of(refund)
    made = next(
        (one for one in stripe.refunds_of(payment_intent_id) if one.asked_as == asked_as), None
    )
    if made is None:
        crash_point("refund.before_create")
        try:
            made = stripe.create_refund(
                payment_intent_id=payment_intent_id,
                cents=to_cents(refund.amount),
                asked_as=asked_as,
                key=f"refund-{asked_as}-{purchase.payment_attempt}",
            )
        except stripe.AnsweredWithFault:
            # That key is spent: it would bring the same answer for a day. Whoever uses the next
            # one has looked at the list after this call had ended.
            Purchase.objects.filter(
                pk=purchase.pk, payment_attempt=purchase.payment_attempt
            ).update(payment_attempt=F("payment_attempt") + 1)
            raise
        except stripe.StateMoved as error:
            return _is_given_back_anyway(refund, payment_intent_id, str(error))
    crash_point("refund.after_create")
    return made.status == "succeeded" or made.status != refund.status


def note_refunds(*, purchase: Any, payment: Payment) -> None:
    """Bring our rows and the purchase's sum to what the provider lists, under the lock."""
    rows = list(Refund.objects.filter(purchase=purchase))
    for made in payment.refunds:
        row = _row_of(made, rows)
        if row is not None:
            _note(row, made, purchase)
        elif made.status != "pending" or not _has_one_under_way(purchase):
            # With one of ours under way, this one is noted when it has come to its end.
            amount = from_cents(made.cents)
            _note(Refund(purchase=purchase, amount=amount, reason=MADE_THERE), made, purchase)
    refunded = min(from_cents(payment.refunded_cents), purchase.total_amount)
    if refunded != purchase.refunded_amount:
        purchase.refunded_amount = refunded
        Purchase.objects.filter(pk=purchase.pk).update(refunded_amount=refunded, updated_at=Now())
    purchase.has_open_refund = _has_one_under_way(purchase)


def forget_what_is_not_there(*, purchase: Purchase, payment: Payment) -> int:
    """Our rows say more went back than the provider lists: its list is the truth."""
    listed = {made.id for made in payment.refunds}
    ours = Refund.objects.filter(purchase=purchase, status=RefundStatus.SUCCEEDED)
    return ours.exclude(stripe_refund_id__in=listed).update(
        status=RefundStatus.FAILED, settled_at=None, note="The provider knows of no such refund."
    )


def _note(row: Refund, made: RefundMade, purchase: Purchase) -> None:
    status = _STATUS.get(made.status, RefundStatus.PENDING)
    if (row.status, row.stripe_refund_id) == (status, made.id):
        return
    row.status, row.stripe_refund_id = status, made.id
    row.settled_at = now() if status == RefundStatus.SUCCEEDED else None
    row.save()
    if status == RefundStatus.SUCCEEDED:
        _tell(purchase, row)
    elif status == RefundStatus.FAILED:
        open_break(
            kind="refund_failed",
            payment_intent_id=purchase.stripe_payment_intent_id or "",
            purchase_id=purchase.pk,
            refund=row.pk,
        )


def _tell(purchase: Purchase, row: Refund) -> None:
    already = sum(
        (
            other.amount
            for other in Refund.objects.filter(purchase=purchase, status=RefundStatus.SUCCEEDED)
        ),
        Decimal(0),
    )
    write_letters(
        [
            refund_letter(
                purchase=purchase,
                amount=row.amount,
                is_full=already >= purchase.total_amount,
                event=f"refunded:{row.pk}",
                items=list(
                    PurchaseItem.objects.filter(purchase=purchase).select_related("bootcamp")
                ),
            )
        ]
    )


def _row_of(made: RefundMade, rows: list[Refund]) -> Refund | None:
    for row in rows:
        if row.stripe_refund_id == made.id or (made.asked_as and made.asked_as == _name_of(row)):
            return row
    return None


def _has_one_under_way(purchase: Purchase) -> bool:
    return Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).exists()


def _is_given_back_anyway(refund: Refund, payment_intent_id: str, why: str) -> bool:
    """The provider refuses. Fine, if somebody gave the money back there; else an admin must see."""
    Refund.objects.filter(pk=refund.pk).update(status=RefundStatus.DECLINED, note=why)
    given = sum(one.cents for one in stripe.refunds_of(payment_intent_id))
    if given >= to_cents(refund.purchase.total_amount):
        return True
    open_break(
        kind="refund_refused",
        payment_intent_id=payment_intent_id,
        purchase_id=refund.purchase_id,
        refund=refund.pk,
        why=why,
    )
    return False


def _name_of(refund: Refund) -> str:
    # The date makes it ours alone: numbers begin anew with a new database.
    return f"{refund.pk}-{int(refund.created_at.timestamp() * 1_000_000)}"
