"""Invitations: a guest creates an account that contains their purchases.

The token is computed from our secret and the invitation. So only its hash is stored, and the buyer
can be shown it again. Opening the link changes nothing, because accepting is a separate step.
"""

import base64
import hashlib
import hmac
from datetime import timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from frontrow.accounts.address_proof import proof_of
from frontrow.accounts.models import User
from frontrow.coaching.changed_seats import give_hours_to
from frontrow.core.addresses import is_address
from frontrow.core.clock import database_now, now
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Gone, NotFound
from frontrow.messaging.consent import hand_over_consents
from frontrow.messaging.outbox import write_messages
from frontrow.sales.attending.meeting_places import want_places_again
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.emails.purchase_emails import invitation_email
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.models import (
    AccountInvitation,
    Enrollment,
    InvitationStatus,
    Purchase,
    PurchaseState,
)

LIFETIME = timedelta(days=30)
UNKNOWN = "This invitation link doesn't work."
USED = "This invitation has been used."
SEAT_GONE = "This seat is no longer yours."
EXPIRED = "This invitation has expired. You can ask for a new one."


def invite(*, purchase: Purchase) -> AccountInvitation:
    """Create an invitation to claim this purchase, in the caller's transaction."""
    invitation = AccountInvitation(
        email=purchase.guest_email,
        purchase_ids=[purchase.pk],
        expires_at=now() + LIFETIME,
    )
    invitation.token_hash = digest(token_of(invitation))
    invitation.save(force_insert=True)
    return invitation


def invite_holder(*, enrollment: Enrollment) -> AccountInvitation:
    """Invite the new holder of a transferred seat. Older invitations to this seat end."""
    chain = enrollment.calendar_number
    cancel_holders_invitations(first_enrollment_id=chain)
    invitation = AccountInvitation(
        email=enrollment.holder_email,
        purchase_ids=[],
        held_enrollment_id=chain,
        expires_at=now() + LIFETIME,
    )
    invitation.token_hash = digest(token_of(invitation))
    invitation.save(force_insert=True)
    return invitation


def cancel_holders_invitations(*, first_enrollment_id: int) -> None:
    AccountInvitation.objects.filter(
        held_enrollment_id=first_enrollment_id, status=InvitationStatus.SENT
    ).update(status=InvitationStatus.CANCELED)


def names_in(invitation: AccountInvitation) -> list[str]:
    """The names of what can be claimed."""
    if invitation.held_enrollment_id:
        seats = _held_seats(invitation)
        return list(seats.filter(ended_at=None).values_list("name", flat=True))
    bought = Purchase.objects.filter(pk__in=invitation.purchase_ids)
    return list(bought.values_list("package_name", flat=True))


def _held_seats(invitation: AccountInvitation) -> QuerySet[Enrollment]:
    """The seat in its current class, as long as the invited person still holds it."""
    first = invitation.held_enrollment_id
    return Enrollment.objects.filter(
        Q(pk=first) | Q(first_id=first), is_address("holder_email", invitation.email), holder=None
    )


def token_of(invitation: AccountInvitation) -> str:
    """Computed with the secret that was used at its creation, which may be the previous one."""
    about = [*invitation.purchase_ids, f"seat {invitation.held_enrollment_id}"][0]
    subject = f"invitation:{about}:{invitation.expires_at.isoformat()}"
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    tokens = [_token(key, subject) for key in keys]
    kept = (token for token in tokens if digest(token) == invitation.token_hash)
    return next(kept, tokens[0])


