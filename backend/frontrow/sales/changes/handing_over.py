"""Seat transfers: offered to an address, accepted there by a button, or withdrawn before.

The giver keeps the seat until the offer is accepted. Then the recipient has it at once, and all
earlier links are revoked. Refunds still go to the buyer.
"""

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Seat
from frontrow.catalogue.seats import pass_seat_on
from frontrow.coaching.changed_seats import hand_over_hour
from frontrow.core.addresses import address_key, bare_address, is_address
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Gone, NotFound
from frontrow.core.jobs import enqueue
from frontrow.core.rate_limit import Limit
from frontrow.core.text_fields import is_person_name
from frontrow.messaging.outbox import write_messages
from frontrow.sales.attending.meeting_places import move_place
from frontrow.sales.before_class.questions import class_asks
from frontrow.sales.buyers.invitations import (
    cancel_holders_invitations,
    invitation_link,
    invite_holder,
)
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.changeable import locked_seat, why_nothing_changes
from frontrow.sales.changes.complimentary import owner_of
from frontrow.sales.emails.seat_emails import (
    handed_over_email,
    offer_email,
    offer_taken_back_email,
    taken_over_email,
)
from frontrow.sales.enrollment.enrollments import Holder, continue_enrollment, held_by, live
from frontrow.sales.enrollment.offers import end_offers
from frontrow.sales.ledger.provider_notes import tell_provider_of_seats
from frontrow.sales.models import (
    EndedBecause,
    Enrollment,
    HandOver,
    HandOverState,
)

OPEN_FOR = timedelta(days=14)
# Each offer sends mail to an unverified address.
OFFERS_PER_SEAT = Limit(scope="seat offers", count=5, per=timedelta(days=1))
OFFERS_PER_ADDRESS = Limit(scope="seat offers to an address", count=3, per=timedelta(days=1))
LONGEST_TOLD_NAME = 40
UNKNOWN = "This offer doesn't exist."
OVER = "This offer is no longer open."
NO_OFFER = "There's no open offer for this seat."


def open_offer(*, enrollment_id: int) -> HandOver | None:
    return HandOver.objects.filter(
        enrollment_id=enrollment_id, state=HandOverState.OFFERED, expires_at__gt=Now()
    ).first()


def giver_name(enrollment: Enrollment) -> str:
    user = enrollment.attendee
    return (user.full_name if user else "") or enrollment.attendee_name or "Someone"


def told_giver(enrollment: Enrollment) -> str:
    """The giver as named in an email to the address that they typed."""
    name = giver_name(enrollment)
    if not is_person_name(name):
        return "Someone"
    longest = LONGEST_TOLD_NAME
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def why_not_handed_over(enrollment: Any, *, by_desk: bool = False) -> str:
    """Why this seat can't be transferred. Empty if it can."""
    if refusal := why_nothing_changes(enrollment):
        return refusal
    if enrollment.attended_at:
        return "You've joined this class, so the seat can't be handed over."
    if enrollment.bootcamp.ends_at <= enrollment.asked_at:
        return "This class is over."
    if enrollment.purchase.is_complimentary and not by_desk:
        return "This seat was a gift, so only we can hand it over. Write to us."
    return ""


@transaction.atomic
def offer_seat(
    *,
    enrollment_id: int,
    theirs: Q,
    to_email: str,
    to_name: str,
    asked_by: User | None,
    by_desk: bool = False,
) -> HandOver:
    """Offer the seat to this address. Raises NotFound, or Conflict with the reason in words."""
    seat = locked_seat(enrollment_id=enrollment_id, theirs=theirs)
    if refusal := why_not_handed_over(seat, by_desk=by_desk):
        raise Conflict(refusal, code=ErrorCode.SEAT_CANNOT_MOVE)
    user = seat.attendee
    own = user.email if user else seat.attendee_email
    if address_key(own) == address_key(to_email):
        raise Conflict("The seat is already at this address.", code=ErrorCode.ALREADY_OWNED)
    if waiting := open_offer(enrollment_id=seat.pk):
        raise Conflict(
            f"This seat is already offered to {waiting.to_name}. Withdraw that offer first.",
            code=ErrorCode.CONFLICT,
        )
    OFFERS_PER_SEAT.check(str(seat.calendar_number))
    OFFERS_PER_ADDRESS.check(bare_address(to_email))
    # An expired offer would block the new one.
    end_offers(HandOver.objects.filter(enrollment=seat), HandOverState.VOID)
    token = secrets.token_urlsafe(32)
    offer = HandOver.objects.create(
        enrollment=seat,
        to_email=to_email,
        to_name=to_name,
        token_hash=digest(token),
        asked_by=asked_by,
        by_desk=by_desk,
        expires_at=min(seat.asked_at + OPEN_FOR, seat.bootcamp.ends_at),
    )
    link = f"{settings.SITE_URL}/seat-offer/{token}"
    write_messages([offer_email(enrollment=seat, offer=offer, giver=told_giver(seat), link=link)])
    crash_point("offer.before_commit")
    return offer


