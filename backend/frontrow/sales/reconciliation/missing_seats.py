"""Paid for and without a seat: each missing seat is given or, where none is free, refunded."""

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from frontrow.catalogue.models import Seat
from frontrow.catalogue.seats import NotOnSale, SoldOut, take_seats, take_seats_again
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.core.jobs import enqueue
from frontrow.sales.changes.complimentary import withdraw
from frontrow.sales.class_changes.worth import worth_of
from frontrow.sales.enrolment.upgrades import lock_with_bases
from frontrow.sales.ledger.disputes import is_disputed
from frontrow.sales.ledger.refund_records import UNDER_WAY
from frontrow.sales.models import EndedBecause, Enrolment, Purchase, PurchaseState, Refund
from frontrow.sales.refunds.requests import DISPUTED, request_refund
from frontrow.sales.settlement.given_back import end_seat
from frontrow.sales.settlement.settling import settle, settle_purchase
from frontrow.sales.terms.free_seats import nothing_was_paid

GIVEN = "The seat has been given."
MOVED_ON = "The purchase has moved on since."
ON_ITS_WAY = "The refund is on its way."
ATTENDED = "This class was attended, so nothing was refunded. Add a seat to it and try again."


def seat_or_refund(*, purchase_id: int) -> str:
    """Every other seat of the purchase stays as it is."""
    if not Purchase.objects.filter(pk=purchase_id).exists():
        raise NotFound
    missing = list(_missing(purchase_id).order_by("pk").values_list("pk", flat=True))
    told = [_repair(purchase_id, enrolment_id) for enrolment_id in missing]
    if Refund.objects.filter(purchase=purchase_id, status__in=UNDER_WAY).exists():
        # A job is queued as well: should the provider hang, nothing is lost.
        enqueue(settle_purchase, purchase_id=purchase_id, once=f"settle:{purchase_id}")
        settle(purchase=Purchase.objects.get(pk=purchase_id))
    return " ".join(dict.fromkeys(told)) or MOVED_ON


def _missing(purchase_id: int) -> QuerySet[Enrolment]:
    kept = Seat.objects.filter(
        enrolment_id=OuterRef("pk"), bootcamp=OuterRef("bootcamp"), held_until=None
    )
    return Enrolment.objects.filter(
        ~Exists(kept),
        purchase=purchase_id,
        purchase__state=PurchaseState.COMPLETED,
        ended_at=None,
    )


@transaction.atomic
def _repair(purchase_id: int, enrolment_id: int) -> str:
    purchase = lock_with_bases(purchase_id=purchase_id)
    found = _missing(purchase_id).filter(pk=enrolment_id)
    seat = found.select_related("bootcamp", "holder", "purchase__user").first()
    if purchase is None or seat is None:
        return MOVED_ON
    try:
        with transaction.atomic():
            _give(seat)
    except (SoldOut, NotOnSale) as error:
        if seat.attended_at is not None:
            return f"{error.message} {ATTENDED}"
        return f"{error.message} {_end(purchase, seat)}"
    return GIVEN


def _give(seat: Enrolment) -> None:
    """Whoever attended had their seat: that the class has begun does not take it away."""
    wanted = {seat.bootcamp_id: seat.pk}
    if seat.attended_at is None:
        take_seats(enrolments=wanted)
    else:
        take_seats_again(bootcamps=[seat.bootcamp], enrolments=wanted)


def _end(purchase: Purchase, seat: Any) -> str:
    """Its share goes back, and it ends when that has arrived; at once where nothing was paid."""
    is_last = not purchase.enrolments.filter(ended_at=None).exclude(pk=seat.pk).exists()
    if is_last and nothing_was_paid(purchase):
        withdraw(purchase_id=purchase.pk)
        return "The enrollment has been withdrawn, and we've told the person."
    if Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).exists():
        raise Conflict(
            "A refund for this purchase is on its way. Try again when it has arrived.",
            code=ErrorCode.REFUND_IN_PROGRESS,
        )
    worth = worth_of([seat]).get(seat.calendar_number)
    if is_disputed(purchase=purchase):
        # What the bank holds comes back if the dispute is won, and is owed for this seat then.
        raise Conflict(DISPUTED, code=ErrorCode.PAYMENT_DISPUTED)
    if worth is None or not worth.amount:
        end_seat(enrolment=seat, because=EndedBecause.WITHDRAWN)
        return "Nothing was left to refund, so the seat has ended. Please tell the person."
    request_refund(
        purchase_id=purchase.pk, reason="no seat", enrolment_id=seat.pk, is_our_fault=True
    )
    return ON_ITS_WAY
