"""`settle`: the only function that moves a purchase forward. Idempotent.

It reads the provider without an open transaction, decides under the purchase's lock, writes what it
is about to do, commits, and only then calls the provider. A process may die at any point. The next
caller reads again and continues.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import connection, transaction

from frontrow.catalogue.seats import NotOnSale, SoldOut, release_seats, take_seats
from frontrow.core.clock import now
from frontrow.core.crash_points import crash_point
from frontrow.core.jobs import enqueue, job
from frontrow.core.money import to_cents
from frontrow.integrations import stripe
from frontrow.integrations.stripe_records import Payment
from frontrow.sales.enrollment.enrollments import ids_of
from frontrow.sales.ledger.breaks import open_break
from frontrow.sales.ledger.disputes import note_disputes
from frontrow.sales.ledger.movements import UNSETTLED, note_movements
from frontrow.sales.ledger.refund_records import ask_for_everything, follow_refunds, send_refund
from frontrow.sales.models import PAID_FOR, CancelReason, Purchase, PurchaseState
from frontrow.sales.settlement.code_uses import claim_code
from frontrow.sales.settlement.credits import follow_money
from frontrow.sales.settlement.decision import (
    Call,
    Decision,
    PaymentSeen,
    PurchaseSeen,
    Seats,
    decide,
)
from frontrow.sales.settlement.given_back import end_what_was_given_back
from frontrow.sales.settlement.moved_seats import can_still_move, lock_purchase_of
from frontrow.sales.settlement.states import REFUND_UNDONE, enter
from frontrow.sales.terms.free_seats import CONFIRM_WITHIN

# An unpaid session is canceled after this long, unless its seats are held for longer or its buyer
# may be paying on another page, and always when its bootcamp begins.
GIVEN_UP_AFTER = timedelta(hours=24)
PAYING = timedelta(minutes=20)
# An expired price is canceled too, so that a stored secret can't keep an early price. The price was
# valid at the Pay click, and a bank may take its time.
PRICE_OVER_AFTER = timedelta(hours=1)
# Each round writes and makes one call to the provider. Another process may be working on it too.
ROUNDS = 8
MONEY_MAY_HAVE_MOVED = {PurchaseState.CAPTURING, *PAID_FOR}
# What our rows say about the money. Its version for optimistic locking.
Noted = tuple[bool, list[str], list[str]]

_NOTED = """
    EXISTS (SELECT 1 FROM refunds r
            WHERE r.purchase_id = p.id AND r.status = 'requested') AS has_request,
    ARRAY(SELECT m.provider_id || ' ' || m.status FROM movements m
          WHERE m.purchase_id = p.id ORDER BY 1) AS known_movements,
    ARRAY(SELECT d.provider_id || ' ' || d.status FROM disputes d
          WHERE d.purchase_id = p.id ORDER BY 1) AS known_disputes
"""
# Raw SQL, because building the query with the ORM takes several times as long as running it, and
# every purchase needs it at least twice.
_LOCKED = f"""
SELECT p.*, {_NOTED},
    ARRAY(SELECT ARRAY[e.bootcamp_id, e.id] FROM enrollments e
          WHERE e.purchase_id = p.id AND e.ended_at IS NULL
          ORDER BY e.bootcamp_id) AS wanted,
    ARRAY(SELECT s.enrollment_id FROM seats s JOIN enrollments e ON e.id = s.enrollment_id
          WHERE e.purchase_id = p.id AND s.held_until IS NULL) AS kept,
    p.created_at < now() - CASE WHEN p.total_amount = 0 THEN %(unproven_after)s
                                ELSE %(given_up_after)s END
        AND coalesce(p.held_until <= now(), true)
        AND coalesce(p.terms_accepted_at < now() - %(paying)s, true)
        OR p.price_until < now() - %(price_over_after)s
        OR EXISTS (SELECT 1 FROM enrollments e JOIN bootcamps b ON b.id = e.bootcamp_id
                   WHERE e.purchase_id = p.id AND b.starts_at <= now()) AS is_over
FROM purchases p WHERE p.id = %(id)s FOR UPDATE OF p
"""  # noqa: S608
# Until the authorization, only a hold gives a purchase seats, and the same row says so.
_LOCK_PENDING = """
SELECT held_until IS NOT NULL FROM purchases WHERE id = %s AND state = 'pending' FOR UPDATE
"""


@dataclass(frozen=True, kw_only=True)
class Settled:
    """The purchase's current state, and the payment as it was last read."""

    purchase: Purchase
    payment: Payment | None


