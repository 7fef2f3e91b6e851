"""Taking an account away: what was bought stays, under the name and address of the person."""

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.coaching.models import Coach, CoachingSession
from frontrow.core.errors import Conflict
from frontrow.sales.models import AccountInvitation, InvitationStatus, Purchase

GIVES_COACHING = "This person gives coaching. Deactivate the account instead."
DEMO_SALES = "The test student has purchases, which would count as sales without the account."


@transaction.atomic
def remove_account(*, user: User) -> None:
    """Delete the account with its coaching sessions and pending invitations; keep its purchases.

    Raises Conflict for a coach, whose calendar other people are booked in.
    """
    if Coach.objects.filter(user=user).exists():
        raise Conflict(GIVES_COACHING)
    mine = Purchase.objects.filter(user=user)
    if user.is_demo and mine.exists():
        raise Conflict(DEMO_SALES)
    mine.update(
        guest_email=user.email, guest_full_name=user.full_name or user.username, updated_at=Now()
    )
    CoachingSession.objects.filter(user=user).delete()
    AccountInvitation.objects.filter(
        Q(user=user) | Q(email__iexact=user.email), status=InvitationStatus.SENT
    ).delete()
    user.delete()
