"""Demo data: account invitations of guests, in every state."""

from datetime import datetime, timedelta
from hashlib import sha256
from itertools import groupby

from frontrow.backoffice.demo import marks
from frontrow.backoffice.demo.people import People
from frontrow.backoffice.demo.purchases import Sales
from frontrow.backoffice.demo.storing import store
from frontrow.sales.models import AccountInvitation, InvitationStatus, Purchase, PurchaseState

VALID_FOR = timedelta(days=30)


def make_invitations(*, now: datetime, people: People, sales: Sales) -> None:
    completed = [p for p in sales.purchases if p.state == PurchaseState.COMPLETED]
    guests = sorted((p for p in completed if p.user_id is None), key=lambda p: p.guest_email)
    invitations = [
        _invitation(email=email, purchases=list(theirs), now=now)
        for email, theirs in groupby(guests, key=lambda p: p.guest_email)
    ]
    waiting = [i for i in invitations if i.email != people.guest.email]
    waiting[0].status = InvitationStatus.CANCELED
    # Some members first bought as guests and joined by invitation.
    joined = [p for p in completed if p.user_id and not p.is_bundle][:5]
    for purchase in joined:
        user = purchase.user
        if user is None:
            continue
        purchase.guest_email, purchase.guest_full_name = user.email, user.full_name
        invitation = _invitation(email=user.email, purchases=[purchase], now=now)
        invitation.status = InvitationStatus.ACCEPTED
        invitation.accepted_at = invitation.created_at + timedelta(hours=1)
        invitation.user = user
        invitations.append(invitation)
    Purchase.objects.bulk_update(joined, ["guest_email", "guest_full_name"])
    store(invitations)


def _invitation(*, email: str, purchases: list[Purchase], now: datetime) -> AccountInvitation:
    # Each purchase renews the invitation.
    sent_at = max(purchase.completed_at or purchase.created_at for purchase in purchases)
    expires_at = sent_at + VALID_FOR
    return AccountInvitation(
        email=email,
        purchase_ids=[purchase.pk for purchase in purchases],
        # No token matches, so the demo's links don't work.
        token_hash=sha256(f"{marks.DOMAIN}:{purchases[0].pk}".encode()).hexdigest(),
        status=InvitationStatus.SENT if expires_at > now else InvitationStatus.EXPIRED,
        created_at=sent_at,
        expires_at=expires_at,
    )