@dataclass(frozen=True, kw_only=True)
class Step:
    """What was written, and the next call to the provider."""

    purchase: Purchase
    then: Call = Call.NONE
    # Another process moved the purchase since the payment was read. Read it again.
    is_stale: bool = False


def settle(*, purchase: Purchase) -> Settled:
    """Move the purchase forward as far as possible.

    `purchase` only needs its state and payment intent, freshly read. Raises ProviderDown if the
    provider can't be reached. What was written is kept, and the sweep continues from there.
    """
    payment: Payment | None = None
    noted: Noted | None = None
    for _ in range(ROUNDS):
        intent = purchase.stripe_payment_intent_id
        if payment is None and intent:
            noted = None if purchase.state in UNSETTLED else _read_noted(purchase.pk)
            payment = stripe.read_payment(intent)
            crash_point("settle.after_read")
        if intent and payment is None and purchase.state in MONEY_MAY_HAVE_MOVED:
            # Our keys may belong to another account, so don't end the purchase.
            open_break(kind="payment_missing", payment_intent_id=intent, purchase_id=purchase.pk)
            return Settled(purchase=purchase, payment=None)
        step = _write(seen=purchase, noted=noted, payment=payment)
        purchase = step.purchase
        if step.is_stale:
            payment = None
        elif step.then is Call.NONE or payment is None:
            return Settled(purchase=purchase, payment=payment)
        else:
            crash_point(f"settle.after_{purchase.state}")
            payment = _ask_provider(step.then, purchase, payment)
            crash_point(f"settle.after_{step.then.value}")
    return Settled(purchase=purchase, payment=payment)


@job(longest_wait=30)
def settle_purchase(purchase_id: int) -> None:
    purchase = Purchase.objects.filter(pk=purchase_id).first()
    if purchase is not None:
        settle(purchase=purchase)


@transaction.atomic
def call_off(
    *,
    purchase: Purchase,
    reason: CancelReason,
    because: str = "",
    cancel_after: timedelta | None = None,
) -> bool:
    """Cancel a payment that hasn't been captured, and release its seats at once.

    `because` is a detail of the reason for the facts. A job cancels it at the provider, immediately
    or `cancel_after`, and the sweep does if that job dies. Returns False, with nothing changed, if
    the purchase is no longer pending.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_PENDING, [purchase.pk])
        pending = cursor.fetchone()
    if pending is None:
        return False
    (was_held,) = pending
    if was_held:
        release_seats(enrollment_ids=ids_of(purchase_id=purchase.pk))
    enter(
        purchase=purchase,
        state=PurchaseState.CANCELING,
        because=because or reason,
        cancel_reason=reason,
    )
    enqueue(
        settle_purchase,
        run_at=now() + cancel_after if cancel_after else None,
        purchase_id=purchase.pk,
    )
    return True


def _ask_provider(call: Call, purchase: Purchase, payment: Payment) -> Payment | None:
    """The payment after the call, or None if it must be read again."""
    try:
        match call:
            case Call.CAPTURE:
                return stripe.capture_payment(payment.id)
            case Call.CANCEL:
                return stripe.cancel_payment(payment.id)
            case _:
                send_refund(purchase=purchase, payment=payment)
    except stripe.StateMoved:
        pass
    return None


@transaction.atomic
def _write(*, seen: Purchase, noted: Noted | None, payment: Payment | None) -> Step:
    if seen.pays_for_move_id:
        # Locks the seat's purchase first, in the same order as refunds of both.
        lock_purchase_of(enrollment_id=seen.pays_for_move_id)
    purchase = _locked(seen.pk)
    if purchase.state != seen.state or noted not in (None, _noted_of(purchase)):
        return Step(purchase=purchase, is_stale=True)
    if payment is not None:
        note_money(purchase=purchase, payment=payment)
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
        _enter(purchase, decision.state, decision, payment)
    then = decision.then
    if then is Call.NONE and purchase.has_request:
        then = Call.REFUND
    return Step(purchase=purchase, then=then)


def note_money(*, purchase: Any, payment: Payment) -> None:
    """Store the provider's movements, disputes and refunds in our rows, under the lock."""
    changed = note_movements(purchase=purchase, payment=payment)
    follow_refunds(purchase=purchase, payment=payment, changed=changed)
    if changed:
        end_what_was_given_back(purchase=purchase)
    note_disputes(purchase=purchase, payment=payment)
    follow_money(purchase=purchase)


