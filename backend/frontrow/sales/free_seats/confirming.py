"""Confirming a free seat: the emailed link verifies the address, and the seat is kept."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q, Value
from django.db.models.lookups import Exact

from frontrow.accounts.models import User
from frontrow.catalogue.models import Seat
from frontrow.catalogue.seats import take_seats
from frontrow.core.addresses import BareAddress, bare_address
from frontrow.core.advisory_locks import AdvisoryLock, lock_until_commit
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Gone, NotFound
from frontrow.sales.buyers.visitors import Visitor
from frontrow.sales.changes.complimentary import owner_of
from frontrow.sales.checkout.completing import answer_for
from frontrow.sales.checkout.holds import CODE_GONE
from frontrow.sales.checkout.schemas import CompletePurchaseOut
from frontrow.sales.enrollment.enrollments import by_bootcamp, live
from frontrow.sales.free_seats.schemas import FreeClassOut, FreeSeatLookOut, FreeSeatState
from frontrow.sales.links import FREE_SEAT
from frontrow.sales.models import CancelReason, Enrollment, Purchase, PurchaseState
from frontrow.sales.settlement.code_uses import claim_code
from frontrow.sales.settlement.settling import call_off
from frontrow.sales.settlement.states import enter
from frontrow.sales.terms.free_seats import FREE, confirm_until, is_free
from frontrow.sales.waiting.offers import find_offer

UNKNOWN = "This link isn't valid."
OVER = "This link has expired. Your seat wasn't kept, and you can ask for it again."
CONFIRMED = "confirmed by email"


def look(*, token: str) -> FreeSeatLookOut:
    """The current state. Opening the link changes nothing. Raises NotFound."""
    purchase = _find(Purchase.objects.all(), token)
    enrollments = Enrollment.objects.filter(purchase=purchase, ended_at=None)
    return FreeSeatLookOut(
        state=_state_of(purchase),
        name=purchase.package_name,
        email=_masked(purchase.guest_email),
        items=[
            FreeClassOut(
                name=one.name,
                start_date=one.bootcamp.starts_at,
                end_date=one.bootcamp.ends_at,
                timezone=one.bootcamp.timezone,
            )
            for one in enrollments.select_related("bootcamp").order_by("starts_at", "pk")
        ],
        bootcamp_id=purchase.bootcamp_id,
        bundle_id=purchase.bundle_id,
        confirm_until=confirm_until(purchase),
        is_held=Seat.objects.filter(
            enrollment_id__in=enrollments.values("pk"), held_until__gt=database_now()
        ).exists(),
    )


@transaction.atomic
def confirm(*, visitor: Visitor, token: str) -> CompletePurchaseOut:
    """Keep the seats of the order behind the link. Idempotent.

    Raises NotFound, Gone after the deadline, SoldOut, NotOnSale, or Conflict if the person has a
    seat.
    """
    purchase = _find(Purchase.objects.select_for_update(), token)
    state = _state_of(purchase)
    if state == FreeSeatState.OVER:
        # They may have confirmed another order meanwhile.
        _refuse_second_seat(purchase, owner_of(purchase.guest_email))
        raise Gone(OVER, code=ErrorCode.OFFER_OVER)
    if state == FreeSeatState.OPEN:
        keep(purchase=purchase, visitor=visitor)
        return answer_for(purchase)
    # The invitation is only shown once. Afterwards it is in the email and the browser.
    return answer_for(purchase).model_copy(update={"invitation_token": None})


def keep(*, purchase: Purchase, visitor: Visitor) -> None:
    """The address is verified: keep the seats and complete the purchase.

    Requires the order's lock. Raises SoldOut or NotOnSale, or Conflict if the person has a seat or
    the code's last use is taken.
    """
    owner = owner_of(purchase.guest_email)
    _take_turns([bare_address(purchase.guest_email), *([f"account {owner.pk}"] if owner else [])])
    enrollments = list(Enrollment.objects.filter(purchase=purchase, ended_at=None))
    _refuse_second_seat(purchase, owner)
    take_seats(enrollments=by_bootcamp(enrollments))
    crash_point("free_confirm.after_seats")
    purchase.user = owner
    # After the seats, as after an authorization, because a code is locked last.
    if not claim_code(purchase=purchase):
        raise Conflict(CODE_GONE, code=ErrorCode.CODE_GONE)
    crash_point("free_confirm.after_code")
    purchase.save(update_fields=["user", "updated_at"])
    enter(purchase=purchase, state=PurchaseState.COMPLETED, because=CONFIRMED)
    # Attached to this browser only now, because the browser may have another open purchase.
    purchase.checkout_key = visitor.key
    purchase.save(update_fields=["checkout_key", "updated_at"])
    _end_other_orders(purchase)
    crash_point("free_confirm.before_commit")


def _refuse_second_seat(purchase: Purchase, owner: User | None) -> None:
    """One seat per person and class, however they got the first."""
    classes = Enrollment.objects.filter(purchase=purchase).values("bootcamp_id")
    theirs = _belongs_to(purchase.guest_email, owner.pk if owner else None)
    had = Enrollment.objects.filter(theirs, live(), bootcamp__in=classes)
    if first := had.order_by("starts_at", "pk").first():
        raise Conflict(f"You already have a seat in {first.name}.", code=ErrorCode.ALREADY_ENROLLED)


def _find(purchases: Any, token: str) -> Purchase:
    """By the emailed link or, for a seat from the waiting list, by the offer's link."""
    offer = find_offer(token)
    found: Purchase | None = (
        purchases.filter(pk=offer.purchase_id).first()
        if offer
        else FREE_SEAT.find(token, purchases)
    )
    if found is None or not is_free(found):
        raise NotFound(UNKNOWN)
    return found


def _state_of(purchase: Purchase) -> FreeSeatState:
    if purchase.state == PurchaseState.COMPLETED:
        return FreeSeatState.CONFIRMED
    is_open = purchase.state == PurchaseState.PENDING and confirm_until(purchase) > database_now()
    return FreeSeatState.OPEN if is_open else FreeSeatState.OVER


def _belongs_to(address: str, owner_id: int | None) -> Q:
    """Bought by this person or transferred to them, by account or by address."""
    mailbox = bare_address(address)
    fields = ("purchase__guest_email", "purchase__user__email", "holder_email", "holder__email")
    found = Q(pk=None)
    for field in fields:
        found |= Q(Exact(BareAddress(field), Value(mailbox)))
    if owner_id:
        found |= Q(purchase__user=owner_id) | Q(holder=owner_id)
    return found


def _end_other_orders(kept: Purchase) -> None:
    """Cancel the same person's orders on other devices, which release their holds."""
    others = Purchase.objects.filter(
        FREE,
        Q(Exact(BareAddress("guest_email"), Value(bare_address(kept.guest_email)))),
        state=PurchaseState.PENDING,
        bootcamp=kept.bootcamp_id,
        bundle=kept.bundle_id,
    )
    # Skip an order that is being confirmed now, because waiting for it could deadlock. It is
    # refused.
    for one in others.select_for_update(skip_locked=True).order_by("pk"):
        call_off(purchase=one, reason=CancelReason.REPLACED)


def _take_turns(keys: Sequence[str]) -> None:
    """Serialize confirmations by person, whichever of their addresses is used."""
    for key in sorted(keys):
        lock_until_commit(AdvisoryLock.CONFIRMING, key)


def _masked(address: str) -> str:
    """a…@example.com, enough for its owner to recognize it."""
    local, _, domain = address.partition("@")
    return f"{local[:1]}…@{domain}"
