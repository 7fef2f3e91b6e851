"""Serves the waiting list: the next person is offered a released seat, which is held for them.

One function for all classes, under one lock. The database queues it whenever a seat is released
(`sql/serve_freed_seat.sql`). It also runs each minute and at the end of the next hold.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, Min, Prefetch, Q, QuerySet
from django.db.models.functions import Now

from frontrow.catalogue.models import ON_SALE, Bootcamp, Seat
from frontrow.catalogue.seats import FREE_SEATS
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.errors import ProviderDown
from frontrow.core.jobs import enqueue, job
from frontrow.sales.models import (
    CancelReason,
    OfferState,
    Purchase,
    PurchaseState,
    SeatOffer,
    WaitingEntry,
    WaitingKind,
    WaitingState,
    WaitingWish,
)
from frontrow.sales.settlement.settling import call_off, settle
from frontrow.sales.waiting.choosing import InLine, choose
from frontrow.sales.waiting.line import IN_ORDER, keep_classes_closed, take_turns
from frontrow.sales.waiting.making import NoSeat, make_offer
from frontrow.sales.waiting.telling import (
    close_lists,
    first_come,
    tell_of_ended_offers,
    tell_of_last_hours,
)
from frontrow.sales.waiting.windows import is_first_come

EXPIRED = "expired"
# The periodic run handles what ends later than this in time.
AHEAD = timedelta(minutes=2)
# When to retry if a free seat is locked by another transaction.
SOON = timedelta(seconds=2)
# By then several periodic runs would have ended an offer.
OVERDUE_AFTER = timedelta(minutes=5)

# Entries of people who have a seat in what they wait for, in whatever way they got it.
_HAVE_SEATS = """
UPDATE waiting_entries e SET state = 'has seat', ended_at = now()
WHERE e.state = 'waiting' AND EXISTS (
    SELECT 1 FROM waiting_wishes w
    JOIN enrollments n ON n.bootcamp_id = w.bootcamp_id AND n.ended_at IS NULL
    JOIN purchases p ON p.id = n.purchase_id AND p.state = 'completed'
    LEFT JOIN users h ON h.id = n.holder_id
    LEFT JOIN users b ON b.id = p.user_id
    WHERE w.entry_id = e.id AND lower(e.email) = lower(
        coalesce(h.email, nullif(n.holder_email, ''), b.email, p.guest_email)))
