"""Find my purchase: emails an address what was bought or is held with it.

The response is the same for every address. A job does the lookup, so the response time reveals
nothing either.
"""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest

from frontrow.accounts.devices import count_asking, device_at
from frontrow.accounts.models import EmailKind, EmailRequest, User
from frontrow.core import clock
from frontrow.core.addresses import address_key, is_address
from frontrow.core.jobs import enqueue, job
from frontrow.core.rate_limit import Limit
from frontrow.messaging.models import Channel
from frontrow.messaging.outbox import write_messages
from frontrow.messaging.suppression_list import reasons_for
from frontrow.sales.buyers.invitations import (
    invitation_link,
    standing_holders_invitation,
    standing_invitation,
)
from frontrow.sales.buyers.visitors import visitor_of
from frontrow.sales.emails.finding_emails import Found, found_email
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.enrollment.enrollments import held_at, live
from frontrow.sales.models import PAID_FOR, Enrollment, Purchase, PurchaseState

PER_ADDRESS = Limit(scope="find-purchases:address", count=3, per=timedelta(hours=1))
PER_VISITOR = Limit(scope="find-purchases:visitor", count=10, per=timedelta(hours=1))
PER_BROWSER = Limit(scope="find-purchases:browser", count=3, per=timedelta(hours=1))
# The newest ones. Far above any person's history.
MOST = 20


@transaction.atomic
def find_purchases(*, request: HttpRequest, email: str) -> None:
    count_asking(
        request,
        email=email,
        known_as=device_at(request, email=email) or _bought_here(request, email),
        per_browser=PER_BROWSER,
        per_visitor=PER_VISITOR,
        per_address=PER_ADDRESS,
    )
    wish = EmailRequest.objects.create(kind=EmailKind.FIND_PURCHASES, email=email)
    enqueue(write_found_purchases, request_id=wish.pk)


def _bought_here(request: HttpRequest, email: str) -> str:
    """This browser's key if something was bought in it with that address."""
    key = visitor_of(request).key
    if not key:
        return ""
    here = Purchase.objects.filter(
        is_address("guest_email", email), checkout_key=key, state__in=PAID_FOR
    )
    return key if here.exists() else ""


@job(queue="mail")
@transaction.atomic
def write_found_purchases(request_id: int) -> None:
    wishes = EmailRequest.objects.select_for_update()
    wish = wishes.filter(pk=request_id, kind=EmailKind.FIND_PURCHASES).first()
    if wish is None:
        return
    address = address_key(wish.email)
    user = User.objects.with_address(address).first()
    may_be_told = user is None or (user.is_active and not user.is_demo)
    if may_be_told and not reasons_for(channel=Channel.EMAIL, addresses=[address]):
        found = _found(address=address, user=user)
        if found:
            # To the stored address, however it was typed now.
            to = user.email if user else found[0].purchase.guest_email
            event = f"found:{wish.pk}"
            write_messages([found_email(found=found, to=to, event=event, at=clock.now())])
    wish.delete()


def _found(*, address: str, user: User | None) -> list[Found]:
    """Purchases first, newest first, then seats of other people's purchases."""
    own = Q(is_address("guest_email", address), user=None)
    handed = held_at(address)
    if user is not None:
        own, handed = own | Q(user=user), handed | Q(holder=user)
    bought_ids = Purchase.objects.filter(own, state__in=PAID_FOR).order_by("-pk")[:MOST]
    held = list(
        Enrollment.objects.filter(handed, live())
        .select_related("bootcamp", "holder", "purchase__user")
        .order_by("-pk")[:MOST]
    )
    concerned = {*bought_ids.values_list("pk", flat=True), *(seat.purchase_id for seat in held)}
    # Locked in order, as everywhere. A concurrent claim waits for the invitation.
    locked = {
        purchase.pk: purchase
        for purchase in Purchase.objects.select_for_update(of=("self",))
        .select_related("user")
        .filter(pk__in=concerned)
        .order_by("pk")
    }
    seats = list(
        Enrollment.objects.filter(purchase__in=locked)
        .select_related("bootcamp")
        .order_by("bootcamp__starts_at", "pk")
    )
    bought = [
        locked[pk] for pk in sorted(locked, reverse=True) if _is_own(locked[pk], address, user)
    ]
    return [
        *(
            _bought(purchase, [seat for seat in seats if seat.purchase_id == purchase.pk])
            for purchase in bought
        ),
        *(_handed(seat) for seat in held),
    ]


def _is_own(purchase: Purchase, address: str, user: User | None) -> bool:
    if purchase.user_id is None:
        return address_key(purchase.guest_email) == address
    return user is not None and purchase.user_id == user.pk


def _bought(purchase: Purchase, enrollments: Sequence[Enrollment]) -> Found:
    is_live = purchase.state == PurchaseState.COMPLETED
    waits = is_live and purchase.user_id is None
    return Found(
        purchase=purchase,
        seats=[
            seat
            for seat in enrollments
            if is_live and not seat.ended_at and not seat.is_handed_over
        ],
        is_bought=True,
        timezone=enrollments[0].timezone,
        claim_link=invitation_link(standing_invitation(purchase=purchase)) if waits else "",
    )


def _handed(seat: Enrollment) -> Found:
    waits = seat.holder_id is None
    return Found(
        purchase=for_attendee(seat),
        seats=[seat],
        is_bought=False,
        timezone=seat.timezone,
        claim_link=invitation_link(standing_holders_invitation(enrollment=seat)) if waits else "",
    )
