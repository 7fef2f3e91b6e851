"""Refund requests: sent to the provider once and followed until they end.

The provider's list is the truth. It is read before each request, because the response to the last
one may have been lost. A request that has become a refund there is never sent again. Refunds made
in the provider's dashboard aren't ours to send.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import F, Sum

from frontrow.core.clock import now
from frontrow.core.crash_points import crash_point
from frontrow.core.money import from_cents, to_cents
from frontrow.integrations import stripe
from frontrow.integrations.stripe_records import Payment, RefundMade
from frontrow.messaging.outbox import withdraw_waiting, write_messages
from frontrow.sales.emails.refund_emails import refund_asked, refund_email
from frontrow.sales.enrollment.enrollments import chain_of
from frontrow.sales.ledger.owed_refunds import (
    FAILED,
    REFUSED,
    close_rows,
    make_good,
    note_owed,
)
from frontrow.sales.ledger.refund_lines import fill_lines
from frontrow.sales.models import (
    Enrollment,
    Movement,
    MovementKind,
    MovementStatus,
    Purchase,
    Refund,
    RefundLine,
    RefundStatus,
)

UNDER_WAY = [RefundStatus.REQUESTED.value, RefundStatus.PENDING.value]
GONE_BACK_ALREADY = "It was already refunded."
_STATUS = {
    MovementStatus.PENDING: RefundStatus.PENDING,
    MovementStatus.SUCCEEDED: RefundStatus.SUCCEEDED,
    MovementStatus.FAILED: RefundStatus.FAILED,
}
# The provider's failure reasons in our words.
_WHY = {
    "charge_disputed": "The cardholder's bank disputes the payment. It can be refunded when the"
    " dispute is decided.",
    "charge_already_refunded": "The payment has been refunded already.",
    "insufficient_funds": "There isn't enough money in the account at the payment provider.",
    "charge_exceeds_source_limit": "The amount is above what the card takes back.",
    "expired_or_canceled_card": "The card has expired or was canceled.",
    "lost_or_stolen_card": "The card was reported lost or stolen.",
    "declined": "The bank declined it.",
    "merchant_request": "It was canceled in the provider's dashboard.",
}


def in_words(why: str) -> str:
    """Why a refund failed, in words."""
    return _WHY.get(why) or f"The payment provider says: {why.replace('_', ' ') or 'no reason'}."


def ask_for_everything(*, purchase: Purchase, reason: str) -> None:
    """Request all that is left unless a refund is pending, in the caller's transaction."""
    left = purchase.total_amount - purchase.refunded_amount
    if left > 0:
        Refund.objects.bulk_create(
            [Refund(purchase=purchase, amount=left, reason=reason)], ignore_conflicts=True
        )
        fill_lines(purchase_ids=[purchase.pk])


def close_what_is_under_way(*, purchase: Any) -> None:
    """Close our pending request, because the money was returned by other means."""
    Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).update(
        status=RefundStatus.DECLINED, note=GONE_BACK_ALREADY
    )
    purchase.has_request = False
    close_rows(purchase_id=purchase.pk)


def send_refund(*, purchase: Purchase, payment: Payment) -> None:
    """Send the requested refund to the provider, unless it has it already.

    Never for more than is left there now, whatever was left at the time of the request. The payment
    must be read again afterwards.
    """
    refund = Refund.objects.filter(purchase=purchase, status=RefundStatus.REQUESTED).first()
    if refund is None:
        return
    listed = stripe.refunds_of(payment.id)
    asked_as = _name_of(refund)
    if any(one.asked_as == asked_as for one in listed):
        return
    cents = min(to_cents(refund.amount), _left(payment, listed))
    if cents <= 0:
        _decline(refund, GONE_BACK_ALREADY)
        return
    if cents != to_cents(refund.amount):
        _lessen(refund, from_cents(cents))
    crash_point("refund.before_create")
    try:
        stripe.create_refund(
            payment_intent_id=payment.id,
            cents=cents,
            asked_as=asked_as,
            key=f"refund-{asked_as}-{purchase.payment_attempt}",
        )
    except stripe.AnsweredWithFault:
        _spend_key(purchase)
        raise
    except stripe.KeyInUse:
        # Another process is sending it, maybe with another amount. The idempotency key prevents
        # two.
        return
    except stripe.StateMoved as error:
        _spend_key(purchase)
        # Unless another refund was made since we read the list. Then read again.
        if _left(payment, stripe.refunds_of(payment.id)) == _left(payment, listed):
            _refuse(refund, payment, str(error))
    crash_point("refund.after_create")


@transaction.atomic
def _lessen(refund: Refund, amount: Decimal) -> None:
    """Reduce the request, because less is left, and update its lines under the lock."""
    Purchase.objects.select_for_update().get(pk=refund.purchase_id)
    Refund.objects.filter(pk=refund.pk).update(amount=amount)
    fill_lines(purchase_ids=[refund.purchase_id])


