"""The admin view of a waiting list: entries, reasons, offers, and what more seats would earn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import BooleanField, Count, ExpressionWrapper
from django.db.models.functions import Now

from frontrow.catalogue.models import ON_SALE, Bootcamp
from frontrow.catalogue.seats import FREE_SEATS
from frontrow.core.clock import database_now
from frontrow.core.dates import format_date
from frontrow.core.money import to_cents
from frontrow.sales.models import (
    OfferState,
    SeatOffer,
    WaitingEntry,
    WaitingKind,
    WaitingState,
)
from frontrow.sales.waiting.line import places_in
from frontrow.sales.waiting.offers import state_of
from frontrow.sales.waiting.reasons import Standing, why_not_offered
from frontrow.sales.waiting.windows import is_first_come

MORE_SEATS = 5

# People who wait for a new date are in no class's line.
_NOW = """
SELECT
    (SELECT count(*) FROM waiting_entries WHERE state = 'waiting' AND kind <> 'interest'),
    (SELECT count(*) FROM seat_offers WHERE state = 'open' AND expires_at > now()),
    (SELECT w.bootcamp_id FROM waiting_wishes w JOIN waiting_entries e ON e.id = w.entry_id
     WHERE e.ended_at IS NULL AND w.bootcamp_id IS NOT NULL
     GROUP BY w.bootcamp_id ORDER BY count(*) DESC, w.bootcamp_id LIMIT 1)
"""


@dataclass(frozen=True, kw_only=True)
class Waiter:
    entry: WaitingEntry
    place: int
    wishes: Sequence[str]
    reason: str


@dataclass(frozen=True, kw_only=True)
class Offered:
    offer: SeatOffer
    state: OfferState


@dataclass(frozen=True, kw_only=True)
class WaitingNow:
    """Totals of all classes."""

    people: int
    open_offers: int
    # The class with the longest list. None if all lists are empty.
    longest: int | None


@dataclass(frozen=True, kw_only=True)
class Board:
    waiters: Sequence[Waiter]
    offers: Sequence[Offered]
    free: int
    now: datetime

    @property
    def open(self) -> int:
        return sum(one.state == OfferState.OPEN for one in self.offers)

    @property
    def taken(self) -> int:
        return sum(one.state == OfferState.TAKEN for one in self.offers)

    @property
    def taken_share(self) -> int | None:
        ended = len(self.offers) - self.open
        return round(100 * self.taken / ended) if ended else None

    def more_seats_would_bring(self, *, bootcamp: Bootcamp) -> int:
        return min(MORE_SEATS, len(self.waiters)) * to_cents(bootcamp.price)


def count_waiting() -> WaitingNow:
    """One statement, because the admin pages poll it every half minute."""
    with connection.cursor() as cursor:
        cursor.execute(_NOW)
        people, open_offers, longest = cursor.fetchone()
    return WaitingNow(people=people, open_offers=open_offers, longest=longest)


def read_board(*, bootcamp: Bootcamp) -> Board:
    at = database_now()
    entries = list(
        WaitingEntry.objects.filter(state=WaitingState.WAITING, wishes__bootcamp=bootcamp)
        .select_related("bundle", "user")
        .prefetch_related("wishes__bootcamp")
        .order_by("queued_at", "pk")
    )
    wished = {one.bootcamp_id for entry in entries for one in entry.wishes.all()} | {bootcamp.pk}
    classes: Mapping[int, Any] = {
        one.pk: one
        for one in Bootcamp.objects.filter(pk__in=[pk for pk in wished if pk]).annotate(
            free=Count("seats", filter=FREE_SEATS),
            is_on_sale=ExpressionWrapper(ON_SALE, BooleanField()),
        )
    }
    places = places_in([bootcamp.pk])
    offers = SeatOffer.objects.filter(
        purchase__enrollments__bootcamp=bootcamp, created_at__lte=Now()
    ).select_related("entry", "purchase")
    return Board(
        waiters=[
            _waiter(entry, classes, bootcamp.pk, places[bootcamp.pk, entry.pk], at)
            for entry in entries
            if (bootcamp.pk, entry.pk) in places
        ],
        offers=[
            Offered(offer=one, state=state_of(one, at=at))
            for one in offers.order_by("-created_at", "-pk")
        ],
        free=classes[bootcamp.pk].free,
        now=at,
    )


def _waiter(
    entry: WaitingEntry, classes: Mapping[int, Any], bootcamp_id: int, place: int, at: datetime
) -> Waiter:
    bootcamp = classes[bootcamp_id]
    bundle = entry.bundle
    price = bundle.price if bundle else bootcamp.price
    members = [classes[one.bootcamp_id] for one in entry.wishes.all() if one.bootcamp_id]
    return Waiter(
        entry=entry,
        place=place,
        wishes=[bundle.name] if bundle else [_day_of(one) for one in members],
        reason=why_not_offered(
            Standing(
                state=WaitingState(entry.state),
                kind=WaitingKind(entry.kind),
                is_on_sale=bootcamp.is_on_sale,
                has_price=bool(price),
                is_first_come=is_first_come(at=at, starts_at=bootcamp.starts_at),
                free=bootcamp.free,
                ahead=place - 1,
                full_members=[one.name for one in members if not one.free] if bundle else (),
            )
        ),
    )


def _day_of(bootcamp: Bootcamp) -> str:
    return f"{bootcamp.name}, {format_date(bootcamp.starts_at, bootcamp.timezone)}"
