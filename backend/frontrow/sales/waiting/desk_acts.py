"""Admin actions on a waiting list: offer a seat out of turn, remove a person."""

from django.db import transaction
from django.db.models import Count

from frontrow.catalogue.models import ON_SALE, Bootcamp
from frontrow.catalogue.seats import FREE_SEATS
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.models import SeatOffer, WaitingEntry, WaitingState
from frontrow.sales.waiting.joining import end_entry
from frontrow.sales.waiting.line import keep_classes_closed, take_turns
from frontrow.sales.waiting.making import NoSeat, make_offer

NOT_WAITING = "This person isn't waiting for this class any more."
NO_SEAT = "No seat is free. Add a seat first."
NOT_OFFERED = "This class can't be offered: it has no price, or it starts within 6 hours."


@transaction.atomic
def offer_out_of_turn(*, bootcamp_id: int, entry_id: int) -> SeatOffer:
    """Offer this person a free seat before the others, or for a bundle all of its seats.

    Raises NotFound, or Conflict with the reason in words.
    """
    take_turns()
    entry = _waiting(bootcamp_id, entry_id)
    wished = entry.wishes.values_list("bootcamp_id", flat=True)
    ids = list(wished) if entry.bundle_id else [bootcamp_id]
    classes = list(
        Bootcamp.objects.filter(ON_SALE, pk__in=ids)
        .annotate(free=Count("seats", filter=FREE_SEATS))
        .order_by("pk")
    )
    if len(classes) != len(ids) or not all(one.free for one in classes):
        raise Conflict(NO_SEAT, code=ErrorCode.SOLD_OUT)
    try:
        offer = make_offer(entry_id=entry.pk, classes=classes, at=database_now(), by_desk=True)
    except NoSeat as missing:
        raise Conflict(NO_SEAT, code=ErrorCode.SOLD_OUT) from missing
    if offer is None:
        raise Conflict(NOT_OFFERED, code=ErrorCode.NOT_ON_SALE)
    keep_classes_closed()
    return offer


@transaction.atomic
def take_off(*, bootcamp_id: int, entry_id: int) -> WaitingEntry:
    """Remove the person. If they join again, they aren't put in line."""
    entry = WaitingEntry.objects.filter(pk=entry_id, wishes__bootcamp_id=bootcamp_id).first()
    if entry is None or not end_entry(entry_id=entry.pk, state=WaitingState.REMOVED):
        raise NotFound(NOT_WAITING)
    return entry


def _waiting(bootcamp_id: int, entry_id: int) -> WaitingEntry:
    entry = WaitingEntry.objects.filter(
        pk=entry_id, state=WaitingState.WAITING, wishes__bootcamp_id=bootcamp_id
    ).first()
    if entry is None:
        raise NotFound(NOT_WAITING)
    return entry
