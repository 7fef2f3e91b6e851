"""After a restore: applies seat changes since the backup from the payment's metadata."""

from django.db import transaction

from frontrow.catalogue.models import Bootcamp
from frontrow.catalogue.seats import pass_seat_on, release_seats, take_seats_again
from frontrow.coaching.changed_seats import hand_over_hour, move_hour
from frontrow.core.addresses import address_key
from frontrow.messaging.outbox import told_before
from frontrow.sales.attending.meeting_places import move_place
from frontrow.sales.buyers.invitations import renew_holders_invitation
from frontrow.sales.changes.complimentary import owner_of
from frontrow.sales.enrollment.enrollments import Holder, continue_enrollment
from frontrow.sales.ledger.payment_notes import Order, last_of_chains
from frontrow.sales.models import EndedBecause, Enrollment, Purchase
from frontrow.sales.settlement.given_back import end_seat

BY_RESTORE = {"by": "restore"}


@transaction.atomic
def seat_as_noted(*, purchase_id: int, order: Order) -> int:
    """Returns how many seats changed. Raises SoldOut, with nothing changed, if a class is full."""
    purchase = Purchase.objects.select_for_update().get(pk=purchase_id)
    seats = last_of_chains(purchase)
    if len(seats) != len(order.bootcamp_ids):
        return 0
    changed = 0
    for place, (seat, bootcamp_id) in enumerate(zip(seats, order.bootcamp_ids, strict=True), 1):
        if seat.ended_at is not None:
            continue
        if place in order.given_back:
            with told_before():
                end_seat(enrollment=seat)
            changed += 1
            continue
        now = _move(seat, bootcamp_id)
        is_handed_over = _hand_over(now, order.holders.get(place, ("", "")))
        changed += now.pk != seat.pk or is_handed_over
    return changed


def _move(seat: Enrollment, bootcamp_id: int) -> Enrollment:
    if seat.bootcamp_id == bootcamp_id:
        return seat
    bootcamp = Bootcamp.objects.get(pk=bootcamp_id)
    new = continue_enrollment(
        enrollment=seat, bootcamp=bootcamp, because=EndedBecause.MOVED, details=BY_RESTORE
    )
    take_seats_again(bootcamps=[bootcamp], enrollments={bootcamp.pk: new.pk})
    release_seats(enrollment_ids=[seat.pk], only_before_start=True)
    if not seat.purchase.is_bundle:
        Purchase.objects.filter(pk=seat.purchase_id).update(bootcamp=bootcamp)
    attendee = seat.attendee
    move_hour(
        purchase_id=seat.purchase_id,
        from_enrollment=seat.pk,
        to_enrollment=new.pk,
        bootcamp=bootcamp,
        user_id=attendee.pk if attendee else None,
    )
    move_place(old=seat, new=new)
    return new


def _hand_over(seat: Enrollment, noted: tuple[str, str]) -> bool:
    address, name = noted
    holder = seat.holder
    known = holder.email if holder else seat.holder_email
    if not address or address_key(known) == address_key(address):
        return False
    account = owner_of(address)
    to = Holder(account, "" if account else address, name)
    new = continue_enrollment(
        enrollment=seat,
        bootcamp=seat.bootcamp,
        because=EndedBecause.HANDED_OVER,
        holder=to,
        details=BY_RESTORE,
    )
    pass_seat_on(from_enrollment=seat.pk, to_enrollment=new.pk)
    with told_before():
        hand_over_hour(
            from_enrollment=seat.pk, to_enrollment=new.pk, user_id=account.pk if account else None
        )
    move_place(old=seat, new=new)
    if account is None:
        # All their links were lost with our record.
        renew_holders_invitation(enrollment=new)
    return True
