"""`settle`: the one function that moves a purchase, whoever asks and however often.

It reads the provider with no transaction open, decides under the purchase's lock, writes what it
is about to do, commits, and only then does it. A process may die between any two of these; the
next caller reads again and goes on.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Coalesce, Now

from frontrow.catalogue.seats import NotOnSale, SoldOut, release_seats, take_seats
from frontrow.coaching.sessions import cancel_sessions
from frontrow.core.clock import now
from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import enqueue, job
from frontrow.core.money import to_cents
from frontrow.integrations import stripe
from frontrow.integrations.stripe import Payment
from frontrow.sales.certificates import revoke_certificates
from frontrow.sales.completion import complete, tell_not_charged
from frontrow.sales.decision import Call, Decision, PaymentSeen, PurchaseSeen, Seats, decide
from frontrow.sales.meeting_places import give_up_places
from frontrow.sales.models import CancelReason, Purchase, PurchaseState
from frontrow.sales.reconciliation import open_break
from frontrow.sales.refund_records import (
    UNDER_WAY,
    ask_for_everything,
    close_what_is_under_way,
    note_refunds,
    send_refund,
)

# An unpaid session is given up after this long, and in any case when its bootcamp begins.
GIVEN_UP_AFTER = timedelta(hours=24)
# Each round begins with reading the payment anew; another process may be moving it too.
ROUNDS = 4
PAID_FOR = {PurchaseState.COMPLETED, PurchaseState.REFUNDING, PurchaseState.REFUNDED}
MONEY_MAY_HAVE_MOVED = {PurchaseState.CAPTURING, *PAID_FOR}


# Written out: building the same with the ORM takes several times as long as running it, and every
# purchase asks it at least twice.
_LOCKED = """
SELECT p.*,
    ARRAY(SELECT i.bootcamp_id FROM purchase_items i WHERE i.purchase_id = p.id
          ORDER BY 1) AS wanted,
    ARRAY(SELECT s.bootcamp_id FROM seats s
          WHERE s.purchase_id = p.id AND s.held_until IS NULL) AS kept,
    EXISTS (SELECT 1 FROM refunds r
            WHERE r.purchase_id = p.id AND r.status = ANY (%(under_way)s)) AS has_open_refund,
    p.created_at < now() - %(given_up_after)s
        OR EXISTS (SELECT 1 FROM purchase_items i JOIN bootcamps b ON b.id = i.bootcamp_id
                   WHERE i.purchase_id = p.id AND b.starts_at <= now()) AS is_over
