"""Decides what to do about a purchase, from our record and the provider's.

A pure function, so that tests can try every interleaving of buyers, handlers and crashes. `settle`
reads, locks, calls it, writes the decision, and only then calls the provider.
"""

from dataclasses import dataclass
from enum import Enum

from frontrow.sales.models import CancelReason, PurchaseState

# Provider states of a payment that isn't authorized and can still be canceled.
UNAUTHORIZED = {"requires_payment_method", "requires_confirmation", "requires_action"}


class Seats(Enum):
    LEAVE = "leave"
    KEEP = "keep"
    RELEASE = "release"
    # A refund after the class has begun releases no seat.
    RELEASE_BEFORE_START = "release before start"


class Call(Enum):
    NONE = "none"
    CAPTURE = "capture"
    CANCEL = "cancel"
    REFUND = "refund"


@dataclass(frozen=True, kw_only=True)
class PurchaseSeen:
    """Our record, read under its lock."""

    id: int
    state: PurchaseState
    cents: int
    currency: str
    # A day has passed or a bootcamp has started, so the payment can't be begun anymore.
    is_over: bool
    # A refund was requested from us, and the provider wasn't asked yet.
    has_request: bool = False


@dataclass(frozen=True, kw_only=True)
class PaymentSeen:
    """The provider's payment, read before the lock."""

    status: str
    cents: int
    currency: str
    purchase_id: int | None
    # Refunds completed, refunds pending, and amounts of lost disputes.
    refunded_cents: int = 0
    returning_cents: int = 0
    lost_cents: int = 0

    @property
    def is_given_back(self) -> bool:
        return self.status == "succeeded" and self.refunded_cents + self.lost_cents >= self.cents

    @property
    def is_on_its_way_back(self) -> bool:
        gone = self.refunded_cents + self.lost_cents + self.returning_cents
        return self.status == "succeeded" and gone >= self.cents


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What to write under the lock, and what to request from the provider afterwards.

    If seats must be kept but aren't available, `otherwise` is done instead.
    """

    state: PurchaseState | None = None
    seats: Seats = Seats.LEAVE
    then: Call = Call.NONE
    cancel_reason: CancelReason | None = None
    break_kind: str = ""
    otherwise: "Decision | None" = None


NOTHING_TO_DO = Decision()


def decide(purchase: PurchaseSeen, payment: PaymentSeen | None) -> Decision:
    if payment is None:
        return _without_payment(purchase)
    if _is_not_ours(purchase, payment):
        return _mismatch(purchase, payment)
    match purchase.state:
        case PurchaseState.PENDING:
            return _pending(purchase, payment)
        case PurchaseState.CAPTURING:
            return _capturing(payment)
        case PurchaseState.CANCELING:
            return _canceling(payment)
        case PurchaseState.COMPLETED:
            return _completed(payment)
        case PurchaseState.REFUNDING:
            return _refunding(purchase, payment)
        case PurchaseState.REFUNDED:
            return _refunded(payment)
        case PurchaseState.FAILED:
            return _failed(payment)


def _without_payment(purchase: PurchaseSeen) -> Decision:
    """The provider was never reached or doesn't know the payment, so nothing is owed."""
    given_up = purchase.state == PurchaseState.PENDING and purchase.is_over
    if given_up or purchase.state in {PurchaseState.CANCELING, PurchaseState.CAPTURING}:
        return Decision(state=PurchaseState.FAILED, seats=Seats.RELEASE)
    return NOTHING_TO_DO


def _pending(purchase: PurchaseSeen, payment: PaymentSeen) -> Decision:
    if payment.status == "requires_capture":
        return Decision(
            state=PurchaseState.CAPTURING,
            seats=Seats.KEEP,
            then=Call.CAPTURE,
            otherwise=_call_off(CancelReason.SOLD_OUT),
        )
    if payment.status == "succeeded":
        return _paid(payment)
    if payment.status == "canceled":
        return Decision(state=PurchaseState.FAILED, seats=Seats.RELEASE)
    if payment.status in UNAUTHORIZED and purchase.is_over:
        return _call_off(CancelReason.EXPIRED)
    return NOTHING_TO_DO


def _capturing(payment: PaymentSeen) -> Decision:
    if payment.status == "requires_capture":
        return Decision(then=Call.CAPTURE)
    if payment.status == "succeeded":
        return _paid(payment)
    if payment.status == "canceled":
        return Decision(state=PurchaseState.FAILED, seats=Seats.RELEASE)
    # The payment was read before its authorization. Acting on it would cancel a payment that
    # another handler is about to capture.
    return NOTHING_TO_DO


