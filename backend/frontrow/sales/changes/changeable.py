"""Which seats can still change, and the reason in words if one can't."""

from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import (
    Count,
    DecimalField,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, Greatest, Now

from frontrow.core.dates import format_moment
from frontrow.core.errors import NotFound
from frontrow.sales.models import EndedBecause, Enrollment, Fact, PurchaseState
from frontrow.sales.settlement.moved_seats import (
    BY_CLASS_CHANGE,
    WORTH,
    is_being_given_back,
    is_being_paid_for,
    lock_purchase_of,
)

# By the student. Without a limit they could postpone the first-session guarantee indefinitely.
MOST_MOVES = 2
_MONEY = DecimalField(max_digits=10, decimal_places=2)
NOT_THEIRS = "This seat is no longer yours."
BEING_MOVED = "A payment to move this seat is being completed."
BEING_REFUNDED = "This seat is being refunded."


@cache
def changeable() -> QuerySet[Enrollment]:
    """Enrollments with the annotations that the decision needs: number of moves, value and time.

    Cached, because building the queryset takes longer than running it.
    """
    # Moves after a change of the class itself don't count, because the student didn't ask for them.
    by_us = Fact.objects.filter(
        purchase=OuterRef("purchase"), enrollment=OuterRef("pk"), details__by=BY_CLASS_CHANGE
    )
    # In a chain, every enrollment but the first refers to the first.
    moved = (
        Enrollment.objects.filter(~Exists(by_us), ended_because=EndedBecause.MOVED)
        .alias(chain=Coalesce("first_id", "pk"))
        .filter(chain=Coalesce(OuterRef("first_id"), OuterRef("pk")))
        .filter(purchase_id=OuterRef("purchase_id"))
        .values("purchase_id")
        .annotate(times=Count("pk"))
    )
    given = (
        Fact.objects.filter(purchase=OuterRef("purchase"), details__has_key=WORTH)
        .alias(chain=Coalesce("enrollment__first_id", "enrollment_id"))
        .filter(chain=Coalesce(OuterRef("first_id"), OuterRef("pk")))
        .annotate(worth=Cast(KeyTextTransform(WORTH, "details"), _MONEY))
        .order_by("-worth")
        .values("worth")
    )
    return Enrollment.objects.select_related("bootcamp", "purchase__user", "holder").annotate(
        worth=Greatest("price", Subquery(given[:1])),
        moves_made=Coalesce(Subquery(moved.values("times"), output_field=IntegerField()), 0),
        asked_at=Now(),
        is_being_moved=is_being_paid_for(),
        is_being_refunded=is_being_given_back(),
    )


def locked_seat(*, enrollment_id: int, theirs: Q) -> Any:
    """The seat under its purchase's lock, if it is theirs. Raises NotFound.

    Locked before it is read, so that concurrent changes are seen.
    """
    lock_purchase_of(enrollment_id=enrollment_id)
    enrollment = changeable().filter(theirs, pk=enrollment_id).first()
    if enrollment is None:
        raise NotFound
    return enrollment


def moves_until(enrollment: Enrollment) -> datetime:
    return enrollment.bootcamp.starts_at - timedelta(hours=settings.ENV.MOVE_NOTICE_HOURS)


def why_nothing_changes(enrollment: Any) -> str:
    """Why this seat can be neither moved nor transferred. Empty if it can."""
    if enrollment.ended_at or enrollment.purchase.state != PurchaseState.COMPLETED:
        return NOT_THEIRS
    if enrollment.is_being_moved:
        return BEING_MOVED
    if enrollment.is_being_refunded:
        return BEING_REFUNDED
    return ""


def why_it_stays(enrollment: Any, *, by_desk: bool = False) -> str:
    """Why this seat can't move to another date. Empty if it can."""
    at = enrollment.asked_at
    if refusal := why_nothing_changes(enrollment):
        return refusal
    if enrollment.attended_at:
        return "You've joined this class, so the date can't be changed."
    if by_desk:
        return ""
    if enrollment.bootcamp.starts_at <= at:
        return "This class has started, so its seat can't move."
    if moves_until(enrollment) < at:
        last = format_moment(moves_until(enrollment), enrollment.bootcamp.timezone)
        return f"Seats could move to another date until {last}."
    if enrollment.moves_made >= MOST_MOVES:
        return "This seat has moved twice, so it can't move again."
    return ""
