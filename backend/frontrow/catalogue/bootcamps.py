"""What can happen to a bootcamp: made, changed, archived, brought back, deleted."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.db.models.functions import Now

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.admin_schemas import BootcampChangeIn, BootcampIn
from frontrow.catalogue.files import discard_stored_files
from frontrow.catalogue.meetings import PASTED_LINKS, TOLD, keep_in_step, take_away
from frontrow.catalogue.models import Bootcamp, BootcampStatus, BootcampType, Resource
from frontrow.catalogue.seats import match_seats_to_capacity
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.core.jobs import job

COACHED_TYPES = (BootcampType.LAUNCH, BootcampType.MARKET)
LONGEST_NAME = 255
# A class is one session. Anything longer is several, or a wrong date.
LONGEST_CLASS = timedelta(hours=12)
IN_THE_PAST = (
    "This date is in the past. Choose a later one, or say that this is a record of a class"
    " already held."
)

# Short and harmless enough for the audit log; links and long texts are only named there.
_TOLD_IN_AUDIT = (
    "bootcamp_type",
    "step",
    "price",
    "max_seats",
    "starts_at",
    "ends_at",
    "timezone",
    "sales_open_at",
    "sales_close_at",
    "min_seats",
    "decide_by",
    "certificate_percent",
    "includes_coaching",
)
CHANGING = "Students are choosing what happens with this class. Its dates stay as announced."
CANCELED = "This class was canceled. Copy it to another date instead."


@dataclass(frozen=True, kw_only=True)
class BootcampChange:
    bootcamp: Bootcamp
    # True where the session now begins or ends at another instant.
    moved: bool


def find_bootcamp(*, bootcamp_id: int) -> Bootcamp:
    return _found(Bootcamp.objects.filter(pk=bootcamp_id).first())


@transaction.atomic
def create_bootcamp(*, by: Actor, wanted: BootcampIn) -> Bootcamp:
    fields = _as_columns(wanted.model_dump(exclude={"already_held"}))
    if fields["includes_coaching"] is None:
        fields["includes_coaching"] = wanted.bootcamp_type in COACHED_TYPES
    refuse_wrong_end(fields["starts_at"], fields["ends_at"])
    _refuse_close_before_open(fields["sales_open_at"], fields["sales_close_at"])
    refuse_the_past(fields["starts_at"], already_held=wanted.already_held)
    bootcamp = Bootcamp.objects.create(**fields)
    match_seats_to_capacity(bootcamp=bootcamp)
    keep_in_step(bootcamp=bootcamp)
    _note(by, "created bootcamp", bootcamp)
    return bootcamp


@transaction.atomic
def change_bootcamp(*, by: Actor, bootcamp_id: int, wanted: BootcampChangeIn) -> BootcampChange:
    """Change what was sent and is different. Who is told about a move is for the caller to see to.

    Raises Conflict when more seats are taken than there would be, and nothing has changed.
    """
    bootcamp = lock_bootcamp(bootcamp_id)
    sent = _as_columns(wanted.model_dump(exclude_unset=True, exclude={"move_note"}))
    before = {name: getattr(bootcamp, name) for name in sent}
    changed = sorted(name for name in sent if sent[name] != before[name])
    if not changed:
        return BootcampChange(bootcamp=bootcamp, moved=False)
    if bootcamp.zoom_meeting_id and any(name in PASTED_LINKS for name in changed):
        raise Conflict("Zoom created this meeting, so you can't change its links by hand.")
    for name in changed:
        setattr(bootcamp, name, sent[name])
    _refuse_close_before_open(bootcamp.sales_open_at, bootcamp.sales_close_at)
    moved = "starts_at" in changed or "ends_at" in changed
    if moved:
        refuse_wrong_end(bootcamp.starts_at, bootcamp.ends_at)
    if moved and bootcamp.sales_stopped_at is not None:
        raise Conflict(CHANGING)
    if {"min_seats", "decide_by"} & set(changed):
        bootcamp.decide_told_at = None
    if moved:
        bootcamp.schedule_version += 1
        # New dates are judged anew: once they are over, it goes to the archive by itself again.
        bootcamp.kept_active_at = None
        bootcamp.meeting_ended_at = None
    bootcamp.save()
    if "max_seats" in changed:
        match_seats_to_capacity(bootcamp=bootcamp)
    if not TOLD.isdisjoint(changed):
        keep_in_step(bootcamp=bootcamp)
    told = [name for name in changed if name in _TOLD_IN_AUDIT]
    _note(
        by,
        "changed bootcamp",
        bootcamp,
        changed=changed,
        was={name: _plain(before[name]) for name in told},
        now={name: _plain(sent[name]) for name in told},
    )
    return BootcampChange(bootcamp=bootcamp, moved=moved)


@transaction.atomic
def archive_bootcamp(*, by: Actor, bootcamp_id: int) -> Bootcamp:
    """Take it off the shelf. Whoever holds a seat keeps it: this ends the sale, not the session."""
    bootcamp = lock_bootcamp(bootcamp_id)
    if bootcamp.status == BootcampStatus.ARCHIVED:
        return bootcamp
    bootcamp.status = BootcampStatus.ARCHIVED
    bootcamp.kept_active_at = None
    # Brought back later, it must not go on sale at a time that nobody thinks of any more.
    bootcamp.publish_at = None
    bootcamp.save(update_fields=["status", "kept_active_at", "publish_at", "updated_at"])
    _note(by, "archived bootcamp", bootcamp)
    return bootcamp


@transaction.atomic
def unarchive_bootcamp(*, by: Actor, bootcamp_id: int) -> Bootcamp:
    """Put it back. One that is over stays until its dates change, or the clock would undo this."""
    bootcamp = lock_bootcamp(bootcamp_id)
    if bootcamp.status == BootcampStatus.ACTIVE:
        return bootcamp
    if bootcamp.canceled_at is not None:
        raise Conflict(CANCELED)
    at = database_now()
    bootcamp.status = BootcampStatus.ACTIVE
    bootcamp.kept_active_at = at if bootcamp.ends_at <= at else None
    bootcamp.save(update_fields=["status", "kept_active_at", "updated_at"])
    if not bootcamp.zoom_meeting_id:
        keep_in_step(bootcamp=bootcamp)
    _note(by, "unarchived bootcamp", bootcamp)
    return bootcamp


@transaction.atomic
def archive_expired_bootcamps() -> list[int]:
    """Archive what is over, except what an admin brought back since; returns which those were."""
    expired = Bootcamp.objects.filter(
        status=BootcampStatus.ACTIVE, ends_at__lte=Now(), kept_active_at=None
    )
    # One that is being changed this moment may be getting new dates: the next round sees it.
    ids = list(
        expired.order_by("pk")
        .select_for_update(skip_locked=True, no_key=True)
        .values_list("pk", flat=True)
    )
    if ids:
        Bootcamp.objects.filter(pk__in=ids).update(
            status=BootcampStatus.ARCHIVED, publish_at=None, updated_at=Now()
        )
    return ids


@transaction.atomic
def archive_expired_for_admin(*, by: Actor) -> int:
    """The same, when an admin opens the list."""
    ids = archive_expired_bootcamps()
    if ids:
        audit.record(by=by, action="archived expired bootcamps", bootcamp_ids=ids)
    return len(ids)


@job(every="*/5 * * * *")
def archive_expired_by_the_clock(timestamp: int) -> None:
    archive_expired_bootcamps()


@transaction.atomic
def delete_bootcamp(*, by: Actor, bootcamp_id: int) -> None:
    """Remove it with its seats, resources and places in bundles; never one that was bought."""
    # A full lock: a purchase being written this moment waits, and then finds it gone.
    bootcamp = _found(Bootcamp.objects.select_for_update().filter(pk=bootcamp_id).first())
    bundle_ids = [str(pk) for pk in bootcamp.bundles.order_by("pk").values_list("pk", flat=True)]
    resources = Resource.with_deleted.filter(bootcamp=bootcamp)
    storage_keys = list(resources.values_list("storage_key", flat=True))
    _note(by, "deleted bootcamp", bootcamp, name=bootcamp.name, bundle_ids=bundle_ids)
    take_away(bootcamp=bootcamp)
    try:
        bootcamp.delete()
    except ProtectedError as error:
        raise Conflict(
            "This bootcamp has purchases, so it can't be deleted. Archive it instead."
        ) from error
    discard_stored_files(storage_keys=storage_keys)


def _found(bootcamp: Bootcamp | None) -> Bootcamp:
    if bootcamp is None:
        raise NotFound("Bootcamp not found")
    return bootcamp


def lock_bootcamp(bootcamp_id: int) -> Bootcamp:
    # Not against purchases that only refer to it: buyers need not wait for an admin.
    rows = Bootcamp.objects.select_for_update(no_key=True)
    return _found(rows.filter(pk=bootcamp_id).first())


def _as_columns(sent: Mapping[str, Any]) -> dict[str, Any]:
    columns = {"start_date": "starts_at", "end_date": "ends_at"}
    return {columns.get(name, name): value for name, value in sent.items()}


def refuse_wrong_end(starts_at: datetime, ends_at: datetime) -> None:
    message = ""
    if ends_at <= starts_at:
        message = "End date must be after start date"
    elif ends_at - starts_at > LONGEST_CLASS:
        message = "A class can last up to 12 hours"
    if message:
        raise Invalid(message, fields={"endDate": message})


def _refuse_close_before_open(open_at: datetime | None, close_at: datetime | None) -> None:
    if open_at is not None and close_at is not None and close_at <= open_at:
        message = "Sales must close after they open"
        raise Invalid(message, fields={"salesCloseAt": message})


def refuse_the_past(starts_at: datetime, *, already_held: bool) -> None:
    """A wrong year, typed in a hurry, would go straight to the archive and never be sold."""
    if starts_at <= database_now() and not already_held:
        raise Invalid(IN_THE_PAST, fields={"startDate": IN_THE_PAST})


def _plain(value: Any) -> str | int | bool:
    if value is None:
        return ""
    return value if isinstance(value, int) else str(value)


def _note(by: Actor, action: str, bootcamp: Bootcamp, **details: Any) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
        **details,
    )
