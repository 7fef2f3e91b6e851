"""Resends a buyer's confirmation and invitation, or a holder's seat email."""

from dataclasses import replace

from django.db import transaction

from frontrow.catalogue.models import Seat
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.messaging.models import Message, TemplateCategory
from frontrow.messaging.outbox import NewMessage, write_messages
from frontrow.sales.before_class.questions import class_asks
from frontrow.sales.buyers.invitations import (
    invitation_link,
    invite,
    invite_holder,
    renew_invitation,
)
from frontrow.sales.emails.purchase_emails import completion_emails
from frontrow.sales.emails.seat_emails import SEAT_HANDED_OVER, taken_over_email
from frontrow.sales.models import (
    AccountInvitation,
    Enrollment,
    InvitationStatus,
    Purchase,
    PurchaseState,
)
from frontrow.sales.settlement.completion import asking, enrollments_of

NOT_COMPLETED = "Only a completed purchase has a confirmation to send."
MOVED_A_SEAT = "This payment moved a seat. Open the purchase that the seat belongs to."
NOT_HANDED_OVER = "This seat is its buyer's. Send the purchase's confirmation again."
HAS_ACCOUNT = "This purchase belongs to an account already."


@transaction.atomic
def resend_confirmation(*, purchase_id: int) -> NewMessage:
    """Send the confirmation with its receipt again. A guest also gets a new invitation.

    Earlier links are revoked. If no confirmation was ever sent, this is the first.
    """
    return confirm_again(purchase=locked_purchase(purchase_id=purchase_id))


@transaction.atomic
def resend_invitation(*, purchase_id: int) -> None:
    purchase = locked_purchase(purchase_id=purchase_id)
    if purchase.user_id is not None:
        raise Conflict(HAS_ACCOUNT, code=ErrorCode.HAS_ACCOUNT)
    renew_invitation(purchase=purchase)


@transaction.atomic
def resend_seat(*, enrollment_id: int) -> NewMessage:
    """Send the seat to its holder again. A guest also gets a new invitation."""
    found = Enrollment.objects.filter(pk=enrollment_id, ended_at=None).first()
    if found is None:
        raise NotFound
    locked_purchase(purchase_id=found.purchase_id)
    # Checked under the lock, because it may have been transferred again meanwhile.
    seat = (
        Enrollment.objects.select_related("bootcamp", "holder", "purchase__user")
        .filter(pk=enrollment_id, ended_at=None)
        .exclude(holder=None, holder_email="")
        .first()
    )
    if seat is None:
        raise Conflict(NOT_HANDED_OVER)
    number = Seat.objects.filter(enrollment_id=seat.pk).values_list("number", flat=True).first()
    email = taken_over_email(
        enrollment=seat,
        seat_number=number,
        invitation_link="" if seat.holder_id else invitation_link(invite_holder(enrollment=seat)),
        written_at=database_now(),
        asks=class_asks(seat.bootcamp_id),
    )
    before = Message.objects.filter(
        purchase_id=seat.purchase_id, category=SEAT_HANDED_OVER, recipient=email.to
    ).count()
    if before:
        email = replace(email, event=f"{email.event}:again {before}")
    write_messages([email])
    return email


def locked_purchase(*, purchase_id: int) -> Purchase:
    """Raises NotFound, or Conflict if it isn't completed."""
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
    """Requires the purchase's lock. Raises Conflict if one of its seats is missing."""
    # Enrollments that ended by a credit or refund aren't confirmed and need no seat.
    enrollments = [each for each in enrollments_of(purchase) if each.ended_at is None]
    if not enrollments or any(enrollment.seat_number is None for enrollment in enrollments):
        raise Conflict("A seat of this purchase is missing. Fix that first.")
    link = ""
    if purchase.user_id is None:
        AccountInvitation.objects.filter(
            purchase_ids__contains=[purchase.pk], status=InvitationStatus.SENT
        ).update(status=InvitationStatus.CANCELED)
        link = invitation_link(invite(purchase=purchase))
    email, _ = completion_emails(
        purchase=purchase,
        enrollments=enrollments,
        seat_numbers={enrollment.bootcamp_id: enrollment.seat_number for enrollment in enrollments},
        invitation_link=link,
        asking=asking(enrollments),
    )
    before = Message.objects.filter(
        purchase_id=purchase.pk, category=TemplateCategory.REGISTRATION_CONFIRM
    ).count()
    if before:
        email = replace(email, event=f"{email.event}:{before}")
    write_messages([email])
    return email