def _enter(
    purchase: Any, state: PurchaseState, decision: Decision, payment: Payment | None
) -> None:
    is_undone = (purchase.state, state) == (PurchaseState.REFUNDING, PurchaseState.COMPLETED)
    why = decision.break_kind or decision.cancel_reason or (payment.status if payment else "")
    if state == PurchaseState.REFUNDING:
        ask_for_everything(purchase=purchase, reason=decision.break_kind or "no seat")
        purchase.has_request = True
    enter(
        purchase=purchase,
        state=state,
        because=REFUND_UNDONE if is_undone else why,
        cancel_reason=decision.cancel_reason,
        payment=payment,
    )
    crash_point(f"settle.before_{state}")


def _locked(purchase_id: int) -> Any:
    """The locked purchase with all the data that the decision needs, in one statement."""
    asked = {
        "id": purchase_id,
        "given_up_after": GIVEN_UP_AFTER,
        "paying": PAYING,
        "unproven_after": CONFIRM_WITHIN,
        "price_over_after": PRICE_OVER_AFTER,
    }
    return Purchase.objects.raw(_LOCKED, asked)[0]


def _read_noted(purchase_id: int) -> Noted:
    """Read before the payment, so that older data never overwrites newer data."""
    asked = f"SELECT p.id, {_NOTED} FROM purchases p WHERE p.id = %s"  # noqa: S608
    return _noted_of(Purchase.objects.raw(asked, [purchase_id])[0])


def _noted_of(purchase: Any) -> Noted:
    return purchase.has_request, purchase.known_movements, purchase.known_disputes


def _purchase_seen(purchase: Any) -> PurchaseSeen:
    return PurchaseSeen(
        id=purchase.pk,
        state=PurchaseState(purchase.state),
        cents=to_cents(purchase.total_amount),
        currency=purchase.currency,
        is_over=purchase.is_over,
        has_request=purchase.has_request,
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
        returning_cents=payment.returning_cents,
        lost_cents=payment.lost_cents,
    )


def _with_seats(purchase: Any, decision: Decision) -> Decision:
    """Apply the decision to the seats. If none is available, apply its alternative."""
    match decision.seats:
        case Seats.KEEP if _is_overtaken_move(purchase) and decision.otherwise:
            return _with_seats(purchase, _otherwise(decision.otherwise, CancelReason.REPLACED))
        case Seats.KEEP if set(purchase.kept) < {enrollment for _, enrollment in purchase.wanted}:
            if other := _keep_seats(purchase, decision.otherwise):
                return _with_seats(purchase, other)
        case Seats.RELEASE:
            release_seats(enrollment_ids=ids_of(purchase_id=purchase.pk))
        case Seats.RELEASE_BEFORE_START:
            release_seats(enrollment_ids=ids_of(purchase_id=purchase.pk), only_before_start=True)
    return decision


def _keep_seats(purchase: Any, otherwise: Decision | None) -> Decision | None:
    """Keep the seats and claim the code. If either is unavailable, return the alternative."""
    try:
        take_seats(enrollments=dict(purchase.wanted))
    except SoldOut:
        if otherwise is None:
            raise
        return otherwise
    except NotOnSale:
        if otherwise is None:
            raise
        return _otherwise(otherwise, CancelReason.OFF_SALE)
    # After the seats, so that neither a declined card nor a full class uses the code.
    if otherwise and not claim_code(purchase=purchase):
        return _otherwise(otherwise, CancelReason.CODE_GONE)
    return None


def _otherwise(other: Decision, reason: CancelReason) -> Decision:
    return replace(other, cancel_reason=reason) if other.cancel_reason else other


def _is_overtaken_move(purchase: Any) -> bool:
    """Whether it pays for a move that isn't done and the seat has changed since."""
    is_to_be_made = purchase.pays_for_move_id is not None and bool(purchase.wanted)
    return is_to_be_made and not can_still_move(payment_for=purchase)