@transaction.atomic
def take_back(*, enrollment_id: int, theirs: Q) -> Enrollment:
    """Withdraw the offer and inform its recipient. Raises NotFound if none is open."""
    seat = locked_seat(enrollment_id=enrollment_id, theirs=theirs)
    offer = open_offer(enrollment_id=seat.pk)
    if offer is None:
        raise NotFound(NO_OFFER)
    email = offer_taken_back_email(enrollment=seat, offer=offer, giver=told_giver(seat))
    end_offers(HandOver.objects.filter(pk=offer.pk), HandOverState.TAKEN_BACK)
    write_messages([email])
    return seat  # type: ignore[no-any-return]


def find_offer(*, token: str) -> HandOver:
    """The offer behind a link, unchanged. Raises NotFound, or Gone when it is over."""
    offer = (
        HandOver.objects.filter(token_hash=digest(token))
        .select_related("enrollment__bootcamp", "enrollment__purchase__user", "enrollment__holder")
        .first()
    )
    if offer is None:
        raise NotFound(UNKNOWN)
    is_open = HandOver.objects.filter(
        pk=offer.pk,
        state=HandOverState.OFFERED,
        expires_at__gt=Now(),
        enrollment__in=Enrollment.objects.filter(live()).values("pk"),
    ).exists()
    if not is_open:
        raise Gone(OVER)
    return offer


@transaction.atomic
def accept_offer(*, token: str) -> Enrollment:
    """Transfer the seat. Raises NotFound, Gone, or Conflict with the reason in words."""
    enrollment_id = find_offer(token=token).enrollment_id
    old = locked_seat(enrollment_id=enrollment_id, theirs=Q())
    crash_point("accept.after_lock")
    # Checked under the lock, because it may have been withdrawn, moved or refunded meanwhile.
    offer = find_offer(token=token)
    if why_not_handed_over(old, by_desk=offer.by_desk):
        raise Gone(OVER)
    account = owner_of(offer.to_email)
    if _has_seat(account, offer.to_email, old.bootcamp_id):
        raise Conflict(f"You already have a seat in {old.name}.", code=ErrorCode.ALREADY_ENROLLED)
    to = Holder(account, "" if account else offer.to_email, offer.to_name)
    new = continue_enrollment(
        enrollment=old, bootcamp=old.bootcamp, because=EndedBecause.HANDED_OVER, holder=to
    )
    crash_point("accept.after_enrollment")
    pass_seat_on(from_enrollment=old.pk, to_enrollment=new.pk)
    hand_over_hour(
        from_enrollment=old.pk, to_enrollment=new.pk, user_id=account.pk if account else None
    )
    move_place(old=old, new=new)
    cancel_holders_invitations(first_enrollment_id=new.calendar_number)
    invitation = "" if account else invitation_link(invite_holder(enrollment=new))
    end_offers(HandOver.objects.filter(pk=offer.pk), HandOverState.ACCEPTED)
    number = Seat.objects.filter(enrollment_id=new.pk).values_list("number", flat=True).first()
    write_messages(
        [
            taken_over_email(
                enrollment=new,
                seat_number=number,
                invitation_link=invitation,
                written_at=old.asked_at,
                asks=class_asks(new.bootcamp_id),
            ),
            handed_over_email(before=old, to_name=offer.to_name, written_at=old.asked_at),
        ]
    )
    enqueue(tell_provider_of_seats, purchase_id=old.purchase_id)
    crash_point("accept.before_commit")
    return new


def _has_seat(account: User | None, address: str, bootcamp_id: int) -> bool:
    seats = Enrollment.objects.filter(live(), bootcamp_id=bootcamp_id)
    as_guest = Q(holder=None) & (
        is_address("holder_email", address)
        | Q(holder_email="", purchase__user=None) & is_address("purchase__guest_email", address)
    )
    as_account = held_by(account) if account else Q(pk=None)
    return seats.filter(as_guest | as_account).exists()