def _spend_key(purchase: Purchase) -> None:
    """Use a new idempotency key, because the provider would repeat the response for a day.

    A process that uses the new key has read the list after this call ended.
    """
    Purchase.objects.filter(pk=purchase.pk, payment_attempt=purchase.payment_attempt).update(
        payment_attempt=F("payment_attempt") + 1
    )


def follow_refunds(*, purchase: Any, payment: Payment, changed: Sequence[Movement]) -> None:
    """Update our requests and all lines, and send notices, under the lock."""
    if all(each.kind == MovementKind.PAYMENT for each in changed):
        return
    made = {one.id: one for one in payment.refunds}
    news = [each for each in changed if each.kind == MovementKind.REFUND]
    stored = Movement.objects.filter(provider_id__in=[each.provider_id for each in news])
    requests = list(Refund.objects.filter(purchase=purchase))
    # Failed refunds are recorded as owed before their replacements are counted.
    for movement in sorted(stored, key=lambda each: each.status != MovementStatus.FAILED):
        refund = _request_of(made[movement.provider_id], requests)
        if refund is not None:
            _follow(refund, movement, made[movement.provider_id])
        elif movement.status != MovementStatus.FAILED and _is_new(movement):
            make_good(purchase_id=purchase.pk, amount=-movement.amount)
        if movement.status == MovementStatus.SUCCEEDED:
            _tell(purchase, movement, refund)
        elif movement.status == MovementStatus.FAILED:
            note_owed(
                kind=FAILED,
                payment_intent_id=payment.id,
                purchase_id=purchase.pk,
                name=movement.provider_id,
                amount=-movement.amount,
                refund=refund,
                why=in_words(made[movement.provider_id].why),
            )
    fill_lines(purchase_ids=[purchase.pk])
    purchase.has_request = any(each.status == RefundStatus.REQUESTED for each in requests)


def _is_new(movement: Movement) -> bool:
    """Made in the provider's dashboard and seen for the first time. Its lines are written last."""
    return not RefundLine.objects.filter(movement=movement).exists()


def _follow(refund: Refund, movement: Movement, made: RefundMade) -> None:
    refund.status = _STATUS[MovementStatus(movement.status)]
    refund.stripe_refund_id, refund.movement = movement.provider_id, movement
    refund.amount = -movement.amount
    refund.settled_at = now() if refund.status == RefundStatus.SUCCEEDED else None
    if refund.status == RefundStatus.FAILED:
        refund.note = in_words(made.why)
    refund.save()


def _tell(purchase: Purchase, movement: Movement, refund: Refund | None) -> None:
    back = Movement.objects.filter(
        purchase=purchase, kind=MovementKind.REFUND, status=MovementStatus.SUCCEEDED
    ).aggregate(sum=Sum("amount"))["sum"] or Decimal(0)
    # The last of a chain has the calendar entry.
    ending = Enrollment.objects.filter(purchase=purchase, replaced_by=None)
    is_full = -back >= purchase.total_amount
    given_back = refund.gives_back if refund and not is_full else None
    if given_back:
        ending = ending.filter(chain_of(given_back.pk))
    if refund:
        withdraw_waiting(event=refund_asked(refund))
    write_messages(
        [
            refund_email(
                purchase=purchase,
                amount=-movement.amount,
                is_full=is_full,
                event=f"refunded:{refund.pk if refund else movement.provider_id}",
                enrollments=list(ending.select_related("bootcamp")),
                given_back=given_back.name if given_back else "",
            )
        ]
    )


def _request_of(made: RefundMade, requests: Sequence[Refund]) -> Refund | None:
    for refund in requests:
        is_named = bool(made.asked_as) and made.asked_as == _name_of(refund)
        if is_named or refund.stripe_refund_id == made.id:
            return refund
    return None


def _left(payment: Payment, listed: Sequence[RefundMade]) -> int:
    """What can still be refunded, by the provider's list."""
    return payment.cents - sum(one.cents for one in listed if one.is_live) - payment.lost_cents


@transaction.atomic
def _refuse(refund: Refund, payment: Payment, why: str) -> None:
    """The provider refused: inform the person who asked, and record a mismatch."""
    _decline(refund, in_words(why))
    refund.refresh_from_db(fields=["amount"])
    note_owed(
        kind=REFUSED,
        payment_intent_id=payment.id,
        purchase_id=refund.purchase_id,
        name=refund.pk,
        amount=refund.amount,
        refund=refund,
        why=in_words(why),
    )


def _decline(refund: Refund, note: str) -> None:
    Refund.objects.filter(pk=refund.pk, status=RefundStatus.REQUESTED).update(
        status=RefundStatus.DECLINED, note=note
    )
    # A failure of the full refund is announced to them. For a part, an admin tries again.
    if refund.gives_back_id is None:
        withdraw_waiting(event=refund_asked(refund))


def _name_of(refund: Refund) -> str:
    # Includes the creation time, because a new database reuses ids.
    return f"{refund.pk}-{int(refund.created_at.timestamp() * 1_000_000)}"
