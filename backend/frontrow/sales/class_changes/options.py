"""What can be chosen for a seat of a changed class, and why something can't."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from frontrow.catalogue.models import OFFERED, Bootcamp
from frontrow.catalogue.seats import OPEN_SEATS
from frontrow.sales.changes.moving import FULL, HAS_SEAT
from frontrow.sales.class_changes.schemas import Silence
from frontrow.sales.class_changes.worth import Worth
from frontrow.sales.enrolment.enrolments import held_by, live
from frontrow.sales.models import ChangeKind, Choice, ClassChange, Enrolment
from frontrow.sales.refunds.requests import DISPUTED
from frontrow.sales.terms.free_seats import nothing_was_paid

CREDIT_FOR = timedelta(days=365)


@dataclass(frozen=True, kw_only=True)
class OfferedDate:
    bootcamp: Any
    free_seats: int
    refusal: str


@dataclass(frozen=True, kw_only=True)
class Options:
    keep: bool
    dates: Sequence[OfferedDate]
    # Nothing where the seat was never paid for.
    worth: Worth | None
    whole: bool
    credit: bool

    @property
    def refusal(self) -> str:
        """Why no money can go back now."""
        return DISPUTED if self.worth and self.worth.is_disputed else ""

    @property
    def names(self) -> list[Choice]:
        can = {
            Choice.KEEP: self.keep,
            Choice.DATE: any(not one.refusal for one in self.dates),
            Choice.REFUND: self.worth is not None and not self.refusal,
            Choice.REFUND_ALL: self.whole,
            Choice.CREDIT: self.credit,
        }
        return [choice for choice, is_so in can.items() if is_so]


def alternatives_of(change: ClassChange) -> list[Any]:
    """Those of the offered classes that are still on sale, the soonest first, with live seats."""
    return list(_on_sale().filter(pk__in=change.alternatives).order_by("starts_at", "pk"))


def dates_of_same_kind(bootcamp: Bootcamp) -> list[Any]:
    """Every other date of its kind that is on sale."""
    same = _on_sale().filter(bootcamp_type=bootcamp.bootcamp_type).exclude(pk=bootcamp.pk)
    return list(same.order_by("starts_at", "pk"))


def options_for(
    *,
    change: ClassChange,
    seat: Enrolment,
    worth: Worth | None,
    alternatives: Sequence[Any],
    had: frozenset[int] | None = None,
) -> Options:
    """`had`: classes in which they have a seat already, where the caller has asked for many."""
    had = classes_of(seat) if had is None else had
    is_paid = worth is not None and worth.amount > 0
    can_pay = is_paid and worth is not None and not worth.is_disputed
    return Options(
        keep=change.kind == ChangeKind.MOVE and seat.bootcamp_id == change.bootcamp_id,
        dates=[
            OfferedDate(bootcamp=one, free_seats=one.free_seats, refusal=_why_not(seat, one, had))
            for one in alternatives
        ],
        worth=worth if is_paid else None,
        # Whoever holds a seat that another paid for chooses for that seat alone.
        whole=can_pay and bool(worth and worth.whole) and not seat.is_handed_over,
        credit=can_pay and change.offers_credit,
    )


def silence_of(change: ClassChange, seat: Enrolment) -> Silence:
    if change.kind == ChangeKind.MOVE:
        return Silence.KEEP
    return Silence.ENDS if nothing_was_paid(seat.purchase) else Silence.REFUND


def credit_until(at: datetime) -> datetime:
    return at + CREDIT_FOR


def classes_of(seat: Enrolment) -> frozenset[int]:
    """Where whoever attends, or the purchase, has a seat."""
    user = seat.attendee
    theirs = Q(purchase_id=seat.purchase_id) | (held_by(user) if user else Q(pk=None))
    mine = Enrolment.objects.filter(live(), theirs)
    return frozenset(mine.values_list("bootcamp_id", flat=True))


def _why_not(seat: Enrolment, target: Any, had: frozenset[int]) -> str:
    if target.pk == seat.bootcamp_id:
        # Their seat is there since they chose it.
        return ""
    if target.pk in had:
        return HAS_SEAT
    return "" if target.free_seats else FULL


def _on_sale() -> QuerySet[Any]:
    seats = Count("seats", filter=OPEN_SEATS)
    return Bootcamp.objects.filter(OFFERED, starts_at__gt=Now()).annotate(free_seats=seats)


def people_with_seats_in(alternatives: Sequence[Any]) -> Exists:
    """Asked of an enrolment: whether its purchase has a seat in one of these."""
    return Exists(
        Enrolment.objects.filter(
            live(),
            purchase=OuterRef("purchase"),
            bootcamp__in=[one.pk for one in alternatives],
        )
    )
