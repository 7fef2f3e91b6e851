"""Completing a purchase: the request of the buyer's browser, and its response."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from frontrow.catalogue.models import Seat
from frontrow.catalogue.seats import OnlyHeld, seconds_until_free
from frontrow.core.clock import now
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound, ProviderDown
from frontrow.integrations.stripe_records import METHOD_NAMES, Payment
from frontrow.sales.buyers.invitations import token_for_buyer
from frontrow.sales.buyers.visitors import Visitor, is_buyer
from frontrow.sales.checkout.holds import CODE_GONE
from frontrow.sales.checkout.refused_dates import full_date_of
from frontrow.sales.checkout.schemas import (
    BoughtBootcampOut,
    BoughtBundleOut,
    BoughtPurchaseOut,
    CompletePurchaseOut,
)
from frontrow.sales.models import CancelReason, Enrollment, Purchase, PurchaseState
from frontrow.sales.settlement.completion import enrollments_of
from frontrow.sales.settlement.decision import UNAUTHORIZED
from frontrow.sales.settlement.settling import call_off, settle

NOT_CHARGED = "Your payment wasn't completed. You haven't been charged."
SEAT_CHANGED = "Your seat has changed since, so we didn't move it. You haven't been charged."
REMEMBERED_FOR = timedelta(days=1)
# An authorization that gets no seat is canceled after this delay, so that in a rush the other
# buyers are answered first.
CANCEL_AFTER = timedelta(seconds=10)
# How long the buyer's browser is shown the invitation. It is also emailed.
INVITATION_SHOWN_FOR = timedelta(hours=1)

# Raw SQL for busy sales, because building the query with the ORM takes longer than running it.
_BOUGHT = """
SELECT p.*, w.none_left, extract(epoch FROM w.frees_at - now()) AS frees_in
FROM purchases p, wait_for_seats(p.id) w WHERE p.stripe_payment_intent_id = %s
"""


def complete_purchase(
    *, visitor: Visitor, payment_intent_id: str, client_secret: str
) -> CompletePurchaseOut:
    """Settle the buyer's payment and return the result.

    Raises NotFound for an unknown or foreign payment, and Conflict if it wasn't completed.
    """
    purchase = _bought(payment_intent_id, visitor, client_secret)
    if (
        purchase.state == PurchaseState.PENDING
        and purchase.none_left
        and call_off(purchase=purchase, reason=CancelReason.SOLD_OUT, cancel_after=CANCEL_AFTER)
    ):
        # Returned at once. A buyer without a seat must not wait for the provider to be told.
        crash_point("complete.before_reply")
        raise _no_seat_was_left(purchase, purchase.frees_in)
    if purchase.state in {PurchaseState.PENDING, PurchaseState.CAPTURING}:
        try:
            settled = settle(purchase=purchase)
        except ProviderDown:
            # The card may have been authorized. The sweep finds out, and the page keeps polling.
            return answer_for(Purchase.objects.get(pk=purchase.pk))
        purchase = settled.purchase
        payment = settled.payment
        if purchase.state == PurchaseState.PENDING and (
            payment is None or payment.status in UNAUTHORIZED
        ):
            raise Conflict(_why_not_charged(payment), code=ErrorCode.NOT_CHARGED)
    crash_point("complete.before_reply")
    _refuse_what_failed(purchase)
    return answer_for(purchase)


def last_purchase(*, visitor: Visitor) -> CompletePurchaseOut | None:
    """This browser's newest paid purchase of the last day, for a tab that lost its state."""
    if not visitor.key:
        return None
    purchase = (
        Purchase.objects.filter(
            checkout_key=visitor.key,
            state=PurchaseState.COMPLETED,
            completed_at__gt=Now() - REMEMBERED_FOR,
        )
        .order_by("-completed_at")
        .first()
    )
    if purchase is None:
        return None
    answer = answer_for(purchase)
    is_recent = purchase.completed_at and purchase.completed_at > now() - INVITATION_SHOWN_FOR
    return answer if is_recent else answer.model_copy(update={"invitation_token": None})


