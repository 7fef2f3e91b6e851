"""Telling a buyer again: the confirmation, the invitation, and both to a corrected address."""

import contextlib
from dataclasses import replace

from django.db import transaction
from django.db.models.functions import Now

from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.jobs import UNTIL_DONE, enqueue, job
from frontrow.integrations import stripe
from frontrow.messaging.models import Message, TemplateCategory
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.sales.buyers.invitations import invitation_link, invite, renew_invitation
from frontrow.sales.emails.purchase_emails import completion_emails
from frontrow.sales.ledger.payment_notes import corrected_notes
from frontrow.sales.models import AccountInvitation, InvitationStatus, Purchase, PurchaseState
from frontrow.sales.settlement.completion import enrolments_of

NOT_COMPLETED = "Only a completed purchase has a confirmation to send."
MOVED_A_SEAT = "This payment moved a seat. Open the purchase that the seat belongs to."
HAS_ACCOUNT = "This purchase belongs to an account already."


@transaction.atomic
def resend_confirmation(*, purchase_id: int) -> NewMessage:
    """The confirmation with its receipt once more; a guest's brings a new invitation along.

    The links sent before stop working. Where none was ever written, this is the first.
    """
    return _confirm_again(_locked(purchase_id))


@transaction.atomic
def resend_invitation(*, purchase_id: int) -> None:
    purchase = _locked(purchase_id)
    if purchase.user_id is not None:
        raise Conflict(HAS_ACCOUNT, code=ErrorCode.HAS_ACCOUNT)
    renew_invitation(purchase=purchase)


@transaction.atomic
def correct_customer(*, purchase_id: int, email: str, full_name: str) -> NewMessage:
    """Write down a guest's right address and name, and send everything there.

    Whoever reads the wrong address loses the way in with it: that invitation is cancelled.
    """
    purchase = _locked(purchase_id)
    if purchase.user_id is not None:
        raise Conflict(
            f"{HAS_ACCOUNT} Its owner can change name and address there.",
            code=ErrorCode.HAS_ACCOUNT,
        )
    Purchase.objects.filter(pk=purchase.pk).update(
        guest_email=email, guest_full_name=full_name, updated_at=Now()
    )
    purchase.guest_email, purchase.guest_full_name = email, full_name
    enqueue(tell_provider_of_buyer, purchase_id=purchase.pk)
    return _confirm_again(purchase)


@job(name="sales.resending.tell_provider_of_buyer", attempts=UNTIL_DONE)
def tell_provider_of_buyer(purchase_id: int) -> None:
    """Else a purchase that is rebuilt from the provider would have the wrong address again."""
    purchase = Purchase.objects.get(pk=purchase_id)
    intent = purchase.stripe_payment_intent_id
    if intent:
        # What the provider does not know any more cannot be rebuilt from it either.
        with contextlib.suppress(stripe.StateMoved):
            stripe.change_notes(payment_intent_id=intent, notes=corrected_notes(purchase=purchase))


def _locked(purchase_id: int) -> Purchase:
    purchase = (
        Purchase.objects.select_for_update(of=("self",))
        .select_related("user")
        .filter(pk=purchase_id)
        .first()
    )
    if purchase is None:
        raise NotFound
    if purchase.state != PurchaseState.COMPLETED:
        raise Conflict(NOT_COMPLETED)
    if purchase.pays_for_move_id:
        raise Conflict(MOVED_A_SEAT)
    return purchase


def _confirm_again(purchase: Purchase) -> NewMessage:
    enrolments = enrolments_of(purchase)
    if any(enrolment.seat_number is None for enrolment in enrolments):
        raise Conflict("A seat of this purchase is missing. Fix that first.")
    link = ""
    if purchase.user_id is None:
        AccountInvitation.objects.filter(
            purchase_ids__contains=[purchase.pk], status=InvitationStatus.SENT
        ).update(status=InvitationStatus.CANCELLED)
        link = invitation_link(invite(purchase=purchase))
    email, _ = completion_emails(
        purchase=purchase,
        enrolments=enrolments,
        seat_numbers={enrolment.bootcamp_id: enrolment.seat_number for enrolment in enrolments},
        invitation_link=link,
    )
    before = Message.objects.filter(
        purchase_id=purchase.pk, category=TemplateCategory.REGISTRATION_CONFIRM
    ).count()
    if before:
        email = replace(email, event=f"{email.event}:{before}")
    write_messages([email])
    return email
