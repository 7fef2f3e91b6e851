"""The choices for a seat of a changed class, and why a choice isn't possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Q,
    QuerySet,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

from frontrow.catalogue.courses import same_course
from frontrow.catalogue.models import OFFERED, Bootcamp
from frontrow.catalogue.seats import OPEN_SEATS
from frontrow.core.addresses import address_key
from frontrow.sales.changes.moving import FULL, HAS_SEAT
from frontrow.sales.class_changes.schemas import Asker, Silence
from frontrow.sales.class_changes.worth import Worth
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.enrollment.enrollments import held_by, live
from frontrow.sales.models import ChangeKind, Choice, ClassChange, Enrollment
from frontrow.sales.refunds.requests import DISPUTED
from frontrow.sales.terms.free_seats import nothing_was_paid

CREDIT_FOR = timedelta(days=365)


@dataclass(frozen=True, kw_only=True)
class OfferedDate:
    bootcamp: Any
    free_seats: int
    refusal: str
    # That another course's price makes no difference to the student. Else empty.
    note: str


@dataclass(frozen=True, kw_only=True)
class Options:
    keep: bool
    dates: Sequence[OfferedDate]
    # None if the seat was never paid for.
    worth: Worth | None
    whole: bool
    credit: bool

    @property
    def refusal(self) -> str:
        """Why no refund is possible now."""
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
    """The offered classes that are still on sale, with seat counts, the same course first."""
    offered = _on_sale().filter(pk__in=change.alternatives)
    return list(
        offered.annotate(is_same_course=_is_date_of(change.bootcamp)).order_by(
            "-is_same_course", "starts_at", "pk"
        )
    )


def dates_instead_of(bootcamp: Bootcamp) -> list[Any]:
    """All other classes on sale: dates of the same course, then of others."""
    others = _on_sale().exclude(pk=bootcamp.pk).annotate(is_same_course=_is_date_of(bootcamp))
    return list(others.order_by("-is_same_course", "starts_at", "pk"))


def options_for(
    *,
    change: ClassChange,
    seat: Enrollment,
    worth: Worth | None,
    alternatives: Sequence[Any],
    had: frozenset[int] | None = None,
    asker: Asker = Asker.OWNER,
) -> Options:
    """The choices for a seat. `had` are classes in which they have a seat, if already loaded.

    The payer decides about refunds, and the holder about dates.
    """
    had = classes_of(seat) if had is None else had
    is_paid = asker is not Asker.HOLDER and worth is not None and worth.amount > 0
    can_pay = is_paid and worth is not None and not worth.is_disputed
    return Options(
        keep=asker is not Asker.PAYER
        and change.kind == ChangeKind.MOVE
        and seat.bootcamp_id == change.bootcamp_id,
        dates=[
            OfferedDate(
                bootcamp=one,
                free_seats=one.free_seats,
                refusal=_why_not(seat, one, had),
                note=_price_note(seat, one) if worth is not None and worth.amount else "",
            )
            for one in alternatives
            if asker is not Asker.PAYER
        ],
        worth=worth if is_paid else None,
        # For a transferred seat an admin chooses for that seat alone.
        whole=can_pay
        and bool(worth and worth.whole)
        and (asker is Asker.PAYER or not seat.is_handed_over),
        credit=can_pay and change.offers_credit and _is_one_payers(seat, worth),
    )


def asker_of(seat: Enrollment, *, pays: bool) -> Asker:
    """Who uses the link: the holder, or with `pays` the payer."""
    if not seat.is_paid_by_another:
        return Asker.OWNER
    return Asker.PAYER if pays else Asker.HOLDER


def _is_one_payers(seat: Enrollment, worth: Worth | None) -> bool:
    """A credit belongs to one person, so it can't include what another holder paid to move."""
    paid = seat.purchase
    return worth is None or all(
        one.user_id == paid.user_id
        and (paid.user_id or address_key(one.guest_email) == address_key(paid.guest_email))
        for one in worth.along
    )


def silence_of(change: ClassChange, seat: Enrollment) -> Silence:
    if change.kind == ChangeKind.MOVE:
        return Silence.KEEP
    return Silence.ENDS if nothing_was_paid(seat.purchase) else Silence.REFUND


def credit_until(at: datetime) -> datetime:
    return at + CREDIT_FOR


def classes_of(seat: Enrollment) -> frozenset[int]:
    """Classes in which the attendee or the purchase has a seat."""
    user = seat.attendee
    theirs = Q(purchase_id=seat.purchase_id) | (held_by(user) if user else Q(pk=None))
    mine = Enrollment.objects.filter(live(), theirs)
    return frozenset(mine.values_list("bootcamp_id", flat=True))


def _why_not(seat: Enrollment, target: Any, had: frozenset[int]) -> str:
    if target.pk == seat.bootcamp_id:
        # They have the seat because they chose this class.
        return ""
    if target.pk in had:
        return HAS_SEAT
    return "" if target.free_seats else FULL


def _price_note(seat: Enrollment, target: Any) -> str:
    """A note that another course's price makes no difference, because the operator offered it."""
    if target.is_same_course or target.price == seat.price:
        return ""
    by = format_amount(abs(target.price - seat.price), seat.purchase.currency)
    if target.price > seat.price:
        return f"It costs {by} more. You won't be charged the difference."
    return f"It costs {by} less. The difference isn't refunded."


def _is_date_of(bootcamp: Bootcamp) -> Combinable:
    return ExpressionWrapper(same_course(bootcamp.course), output_field=BooleanField())


def _on_sale() -> QuerySet[Any]:
    seats = Count("seats", filter=OPEN_SEATS)
    return Bootcamp.objects.filter(OFFERED, starts_at__gt=Now()).annotate(free_seats=seats)


def people_with_seats_in(alternatives: Sequence[Any]) -> Exists:
    """Whether an enrollment's purchase has a seat in one of these, as a subquery."""
    return Exists(
        Enrollment.objects.filter(
            live(),
            purchase=OuterRef("purchase"),
            bootcamp__in=[one.pk for one in alternatives],
        )
    )