def _bought(payment_intent_id: str, visitor: Visitor, client_secret: str) -> Any:
    """The purchase for its proven buyer. Unknown and foreign purchases both raise NotFound."""
    found: Iterator[Any] = iter(Purchase.objects.raw(_BOUGHT, [payment_intent_id]))
    purchase = next(found, None)
    if purchase is None or not is_buyer(purchase, visitor, client_secret):
        raise NotFound("We can't find this payment.")
    return purchase


def _why_not_charged(payment: Payment | None) -> str:
    """The reason for payments on another page. The card form shows its own errors."""
    method = METHOD_NAMES.get(payment.refused_method, "") if payment else ""
    if payment is None or not method:
        return NOT_CHARGED
    match payment.refusal:
        case "payment_method_customer_decline":
            return f"You canceled the payment at {method}. You haven't been charged."
        case "payment_method_provider_decline":
            return f"{method} declined the payment. You haven't been charged."
        case "payment_intent_payment_attempt_expired":
            return f"The payment at {method} took too long. You haven't been charged."
    return f"The payment at {method} wasn't completed. You haven't been charged."


def _refuse_what_failed(purchase: Purchase) -> None:
    called_off = purchase.state in {PurchaseState.CANCELING, PurchaseState.FAILED}
    if called_off and purchase.pays_for_move_id and purchase.cancel_reason == CancelReason.REPLACED:
        raise Conflict(SEAT_CHANGED, code=ErrorCode.SEAT_CANNOT_MOVE)
    if called_off and purchase.cancel_reason == CancelReason.SOLD_OUT:
        bootcamp_ids = purchase.enrollments.values_list("bootcamp_id", flat=True)
        frees_in = seconds_until_free(bootcamp_ids=bootcamp_ids)
        raise _no_seat_was_left(purchase, frees_in)
    if called_off and purchase.cancel_reason == CancelReason.CODE_GONE:
        raise Conflict(CODE_GONE, code=ErrorCode.CODE_GONE)
    if called_off and purchase.cancel_reason == CancelReason.OFF_SALE:
        words = f"{purchase.package_name} is no longer on sale. You haven't been charged."
        raise Conflict(words, code=ErrorCode.NOT_ON_SALE)
    if purchase.state == PurchaseState.FAILED:
        raise Conflict(NOT_CHARGED, code=ErrorCode.NOT_CHARGED)


def _no_seat_was_left(purchase: Purchase, frees_in: float | None) -> Conflict:
    name = full_date_of(purchase) or purchase.package_name
    if frees_in is not None:
        return OnlyHeld(name, frees_in=float(frees_in), nothing_paid=" You haven't been charged.")
    return Conflict(f"{name} has just sold out. You haven't been charged.", code=ErrorCode.SOLD_OUT)


def answer_for(purchase: Purchase) -> CompletePurchaseOut:
    """The response about a purchase to its buyer's browser."""
    # If a seat was moved, the number is that of its current seat.
    moved = Seat.objects.filter(
        enrollment_id__in=Enrollment.objects.filter(replaces=purchase.pays_for_move_id).values("pk")
    )
    number = moved.values_list("number", flat=True).first() if purchase.pays_for_move_id else None
    bootcamps = [
        BoughtBootcampOut(
            id=enrollment.bootcamp_id,
            name=enrollment.name,
            start_date=enrollment.starts_at,
            end_date=enrollment.ends_at,
            timezone=enrollment.timezone,
            seat_number=enrollment.seat_number or number,
        )
        for enrollment in enrollments_of(purchase)
    ]
    is_completed = purchase.state == PurchaseState.COMPLETED
    return CompletePurchaseOut(
        status=purchase.status,
        purchase=BoughtPurchaseOut(
            id=purchase.pk,
            status=purchase.status,
            is_bundle=purchase.is_bundle,
            is_move=purchase.pays_for_move_id is not None,
            total_amount=purchase.total_amount,
            guest_email=purchase.guest_email,
            bootcamp=None if purchase.is_bundle else bootcamps[0],
            bundle=BoughtBundleOut(
                id=purchase.bundle_id, name=purchase.package_name, bootcamps=bootcamps
            )
            if purchase.bundle_id
            else None,
        ),
        invitation_token=token_for_buyer(purchase=purchase) if is_completed else None,
    )
