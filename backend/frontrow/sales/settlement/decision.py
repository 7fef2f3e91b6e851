"""What to do about a purchase, decided from what we wrote and what the provider says.

A pure function, so that every interleaving of buyers, handlers and crashes can be tried in a
test. `settle` reads, locks, asks here, writes what it is told, and only then calls the provider.
"""

from dataclasses import dataclass
from enum import Enum

from frontrow.sales.models import CancelReason, PurchaseState

# The provider's words for a payment that has not been authorized and can still be called off.
UNAUTHORIZED = {"requires_payment_method", "requires_confirmation", "requires_action"}


class Seats(Enum):
    LEAVE = "leave"
    KEEP = "keep"
    RELEASE = "release"
    # A refund after the class has begun frees nobody's chair.
    RELEASE_BEFORE_START = "release before start"


class Call(Enum):
    NONE = "none"
    CAPTURE = "capture"
    CANCEL = "cancel"
    REFUND = "refund"


@dataclass(frozen=True, kw_only=True)
class PurchaseSeen:
    """What our own record says, read under its lock."""

    id: int
    state: PurchaseState
    cents: int
    currency: str
    # A day has passed, or a bootcamp has started: nothing may begin any more.
    is_over: bool
    # Somebody asked us for a refund, and the provider has not been asked yet.
    has_request: bool = False


@dataclass(frozen=True, kw_only=True)
class PaymentSeen:
    """What the provider says about the payment, read before the lock."""

    status: str
    cents: int
    currency: str
    purchase_id: int | None
    # Paid out by the bank; still on its way there; taken by disputes that we lost.
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
    """What to write under the lock, and what to ask of the provider afterwards.

    Where seats must be kept and are not to be had, `otherwise` is done instead.
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
    """The provider was never reached, or knows of nothing: nothing is owed."""
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
    # Anything else was read before the authorization: acting on it would call off a payment that
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
    """The money has moved: a seat for it, or the money back."""
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
    # The refund was refused or came back: nobody may be left with neither seat nor money.
    return Decision(
        state=PurchaseState.COMPLETED,
        seats=Seats.KEEP,
        otherwise=Decision(break_kind="refund_undone_without_seat"),
    )


def _refunded(payment: PaymentSeen) -> Decision:
    """A bank can send a refund back days later: the buyer has neither seat nor money."""
    if payment.status == "succeeded" and not payment.is_given_back:
        return Decision(break_kind="refund_came_back")
    return NOTHING_TO_DO


def _failed(payment: PaymentSeen) -> Decision:
    """Over for us; whatever the provider still has open or has taken goes back."""
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
    """Another amount, currency or purchase: no seat for it, and a break for an admin to see."""
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
