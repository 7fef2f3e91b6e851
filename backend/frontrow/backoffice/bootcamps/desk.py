"""Bootcamps as admins see them, and changes to a bootcamp that has been sold."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Now
from pydantic import TypeAdapter

from frontrow.accounts.actor import Actor
from frontrow.backoffice.bootcamps.schemas import (
    ChangePreviewOut,
    MovePreviewIn,
    MovePreviewOut,
)
from frontrow.catalogue import bootcamps, copies
from frontrow.catalogue.admin_schemas import AdminBootcampOut, BootcampChangeIn, CopiesIn
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.catalogue.meetings import state_of
from frontrow.catalogue.models import Bootcamp, BootcampStatus, Seat
from frontrow.catalogue.prices import has_steps, prices_of
from frontrow.catalogue.seats import FREE
from frontrow.core.clock import now
from frontrow.messaging.private_links import shown
from frontrow.sales.before_class.questions import copy_questions
from frontrow.sales.changes.schedule_changes import (
    announce_move,
    count_touched_by_move,
    sample_of_move,
)
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.models import ClassChange, Enrollment, PurchaseState

_answers = TypeAdapter(list[AdminBootcampOut])
_NOT_STORED = {
    "available_seats",
    "class_change",
    "class_change_kind",
    "enrolled",
    "is_active",
    "meeting_state",
    "price_now",
    "start_date",
    "end_date",
}
NEVER_CHANGED = {"class_change": None, "class_change_kind": None}
# Needed for the meeting's state, and left out of the response.
_FOR_MEETING = ("ends_at", "meeting_due_at", "meeting_failures")
_AS_STORED = [name for name in AdminBootcampOut.model_fields if name not in _NOT_STORED]


def list_bootcamps() -> list[AdminBootcampOut]:
    """Every bootcamp, the latest date first, in four statements."""
    return read_bootcamps(Bootcamp.objects.order_by("-starts_at", "-id"), counting=Q())


def show_bootcamp(bootcamp: Bootcamp) -> AdminBootcampOut:
    rows = Bootcamp.objects.filter(pk=bootcamp.pk)
    [answer] = read_bootcamps(rows, counting=Q(bootcamp_id=bootcamp.pk))
    return answer


@transaction.atomic
def change_bootcamp(*, by: Actor, bootcamp_id: int, wanted: BootcampChangeIn) -> Bootcamp:
    """Change a bootcamp and, for new dates, queue emails to its attendees, in one transaction."""
    change = bootcamps.change_bootcamp(by=by, bootcamp_id=bootcamp_id, wanted=wanted)
    if change.moved:
        announce_move(bootcamp=change.bootcamp, note=wanted.move_note)
    return change.bootcamp


@transaction.atomic
def clone_bootcamp(*, by: Actor, bootcamp_id: int) -> Bootcamp:
    """Clone a bootcamp with the instructor's questions."""
    copy = copies.clone_bootcamp(by=by, bootcamp_id=bootcamp_id)
    copy_questions(original_id=bootcamp_id, copies=[copy])
    return copy


@transaction.atomic
def copy_to_dates(*, by: Actor, bootcamp_id: int, wanted: CopiesIn) -> list[Bootcamp]:
    made = copies.copy_to_dates(
        by=by,
        bootcamp_id=bootcamp_id,
        starts=wanted.starts,
        already_held=wanted.already_held,
    )
    copy_questions(original_id=bootcamp_id, copies=made)
    return made


def preview_change(*, bootcamp_id: int) -> ChangePreviewOut:
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    seats = Seat.objects.filter(bootcamp=bootcamp).aggregate(
        held=Count("pk", filter=Q(held_until__gt=Now())), taken=Count("pk", filter=~Q(FREE))
    )
    return ChangePreviewOut(
        attendees=count_touched_by_move(bootcamp_id=bootcamp.pk),
        being_refunded=Enrollment.objects.filter(
            bootcamp=bootcamp, purchase__state=PurchaseState.REFUNDING
        ).count(),
        held_seats=seats["held"],
        taken_seats=seats["taken"],
    )


def preview_move(*, bootcamp_id: int, wanted: MovePreviewIn) -> MovePreviewOut:
    """The email about new dates. Nothing is changed or sent."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    bootcamp.starts_at, bootcamp.ends_at = wanted.start_date, wanted.end_date
    bootcamp.timezone = wanted.timezone
    email = sample_of_move(bootcamp=bootcamp, note=wanted.note)
    # Without the personal links.
    return MovePreviewOut(recipient=email.to, subject=email.subject, html=shown(email.html))


def read_bootcamps(rows: QuerySet[Bootcamp], *, counting: Q) -> list[AdminBootcampOut]:
    """Plain rows, validated together: model objects would take twice as long for thousands."""
    # Counted in separate subqueries, because joining seats and purchases would multiply the rows.
    free = count_by_bootcamp(Seat.objects.filter(FREE, counting))
    enrolled = count_by_bootcamp(live_enrollments().filter(counting))
    # Ordered, so that the newest wins.
    changes = {
        bootcamp_id: {"class_change": state, "class_change_kind": kind}
        for bootcamp_id, state, kind in ClassChange.objects.filter(counting)
        .order_by("pk")
        .values_list("bootcamp_id", "state", "kind")
    }
    stored = list(
        rows.values(
            *_AS_STORED,
            *_FOR_MEETING,
            start_date=F("starts_at"),
            end_date=F("ends_at"),
            has_steps=has_steps("bootcamp"),
        )
    )
    at = now()
    early = prices_of(
        [Bootcamp(pk=row["id"], price=row["price"]) for row in stored if row["has_steps"]], at=at
    )
    return _answers.validate_python(
        [
            {
                **row,
                "available_seats": free.get(row["id"], 0),
                "enrolled": enrolled.get(row["id"], 0),
                **changes.get(row["id"], NEVER_CHANGED),
                "price_now": early[row["id"]].price if row["has_steps"] else row["price"],
                "is_active": row["status"] == BootcampStatus.ACTIVE,
                "meeting_state": state_of(row, at=at),
            }
            for row in stored
        ]
    )


def count_by_bootcamp(rows: QuerySet[Any]) -> Mapping[int, int]:
    return dict(rows.values_list("bootcamp_id").annotate(Count("pk")).order_by())