def _canceling(payment: PaymentSeen) -> Decision:
    if payment.status == "canceled":
        return Decision(state=PurchaseState.FAILED, seats=Seats.RELEASE)
    if payment.status == "succeeded":
        return _paid(payment)
    if payment.status in UNAUTHORIZED or payment.status == "requires_capture":
        return Decision(then=Call.CANCEL)
    return NOTHING_TO_DO


def _paid(payment: PaymentSeen) -> Decision:
    """The money was captured: keep a seat for it, or refund it."""
    if payment.is_given_back:
        return Decision(state=PurchaseState.FAILED, seats=Seats.RELEASE)
    return Decision(
        state=PurchaseState.COMPLETED,
        seats=Seats.KEEP,
        otherwise=Decision(state=PurchaseState.REFUNDING, seats=Seats.RELEASE, then=Call.REFUND),
    )


def _completed(payment: PaymentSeen) -> Decision:
    if payment.is_given_back:
        return Decision(state=PurchaseState.REFUNDED, seats=Seats.RELEASE_BEFORE_START)
    if payment.status != "succeeded":
        return Decision(break_kind="completed_without_money")
    return NOTHING_TO_DO


def _refunding(purchase: PurchaseSeen, payment: PaymentSeen) -> Decision:
    if payment.is_given_back:
        return Decision(state=PurchaseState.REFUNDED, seats=Seats.RELEASE_BEFORE_START)
    if payment.status != "succeeded":
        return Decision(break_kind="refund_without_money")
    if purchase.has_request:
        return Decision(then=Call.REFUND)
    if payment.is_on_its_way_back:
        return NOTHING_TO_DO
    # The refund was refused or returned. The buyer must get a seat or the money.
    return Decision(
        state=PurchaseState.COMPLETED,
        seats=Seats.KEEP,
        otherwise=Decision(break_kind="refund_undone_without_seat"),
    )


def _refunded(payment: PaymentSeen) -> Decision:
    """A bank can return a refund days later. The buyer then has neither seat nor money."""
    if payment.status == "succeeded" and not payment.is_given_back:
        return Decision(break_kind="refund_came_back")
    return NOTHING_TO_DO


def _failed(payment: PaymentSeen) -> Decision:
    """The purchase has ended. Cancel what is open at the provider, and refund what was taken."""
    if payment.status == "requires_capture" or payment.status in UNAUTHORIZED:
        return Decision(then=Call.CANCEL)
    if payment.status == "succeeded" and not payment.is_given_back:
        if payment.is_on_its_way_back:
            return NOTHING_TO_DO
        return Decision(
            state=PurchaseState.REFUNDING, then=Call.REFUND, break_kind="paid_after_failure"
        )
    return NOTHING_TO_DO


def _is_not_ours(purchase: PurchaseSeen, payment: PaymentSeen) -> bool:
    return (payment.purchase_id, payment.cents, payment.currency) != (
        purchase.id,
        purchase.cents,
        purchase.currency,
    )


def _mismatch(purchase: PurchaseSeen, payment: PaymentSeen) -> Decision:
    """Another amount, currency or purchase. Keep no seat, and record a mismatch for an admin."""
    unsettled = {PurchaseState.PENDING, PurchaseState.CAPTURING, PurchaseState.CANCELING}
    if purchase.state == PurchaseState.REFUNDING and payment.is_given_back:
        return Decision(state=PurchaseState.REFUNDED, seats=Seats.RELEASE)
    if purchase.state not in unsettled:
        return Decision(break_kind="mismatch")
    if payment.status == "succeeded":
        return Decision(
            state=PurchaseState.REFUNDING,
            seats=Seats.RELEASE,
            then=Call.REFUND,
            break_kind="mismatch",
        )
    if payment.status == "canceled":
        return Decision(state=PurchaseState.FAILED, seats=Seats.RELEASE, break_kind="mismatch")
    return Decision(
        state=PurchaseState.CANCELING,
        seats=Seats.RELEASE,
        then=Call.CANCEL,
        cancel_reason=CancelReason.MISMATCH,
        break_kind="mismatch",
    )


def _call_off(reason: CancelReason) -> Decision:
    return Decision(
        state=PurchaseState.CANCELING, seats=Seats.RELEASE, then=Call.CANCEL, cancel_reason=reason
    )
