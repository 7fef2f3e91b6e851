"""Telling a buyer again: the confirmation and the invitation."""

from dataclasses import replace

from django.db import transaction

from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.messaging.models import Message, TemplateCategory
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.sales.buyers.invitations import invitation_link, invite, renew_invitation
from frontrow.sales.emails.purchase_emails import completion_emails
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
    return confirm_again(purchase=locked_purchase(purchase_id=purchase_id))


@transaction.atomic
def resend_invitation(*, purchase_id: int) -> None:
    purchase = locked_purchase(purchase_id=purchase_id)
    if purchase.user_id is not None:
        raise Conflict(HAS_ACCOUNT, code=ErrorCode.HAS_ACCOUNT)
    renew_invitation(purchase=purchase)


def locked_purchase(*, purchase_id: int) -> Purchase:
    """Raises NotFound, or Conflict for one that is not completed."""
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


def confirm_again(*, purchase: Purchase) -> NewMessage:
    """Under the purchase's lock. Raises Conflict where one of its seats is missing."""
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
