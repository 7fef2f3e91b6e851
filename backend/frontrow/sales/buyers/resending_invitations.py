"""Sends an invitation again. Anyone can request it, and a job writes the email.

The response, its timing and its cost are the same for every address, and earlier links keep
working. So a stranger's request reveals nothing and revokes nothing.
"""

from datetime import timedelta

from django.db import transaction

from frontrow.accounts.models import EmailKind, EmailRequest
from frontrow.core.addresses import address_key, is_address
from frontrow.core.jobs import enqueue, job
from frontrow.core.rate_limit import Limit
from frontrow.messaging.outbox import write_messages
from frontrow.sales.buyers.invitations import (
    invitation_link,
    standing_holders_invitation,
    standing_invitation,
)
from frontrow.sales.emails.purchase_emails import invitation_email
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.enrollment.enrollments import held_at, live
from frontrow.sales.models import AccountInvitation, Enrollment, Purchase, PurchaseState

PER_ADDRESS = Limit(scope="invitation resends", count=3, per=timedelta(hours=1))


@transaction.atomic
def resend_invitations(*, email: str) -> None:
    PER_ADDRESS.check(address_key(email))
    # The same kind as "find my purchase", because both look up what was bought at an address.
    wish = EmailRequest.objects.create(kind=EmailKind.FIND_PURCHASES, email=email)
    enqueue(write_invitations_again, request_id=wish.pk)


@job(queue="mail")
@transaction.atomic
def write_invitations_again(request_id: int) -> None:
    """Send one email for each purchase and each seat at the address that isn't in an account."""
    wishes = EmailRequest.objects.select_for_update()
    wish = wishes.filter(pk=request_id, kind=EmailKind.FIND_PURCHASES).first()
    if wish is None:
        return
    bought = Purchase.objects.filter(
        is_address("guest_email", wish.email), user=None, state=PurchaseState.COMPLETED
    )
    held = Enrollment.objects.filter(held_at(wish.email), live(), holder=None)
    concerned = {
        *bought.values_list("pk", flat=True),
        *held.values_list("purchase_id", flat=True),
    }
    # Locked in order, as everywhere. Each condition is checked again under the locks.
    list(Purchase.objects.select_for_update().filter(pk__in=concerned).order_by("pk"))
    for purchase in bought.filter(pk__in=concerned).order_by("pk"):
        _write(purchase, standing_invitation(purchase=purchase), wish)
    for seat in held.filter(purchase__in=concerned).select_related("purchase").order_by("pk"):
        _write(for_attendee(seat), standing_holders_invitation(enrollment=seat), wish)
    wish.delete()


def _write(reader: Purchase, invitation: AccountInvitation, wish: EmailRequest) -> None:
    event = f"invited:{invitation.pk}:{wish.pk}"
    link = invitation_link(invitation)
    write_messages([invitation_email(purchase=reader, link=link, event=event)])