"""


@job(every="* * * * *", longest_wait=30)
def serve_lists(timestamp: int) -> None:
    """End expired offers, offer free seats, and send the notices."""
    close_offers_that_ran_out()
    serve()
    tell_of_ended_offers()
    tell_of_last_hours()


def close_offers_that_ran_out() -> None:
    """Each in a separate transaction under its purchase's lock, which releases its seat.

    Includes offers to people who left the list, for example by deleting their account.
    """
    late = SeatOffer.objects.filter(
        Q(expires_at__lte=Now()) | ~Q(entry__state=WaitingState.OFFERED), state=OfferState.OPEN
    )
    for offer in late.select_related("purchase").order_by("pk"):
        try:
            end_offer(purchase=offer.purchase)
        except ProviderDown:
            continue
        crash_point("serve.after_expiry")


def end_offer(*, purchase: Purchase) -> bool:
    """End an expired offer. False if it was paid for. Raises ProviderDown."""
    if purchase.stripe_payment_intent_id and purchase.terms_accepted_at:
        # The card may have been authorized in the last second. Then the offer was taken in time.
        purchase = settle(purchase=purchase).purchase
    return call_off(purchase=purchase, reason=CancelReason.EXPIRED, because=EXPIRED)


def overdue_offers() -> QuerySet[SeatOffer]:
    """Offers that should have ended long ago, oldest first, except those being paid for."""
    return SeatOffer.objects.filter(
        state=OfferState.OPEN,
        expires_at__lte=Now() - OVERDUE_AFTER,
        purchase__state=PurchaseState.PENDING,
    ).order_by("expires_at", "pk")


@transaction.atomic
def serve() -> int:
    """Offer the free seats that people wait for, in order of the line. Returns how many."""
    take_turns()
    at = database_now()
    with connection.cursor() as cursor:
        cursor.execute(_HAVE_SEATS)
    close_lists()
    classes = _classes_with_free_seats()
    near = [one for one in classes.values() if is_first_come(at=at, starts_at=one.starts_at)]
    for bootcamp in near:
        first_come(bootcamp=bootcamp)
        del classes[bootcamp.pk]
    made = _offer_in_turn(classes, at)
    crash_point("serve.after_offers")
    keep_classes_closed()
    _come_back_when_a_hold_ends(at)
    crash_point("serve.before_commit")
    return made


def _classes_with_free_seats() -> dict[int, Any]:
    waited_for = WaitingWish.objects.filter(
        entry__state=WaitingState.WAITING, bootcamp__isnull=False
    ).values("bootcamp_id")
    rows = (
        Bootcamp.objects.filter(ON_SALE, pk__in=waited_for)
        .annotate(free=Count("seats", filter=FREE_SEATS))
        .filter(free__gt=0)
    )
    return {one.pk: one for one in rows.order_by("pk")}


def _offer_in_turn(classes: Mapping[int, Any], at: datetime) -> int:
    if not classes:
        return 0
    entries = {one.pk: one for one in _in_line(list(classes))}
    free = {pk: one.free for pk, one in classes.items()}
    line = [in_line(one) for one in entries.values()]
    made, in_hand = 0, False
    for one, chosen in choose(line, free):
        members = [classes[pk] for pk in chosen]
        missing = 0
        try:
            offer = make_offer(entry_id=one.entry_id, classes=members, at=at)
        except NoSeat as error:
            # Another transaction has locked the seat.
            offer, missing, in_hand = None, error.bootcamp_id, True
        made += offer is not None
        if offer is None:
            # The offer took nothing, so these are free again.
            free.update({pk: free[pk] + 1 for pk in chosen})
        if missing:
            free[missing] = 0
    if in_hand:
        enqueue(serve_lists, run_at=at + SOON, timestamp=0)
    return made


def _in_line(bootcamp_ids: Sequence[int]) -> Sequence[WaitingEntry]:
    """People who wait for any of these classes, in order of the line, with their wishes."""
    wishes = WaitingWish.objects.select_related("bootcamp").order_by("bootcamp__starts_at", "pk")
    asking = WaitingWish.objects.filter(bootcamp__in=bootcamp_ids).values("entry_id")
    return list(
        WaitingEntry.objects.filter(pk__in=asking, state=WaitingState.WAITING)
        .prefetch_related(Prefetch("wishes", wishes))
        .order_by(IN_ORDER, "queued_at", "pk")
    )


def in_line(entry: WaitingEntry) -> InLine:
    wished = [one.bootcamp_id for one in entry.wishes.all() if one.bootcamp_id is not None]
    return InLine(entry.pk, wished, is_whole=entry.kind == WaitingKind.BUNDLE)


def _come_back_when_a_hold_ends(at: datetime) -> None:
    """Queue a run for the end of the next hold in a class with a list, and of the next offer."""
    holds = Seat.objects.filter(
        held_until__gt=Now(),
        bootcamp__in=WaitingWish.objects.filter(entry__state=WaitingState.WAITING).values(
            "bootcamp_id"
        ),
    ).aggregate(first=Min("held_until"))["first"]
    offers = SeatOffer.objects.filter(state=OfferState.OPEN, expires_at__gt=Now()).aggregate(
        first=Min("expires_at")
    )["first"]
    ends = [moment for moment in (holds, offers) if moment and moment < at + AHEAD]
    if ends:
        moment = min(ends)
        enqueue(serve_lists, run_at=moment, once=f"serve:{moment.isoformat()}", timestamp=0)
