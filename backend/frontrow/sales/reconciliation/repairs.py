"""Repairs of mismatches. Each checks the current state first and is idempotent.

They use the same functions as regular sales, settlement and refunds, so a repair can do nothing
that those can't.
"""

from django.db import transaction

from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.catalogue.seats import (
    match_seats_to_capacity,
    release_seats,
    release_stray,
)
from frontrow.coaching.sessions import cancel_sessions
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.integrations import stripe
from frontrow.integrations.stripe_records import Payment
from frontrow.messaging.delivery import wake_up
from frontrow.messaging.models import Channel, Message, MessageStatus, TemplateCategory
from frontrow.sales.attending.certificates import revoke_certificates
from frontrow.sales.attending.meeting_places import give_up_places
from frontrow.sales.changes import resending
from frontrow.sales.class_changes.carrying_out import carry_out, try_again
from frontrow.sales.emails.purchase_emails import INVITATION
from frontrow.sales.enrollment.enrollments import ids_of, live
from frontrow.sales.enrollment.shares import share_out
from frontrow.sales.ledger.movements import forget_what_is_not_there
from frontrow.sales.ledger.refund_lines import fill_lines, spread_again
from frontrow.sales.models import (
    CancelReason,
    Enrollment,
    Purchase,
    PurchaseState,
)
from frontrow.sales.reconciliation.stripe_events import handle_event
from frontrow.sales.settlement.code_uses import claim_code, unclaim_code
from frontrow.sales.settlement.decision import UNAUTHORIZED
from frontrow.sales.settlement.settling import note_money, settle
from frontrow.sales.settlement.states import enter
from frontrow.sales.waiting.serving import end_offer

HAS_RIGHT_TO_SEATS = (
    PurchaseState.COMPLETED,
    PurchaseState.CAPTURING,
    PurchaseState.REFUNDING,
    PurchaseState.REFUNDED,
)


def settle_again(*, purchase_id: int) -> str:
    settled = settle(purchase=_read(purchase_id))
    return f"Asked the provider again: the purchase is {settled.purchase.status.value}."


def settle_mismatch(*, purchase_id: int) -> str:
    """A payment that doesn't match its order. Settled once it is canceled or refunded."""
    intent = _read(purchase_id).stripe_payment_intent_id
    payment = stripe.read_payment(intent) if intent else None
    if payment and (payment.status == "canceled" or payment.refunded_cents >= payment.cents):
        return "Nothing is owed: the payment was canceled or refunded."
    return settle_again(purchase_id=purchase_id)


@transaction.atomic
def free_seats(*, purchase_id: int) -> str:
    """Release seats of a purchase that wasn't completed."""
    purchase = _locked(purchase_id)
    if purchase.state in HAS_RIGHT_TO_SEATS:
        return "The purchase has a right to its seats by now."
    release_seats(enrollment_ids=ids_of(purchase_id=purchase.pk))
    return "The seat is free again."


@transaction.atomic
def end_with_the_seats(*, purchase_id: int) -> str:
    """End the coaching, certificates and meeting registrations of ended seats."""
    purchase = _locked(purchase_id)
    gone = purchase.enrollments.exclude(live()).order_by("pk")
    for enrollment_id in gone.values_list("pk", flat=True):
        cancel_sessions(enrollment_id=enrollment_id)
        give_up_places(purchase_id=purchase.pk, enrollment_id=enrollment_id)
        revoke_certificates(purchase_id=purchase.pk, enrollment_id=enrollment_id)
    return "What was left of ended seats has ended too."


def free_stray_seat(*, seat_id: int) -> str:
    seat = Seat.objects.filter(pk=seat_id).first()
    enrollment = Enrollment.objects.filter(pk=seat.enrollment_id or 0).first() if seat else None
    release_stray(seat_id=seat_id, enrolled_in=enrollment.bootcamp_id if enrollment else None)
    return "The seat is free again."


def carry_out_again(*, purchase_id: int) -> str:
    """Carry out a choice about a changed class again."""
    for row_id in try_again(purchase_id=purchase_id):
        carry_out(row_id=row_id)
    return "Tried again."


@transaction.atomic
def count_code_again(*, purchase_id: int) -> str:
    """Record the code's use for a paid purchase, and remove it from an unpaid one."""
    purchase = _locked(purchase_id)
    if purchase.state in HAS_RIGHT_TO_SEATS:
        claim_code(purchase=purchase, at_any_rate=True)
    else:
        unclaim_code(purchase=purchase)
    return "The code's uses match the purchase again."


@transaction.atomic
def share_out_again(*, purchase_id: int) -> str:
    """Split the total by list price again, because the shares don't add up."""
    purchase = _locked(purchase_id)
    firsts = list(Enrollment.objects.filter(purchase=purchase, replaces=None).order_by("pk"))
    shares = share_out(purchase.total_amount, [each.price for each in firsts])
    for first, share in zip(firsts, shares, strict=True):
        first.paid = share
    Enrollment.objects.bulk_update(firsts, ["paid"])
    return "The shares add up to the total again."


@transaction.atomic
def fill_refund_lines(*, purchase_id: int) -> str:
    """Add missing refund lines and correct lines that don't add up."""
    fill_lines(purchase_ids=[_locked(purchase_id).pk])
    return "Each refund says again what it pays back of each bootcamp."