def _token(key: str, subject: str) -> str:
    secret = hmac.new(key.encode(), subject.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(secret).decode().rstrip("=")


def invitation_link(invitation: AccountInvitation) -> str:
    """Only for emails to that address, because the link proves that its reader got the email."""
    proof = proof_of(invitation.email, until=invitation.expires_at)
    query = urlencode({"invite": token_of(invitation), "email": invitation.email, "proof": proof})
    return f"{settings.SITE_URL}/confirmation?{query}"


def token_for_buyer(*, purchase: Purchase) -> str | None:
    """The token for a proven buyer, while the purchase isn't in an account."""
    if purchase.user_id is not None:
        return None
    invitation = _newest_open(Q(purchase_ids__contains=[purchase.pk]))
    return token_of(invitation) if invitation else None


def standing_invitation(*, purchase: Purchase) -> AccountInvitation:
    """The open invitation, or a new one, under the purchase's lock.

    Links that were sent before keep working, because anyone may have requested this one.
    """
    theirs = Q(purchase_ids__contains=[purchase.pk]) & is_address("email", purchase.guest_email)
    return _newest_open(theirs) or invite(purchase=purchase)


def standing_holders_invitation(*, enrollment: Enrollment) -> AccountInvitation:
    """The same for a guest who holds a seat."""
    theirs = Q(held_enrollment_id=enrollment.calendar_number) & is_address(
        "email", enrollment.holder_email
    )
    return _newest_open(theirs) or invite_holder(enrollment=enrollment)


def _newest_open(whose: Q) -> AccountInvitation | None:
    sent = AccountInvitation.objects.filter(
        whose, status=InvitationStatus.SENT, expires_at__gt=Now()
    )
    return sent.order_by("-id").first()


def open_invitation(*, token: str) -> AccountInvitation:
    """The invitation behind a link, unchanged. Raises NotFound, or Gone when it is over."""
    invitation = AccountInvitation.objects.filter(token_hash=digest(token)).first()
    if invitation is None or invitation.status == InvitationStatus.CANCELED:
        raise NotFound(UNKNOWN)
    if invitation.status == InvitationStatus.ACCEPTED:
        raise Gone(USED, code=ErrorCode.INVITATION_USED)
    if invitation.status == InvitationStatus.EXPIRED or invitation.expires_at <= database_now():
        raise Gone(EXPIRED, code=ErrorCode.INVITATION_EXPIRED)
    return invitation


@transaction.atomic
def claim_purchases(*, token: str, user: User) -> int:
    """Move the invitation's purchases into this user's account. Returns how many.

    Idempotent for the same user. For another user it raises Gone.
    """
    found = AccountInvitation.objects.filter(token_hash=digest(token))
    # Locks the purchases first. Renewing an invitation takes the locks in the same order.
    named = found.values_list("purchase_ids", "held_enrollment_id")
    purchase_ids, seat = next(iter(named), ([], None))
    of_seat = Enrollment.objects.filter(pk=seat or 0).values("purchase_id")
    concerned = Q(pk__in=purchase_ids) | Q(pk__in=of_seat)
    list(Purchase.objects.select_for_update().filter(concerned).order_by("pk"))
    invitation = found.select_for_update().first()
    if invitation is None or invitation.status == InvitationStatus.CANCELED:
        raise NotFound(UNKNOWN)
    if invitation.status == InvitationStatus.ACCEPTED:
        if invitation.user_id != user.pk:
            raise Gone(USED, code=ErrorCode.INVITATION_USED)
        return len(invitation.purchase_ids) or 1
    if invitation.expires_at <= database_now():
        raise Gone(EXPIRED, code=ErrorCode.INVITATION_EXPIRED)
    if invitation.held_enrollment_id:
        name = _claim_seat(invitation, user)
    else:
        name = _claim_bought(invitation, user)
    _take_real_name(user, name)
    AccountInvitation.objects.filter(pk=invitation.pk).update(
        status=InvitationStatus.ACCEPTED, accepted_at=Now(), user=user
    )
    crash_point("claim.before_commit")
    return len(invitation.purchase_ids) or 1


def _claim_bought(invitation: AccountInvitation, user: User) -> str:
    """Claim the purchases. Returns the name on them."""
    # Includes payments to move one of their seats.
    paid_more = Q(pays_for_move__purchase__in=invitation.purchase_ids) & is_address(
        "guest_email", invitation.email
    )
    mine = Purchase.objects.filter(Q(pk__in=invitation.purchase_ids) | paid_more, user=None)
    name = mine.exclude(guest_full_name="").values_list("guest_full_name", flat=True).first()
    mine.update(user=user, updated_at=Now())
    want_places_again(purchase_ids=invitation.purchase_ids)
    # Excludes seats that they transferred.
    own = Enrollment.objects.filter(
        purchase__in=invitation.purchase_ids, purchase__user=user, holder=None, holder_email=""
    )
    give_hours_to(enrollment_ids=list(own.values_list("pk", flat=True)), user_id=user.pk)
    hand_over_consents(purchase_ids=invitation.purchase_ids, user_id=user.pk)
    return name or ""


def _claim_seat(invitation: AccountInvitation, user: User) -> str:
    """Claim the seat but not the purchase, because refunds go to the buyer. Returns their name."""
    seats = list(_held_seats(invitation))
    if not any(seat.ended_at is None for seat in seats):
        raise Gone(SEAT_GONE, code=ErrorCode.SEAT_HANDED_OVER)
    ids = [seat.pk for seat in seats]
    Enrollment.objects.filter(pk__in=ids).update(holder=user, holder_email="")
    give_hours_to(enrollment_ids=ids, user_id=user.pk)
    return seats[-1].holder_name


def _take_real_name(user: User, full_name: str) -> None:
    """Use the name on the purchase if the account's first name is only its username."""
    if user.name_edited or user.first_name not in {"", user.username} or not full_name:
        return
    user.first_name, _, user.last_name = full_name.strip().partition(" ")
    user.save(update_fields=["first_name", "last_name"])


@transaction.atomic
def renew_holders_invitation(*, enrollment: Enrollment) -> None:
    """The same for a guest who holds a seat."""
    Purchase.objects.select_for_update().get(pk=enrollment.purchase_id)
    invitation = invite_holder(enrollment=enrollment)
    email = invitation_email(
        purchase=for_attendee(enrollment),
        link=invitation_link(invitation),
        event=f"invited:{invitation.pk}",
    )
    write_messages([email])


@transaction.atomic
def renew_invitation(*, purchase: Purchase) -> AccountInvitation:
    """Email a new invitation and revoke the previous links."""
    Purchase.objects.select_for_update().get(pk=purchase.pk)
    AccountInvitation.objects.filter(
        purchase_ids__contains=[purchase.pk], status=InvitationStatus.SENT
    ).update(status=InvitationStatus.CANCELED)
    invitation = invite(purchase=purchase)
    write_messages(
        [
            invitation_email(
                purchase=purchase,
                link=invitation_link(invitation),
                event=f"invited:{invitation.pk}",
            )
        ]
    )
    return invitation


def account_exists(*, email: str, visitor_key: str, invitation_token: str) -> bool:
    """Return whether the address has an account, only for people who bought or were invited there.

    All others get False, so that the endpoint doesn't reveal who is a customer.
    """
    bought_here = Q(pk=None)
    if visitor_key:
        bought_here = Q(checkout_key=visitor_key, state=PurchaseState.COMPLETED) & is_address(
            "guest_email", email
        )
    may_know = Purchase.objects.filter(bought_here).exists() or (
        bool(invitation_token)
        and AccountInvitation.objects.filter(
            is_address("email", email), token_hash=digest(invitation_token)
        ).exists()
    )
    return may_know and User.objects.filter(is_address("email", email)).exists()