FROM purchases p WHERE p.id = %(id)s FOR UPDATE OF p
"""


@dataclass(frozen=True, kw_only=True)
class Settled:
    """The purchase as it now stands, and the payment as it was last seen."""

    purchase: Purchase
    payment: Payment | None


@dataclass(frozen=True, kw_only=True)
class Step:
    """What was written, and what is to be asked of the provider next."""

    purchase: Purchase
    then: Call = Call.NONE
    # Somebody else moved the purchase since the payment was read: read it again.
    is_stale: bool = False


def settle(*, purchase: Purchase) -> Settled:
    """Bring the purchase as far as it goes now.

    `purchase` need only carry its state and payment intent, freshly read. Raises ProviderDown when
    the provider cannot be asked; what was written stands, and the sweep goes on from there.
    """
    payment: Payment | None = None
    for _ in range(ROUNDS):
        intent = purchase.stripe_payment_intent_id
        payment = stripe.read_payment(intent) if intent else None
        crash_point("settle.after_read")
        if intent and payment is None and purchase.state in MONEY_MAY_HAVE_MOVED:
            # Perhaps our keys are another account's: take nothing away from anybody.
            open_break(kind="payment_missing", payment_intent_id=intent, purchase_id=purchase.pk)
            return Settled(purchase=purchase, payment=None)
        step = _write(purchase_id=purchase.pk, seen_state=purchase.state, payment=payment)
        while step.then is not Call.NONE and payment is not None:
            crash_point(f"settle.after_{step.purchase.state}")
            if step.then is Call.REFUND and not send_refund(
                purchase=step.purchase, payment_intent_id=payment.id
            ):
                return Settled(purchase=step.purchase, payment=payment)
            payment = _ask_provider(step.then, payment)
            crash_point(f"settle.after_{step.then.value}")
            if payment is None:
                break
            seen = step.purchase.state
            step = _write(purchase_id=purchase.pk, seen_state=seen, payment=payment)
        else:
            if not step.is_stale:
                return Settled(purchase=step.purchase, payment=payment)
        purchase = step.purchase
    return Settled(purchase=purchase, payment=payment)


@job(longest_wait=30)
def settle_purchase(purchase_id: int) -> None:
    purchase = Purchase.objects.filter(pk=purchase_id).first()
    if purchase is not None:
        settle(purchase=purchase)


@transaction.atomic
def call_off(*, purchase: Purchase, reason: CancelReason) -> bool:
    """Give up a payment that has not been captured: its seats are free at once.

    A job cancels it at the provider, and the sweep if that job dies. False, and nothing done, when
    the purchase is no longer pending.
    """
    is_ours = Purchase.objects.filter(pk=purchase.pk, state=PurchaseState.PENDING).update(
        state=PurchaseState.CANCELLING,
        state_since=Now(),
        cancel_reason=reason,
        updated_at=Now(),
    )
    if not is_ours:
        return False
    purchase.state, purchase.cancel_reason = PurchaseState.CANCELLING, reason
    release_seats(purchase_id=purchase.pk)
    enqueue(settle_purchase, purchase_id=purchase.pk)
    return True


def _ask_provider(call: Call, payment: Payment) -> Payment | None:
    """The payment as it is after the call, or nothing when it must be read again."""
    try:
        match call:
            case Call.CAPTURE:
                return stripe.capture_payment(payment.id)
            case Call.CANCEL:
                return stripe.cancel_payment(payment.id)
            case _:
                return stripe.read_payment(payment.id)
    except stripe.StateMoved:
        return None


@transaction.atomic
def _write(*, purchase_id: int, seen_state: str, payment: Payment | None) -> Step:
    purchase = _locked(purchase_id)
    if purchase.state != seen_state:
        return Step(purchase=purchase, is_stale=True)
    if payment is not None and purchase.state in PAID_FOR and payment.refunds:
        note_refunds(purchase=purchase, payment=payment)
    decision = _with_seats(purchase, decide(_purchase_seen(purchase), _payment_seen(payment)))
    if decision.break_kind and payment is not None:
        open_break(
            kind=decision.break_kind,
            payment_intent_id=payment.id,
            purchase_id=purchase.pk,
            state=purchase.state,
            status=payment.status,
            cents=payment.cents,
            currency=payment.currency,
        )
    if decision.state is not None:
        _enter(purchase, decision, payment)
    then = decision.then
    if then is Call.NONE and purchase.has_open_refund:
        then = Call.REFUND
    return Step(purchase=purchase, then=then)


def _locked(purchase_id: int) -> Any:
    """The purchase under its lock, with all that deciding needs, in one statement."""
    return Purchase.objects.raw(
        _LOCKED, {"id": purchase_id, "given_up_after": GIVEN_UP_AFTER, "under_way": UNDER_WAY}
    )[0]


def _purchase_seen(purchase: Any) -> PurchaseSeen:
    return PurchaseSeen(
        id=purchase.pk,
        state=PurchaseState(purchase.state),
        cents=to_cents(purchase.total_amount),
        currency=purchase.currency,
        is_over=purchase.is_over,
    )


def _payment_seen(payment: Payment | None) -> PaymentSeen | None:
    if payment is None:
        return None
    return PaymentSeen(
        status=payment.status,
        cents=payment.cents,
        currency=payment.currency,
        purchase_id=payment.purchase_id,
        refunded_cents=payment.refunded_cents,
        dispute_lost=payment.dispute_lost,
    )


def _with_seats(purchase: Any, decision: Decision) -> Decision:
    """Do to the seats what was decided; where none is to be had, the decision's other half."""
    match decision.seats:
        case Seats.KEEP if set(purchase.kept) < set(purchase.wanted):
            try:
                take_seats(bootcamp_ids=purchase.wanted, purchase_id=purchase.pk, hold_for=None)
            except (SoldOut, NotOnSale) as error:
                if decision.otherwise is None:
                    raise
                other = decision.otherwise
                if other.cancel_reason and isinstance(error, NotOnSale):
                    other = replace(other, cancel_reason=CancelReason.EXPIRED)
                return _with_seats(purchase, other)
        case Seats.RELEASE:
            release_seats(purchase_id=purchase.pk)
        case Seats.RELEASE_BEFORE_START:
            release_seats(purchase_id=purchase.pk, only_before_start=True)
    return decision


def _enter(purchase: Any, decision: Decision, payment: Payment | None) -> None:
    """Write the new state and everything that belongs to it, in the lock's transaction."""
    before, after = purchase.state, decision.state
    changes: dict[str, Any] = {"state": after, "state_since": Now(), "updated_at": Now()}
    if decision.cancel_reason:
        changes["cancel_reason"] = decision.cancel_reason
    if after in PAID_FOR:
        changes["completed_at"] = Coalesce("completed_at", Now())
    if after == PurchaseState.COMPLETED and payment:
        changes |= {"card_brand": payment.card_brand, "card_last4": payment.card_last4}
    if after == PurchaseState.REFUNDED and payment and payment.dispute_lost:
        changes["refunded_amount"] = purchase.total_amount
    Purchase.objects.filter(pk=purchase.pk).update(**changes)
    for name in ("state", "cancel_reason", "card_brand", "card_last4"):
        if name in changes:
            setattr(purchase, name, changes[name])
    purchase.completed_at = purchase.completed_at or now()
    _do_what_belongs_to_it(purchase, before, decision)
    crash_point(f"settle.before_{after}")


def _do_what_belongs_to_it(purchase: Any, before: str, decision: Decision) -> None:
    match decision.state:
        case PurchaseState.COMPLETED:
            complete(purchase=purchase)
        case PurchaseState.REFUNDING:
            purchase.has_open_refund = True
            ask_for_everything(purchase=purchase, reason=decision.break_kind or "no seat")
            give_up_places(purchase_id=purchase.pk)
        case PurchaseState.REFUNDED:
            cancel_sessions(purchase_id=purchase.pk)
            give_up_places(purchase_id=purchase.pk)
            revoke_certificates(purchase_id=purchase.pk)
            close_what_is_under_way(purchase=purchase)
            purchase.has_open_refund = False
        case PurchaseState.FAILED if purchase.cancel_reason == CancelReason.SOLD_OUT:
            if before == PurchaseState.CANCELLING:
                tell_not_charged(purchase=purchase)
