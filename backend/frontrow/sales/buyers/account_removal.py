"""Account removal: personal data is deleted, and financial records are kept."""

from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce, Now, NullIf

from frontrow.accounts.lifecycle import delete_user
from frontrow.accounts.models import User
from frontrow.coaching.sessions import cancel_sessions, forget_student
from frontrow.core.addresses import is_address
from frontrow.core.errors import Conflict
from frontrow.core.jobs import enqueue
from frontrow.messaging.outbox import forget_reader, write_messages
from frontrow.sales.attending.certificates import forget_holder
from frontrow.sales.attending.class_records import forget_class_days
from frontrow.sales.attending.meeting_places import forget_places
from frontrow.sales.buyers.erasures import note_erasure
from frontrow.sales.emails.purchase_emails import goodbye_email
from frontrow.sales.enrollment.enrollments import held_by
from frontrow.sales.enrollment.offers import end_offers
from frontrow.sales.enrollment.waiting import end_places
from frontrow.sales.models import (
    AccountInvitation,
    DiscountCode,
    Enrollment,
    HandOver,
    HandOverState,
    InvitationStatus,
    Purchase,
    WaitingEntry,
    WaitingState,
)

# Stands for a person who was removed. `.invalid` can never be written to.
NOBODY, NOBODYS_ADDRESS = "Removed", "removed@removed.invalid"
# The length of the field on a purchase, which an account's full name may exceed.
LONGEST_NAME = 255
DEMO_SALES = "The test student has purchases, which would count as sales without the account."


@transaction.atomic
def remove_account(*, user: User) -> None:
    """Delete an account and the data that only its owner needed.

    Purchases are kept for the books with the address and name in their guest fields. No money
    moves: a pending refund continues, and a wanted refund must be requested before. Raises Conflict
    for the last active admin and for a coach.
    """
    # Locks purchases before users, in the same order as settlement.
    theirs = list(
        Purchase.objects.select_for_update().filter(user=user).order_by("pk").values_list("pk")
    )
    held_ids = list(Enrollment.objects.filter(held_by(user)).values_list("pk", flat=True))
    if user.is_demo and theirs:
        raise Conflict(DEMO_SALES)
    # Only their own sessions. The hour of a transferred seat belongs to its holder.
    cancel_sessions(user_id=user.pk)
    forget_places(enrollment_ids=held_ids)
    forget_class_days(enrollment_ids=held_ids)
    forget_student(user_id=user.pk)
    forget_holder(user=user)
    forget_reader(user_id=user.pk)
    AccountInvitation.objects.filter(
        Q(user=user) | is_address("email", user.email), status=InvitationStatus.SENT
    ).delete()
    offers = HandOver.objects.filter(
        Q(enrollment_id__in=held_ids) | is_address("to_email", user.email)
    )
    end_offers(offers, HandOverState.VOID)
    # Ends their waiting list entries. A seat held for them is offered to the next within a minute.
    theirs_in_line = WaitingEntry.objects.filter(Q(user=user) | is_address("email", user.email))
    end_places(theirs_in_line, WaitingState.LEFT)
    theirs_in_line.update(
        user=None, email=NOBODYS_ADDRESS, name=NOBODY, timezone="", network_key=""
    )
    # A credit is for this person only. Without an address anyone could use it.
    DiscountCode.objects.filter(is_address("for_email", user.email)).update(
        for_email=NOBODYS_ADDRESS, note="", is_active=False
    )
    # A transferred seat is kept, and they hold it as a guest.
    Enrollment.objects.filter(holder=user).update(
        holder=None, holder_email=user.email, holder_name=user.full_name[:LONGEST_NAME]
    )
    Purchase.objects.filter(user=user).update(
        guest_email=user.email,
        guest_full_name=Coalesce(
            NullIf(Value(user.full_name[:LONGEST_NAME]), Value("")),
            NullIf(F("guest_full_name"), Value("")),
            Value(user.username),
        ),
        # No receipt needs the time zone.
        buyer_timezone="",
        user=None,
        updated_at=Now(),
    )
    enqueue(note_erasure, user_id=user.pk, joined_at=user.created_at.isoformat())
    delete_user(user_id=user.pk)
    if not user.is_demo:
        write_messages([goodbye_email(user=user, has_purchases=bool(theirs))])