@transaction.atomic
def spread_refunds_again(*, purchase_id: int) -> str:
    """Spread refunds again, because more was refunded of one bootcamp than was paid for it."""
    spread_again(purchase_id=_locked(purchase_id).pk)
    return "The refunds are spread over the bootcamps again."


def restore_capacity(*, bootcamp_id: int) -> str:
    bootcamp = Bootcamp.objects.filter(pk=bootcamp_id).first()
    if bootcamp is None:
        raise NotFound
    match_seats_to_capacity(bootcamp=bootcamp)
    return "There are as many seats as the bootcamp has places."


def handle_again(*, event_id: str) -> str:
    handle_event(event_id=event_id)
    return "The provider's event has been handled."


def compare_refunds(*, purchase_id: int) -> str:
    """Update our record of the refunds to the provider's list."""
    purchase = _read(purchase_id)
    intent = purchase.stripe_payment_intent_id
    payment = stripe.read_payment(intent) if intent else None
    if payment is None:
        raise Conflict("The provider knows of no such payment. Write to its support.")
    with transaction.atomic():
        locked = _locked(purchase_id)
        forget_what_is_not_there(purchase=locked, payment=payment)
        note_money(purchase=locked, payment=payment)
    # It may have changed since it was read.
    settle(purchase=_read(purchase_id))
    return "Our record of the refunds is the provider's."


def give_back(*, payment_intent_id: str) -> str:
    """Cancel or fully refund a second payment for one purchase."""
    payment = stripe.read_payment(payment_intent_id)
    if payment is None:
        return "The provider knows of no such payment any more."
    if payment.status == "requires_capture" or payment.status in UNAUTHORIZED:
        try:
            stripe.cancel_payment(payment.id)
        except stripe.StateMoved as error:
            raise Conflict(
                "The payment has moved meanwhile. Please try again.",
                code=ErrorCode.CHANGED_MEANWHILE,
            ) from error
        return "The payment has been canceled. Nothing was charged."
    _refund_everything(payment)
    return "The refund is on its way."


def _refund_everything(payment: Payment) -> None:
    on_its_way = sum(one.cents for one in payment.refunds if one.is_live)
    left = payment.cents - on_its_way
    if payment.status != "succeeded" or left <= 0:
        return
    # The same key for the same amount, so that a repeated request makes one refund.
    name = f"second-payment-{payment.id}-{on_its_way}"
    try:
        stripe.create_refund(payment_intent_id=payment.id, cents=left, asked_as=name, key=name)
    except stripe.StateMoved as error:
        raise Conflict(
            "The provider refuses the refund. Look at the payment there.",
            code=ErrorCode.REFUND_REFUSED,
        ) from error


def end_unpaid(*, purchase_id: int) -> str:
    """End a completed or refunding purchase that was never paid, after checking the provider."""
    purchase = _read(purchase_id)
    intent = purchase.stripe_payment_intent_id
    payment = stripe.read_payment(intent) if intent else None
    if payment is None:
        raise Conflict("The provider knows of no such payment. Nothing has been taken away.")
    if payment.status == "succeeded":
        return settle_again(purchase_id=purchase_id)
    with transaction.atomic():
        locked = _locked(purchase_id)
        if locked.state in {PurchaseState.COMPLETED, PurchaseState.REFUNDING}:
            release_seats(enrollment_ids=ids_of(purchase_id=locked.pk))
            enter(
                purchase=locked,
                state=PurchaseState.FAILED,
                because="never paid",
                cancel_reason=CancelReason.ADMIN,
            )
    settle(purchase=_read(purchase_id))
    return "It was never paid: the seat is free again and access has ended."


def end_overdue_offer(*, purchase_id: int) -> str:
    if end_offer(purchase=_read(purchase_id)):
        return "The offer has ended, and its seat goes to the next person in line."
    return "The offer was already answered."


def tell_again(*, purchase_id: int) -> str:
    email = resending.resend_confirmation(purchase_id=purchase_id)
    return f"The confirmation is on its way to {email.to}."


def invite_again(*, purchase_id: int) -> str:
    resending.resend_invitation(purchase_id=purchase_id)
    return "The invitation is on its way."


@transaction.atomic
def send_again(*, message_id: int) -> str:
    """Retry a failed message. One with a private link is written again."""
    message = Message.objects.select_for_update().filter(pk=message_id).first()
    if message is None or message.status != MessageStatus.FAILED:
        return "It has been sent meanwhile."
    if message.purchase_id and message.category == TemplateCategory.REGISTRATION_CONFIRM:
        return tell_again(purchase_id=message.purchase_id)
    if message.purchase_id and message.category == INVITATION:
        return invite_again(purchase_id=message.purchase_id)
    Message.objects.filter(pk=message.pk).update(
        status=MessageStatus.PENDING, attempts=0, send_after=None, error_message="", fate=""
    )
    wake_up({Channel(message.type): 1})
    return f"The message is on its way to {message.recipient}."


def _read(purchase_id: int) -> Purchase:
    purchase = Purchase.objects.filter(pk=purchase_id).first()
    if purchase is None:
        raise NotFound
    return purchase


def _locked(purchase_id: int) -> Purchase:
    purchase = Purchase.objects.select_for_update().filter(pk=purchase_id).first()
    if purchase is None:
        raise NotFound
    return purchase
