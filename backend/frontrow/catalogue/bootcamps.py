"""Create, change, archive, restore and delete bootcamps."""

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
from frontrow.catalogue.meetings import (
    PASTED_LINKS,
    TOLD,
    queue_meeting_removal,
    queue_meeting_update,
)
from frontrow.catalogue.models import Bootcamp, BootcampStatus, BootcampType, Resource
from frontrow.catalogue.seats import match_seats_to_capacity
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.core.jobs import job

COACHED_TYPES = (BootcampType.LAUNCH, BootcampType.MARKET)
LONGEST_NAME = 255
# A class is one session. Anything longer is several sessions, or a wrong date.
LONGEST_CLASS = timedelta(hours=12)
IN_THE_PAST = (
    "This date is in the past. Choose a later one, or say that this is a record of a class"
    " already held."
)

# Short, non-sensitive fields whose values go into the audit log. For links and long texts, only the
# field's name does.
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
    # True if the session's start or end changed.
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
    queue_meeting_update(bootcamp=bootcamp)
    _note(by, "created bootcamp", bootcamp)
    return bootcamp


@transaction.atomic
def change_bootcamp(*, by: Actor, bootcamp_id: int, wanted: BootcampChangeIn) -> BootcampChange:
    """Apply the changed fields. The caller notifies people about new dates.

    Raises Conflict, and changes nothing, if more seats are taken than the new capacity.
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
        # With new dates, the class is archived automatically again once it is over.
        bootcamp.kept_active_at = None
        bootcamp.meeting_ended_at = None
    bootcamp.save()
    if "max_seats" in changed:
        match_seats_to_capacity(bootcamp=bootcamp)
    if not TOLD.isdisjoint(changed):
        queue_meeting_update(bootcamp=bootcamp)
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
    """Archive a bootcamp. This ends its sale but not the session: existing seats are kept."""
    bootcamp = lock_bootcamp(bootcamp_id)
    if bootcamp.status == BootcampStatus.ARCHIVED:
        return bootcamp
    bootcamp.status = BootcampStatus.ARCHIVED
    bootcamp.kept_active_at = None
    # Otherwise a restored bootcamp could go on sale at a forgotten time.
    bootcamp.publish_at = None
    bootcamp.save(update_fields=["status", "kept_active_at", "publish_at", "updated_at"])
    _note(by, "archived bootcamp", bootcamp)
    return bootcamp


@transaction.atomic
def unarchive_bootcamp(*, by: Actor, bootcamp_id: int) -> Bootcamp:
    """Restore from the archive. A class that is over stays restored until its dates change.

    Without this exception, the job that archives expired classes would undo the restore.
    """
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
        queue_meeting_update(bootcamp=bootcamp)
    _note(by, "unarchived bootcamp", bootcamp)
    return bootcamp


@transaction.atomic
def archive_expired_bootcamps() -> list[int]:
    """Archive classes that are over, except those an admin has restored since. Returns their
    ids."""
    expired = Bootcamp.objects.filter(
        status=BootcampStatus.ACTIVE, ends_at__lte=Now(), kept_active_at=None
    )
    # Skips a locked class, whose dates may be changing. The next run sees it.
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
    """`archive_expired_bootcamps`, run when an admin opens the list."""
    ids = archive_expired_bootcamps()
    if ids:
        audit.record(by=by, action="archived expired bootcamps", bootcamp_ids=ids)
    return len(ids)


@job(every="*/5 * * * *")
def archive_expired_by_the_clock(timestamp: int) -> None:
    archive_expired_bootcamps()


@transaction.atomic
def delete_bootcamp(*, by: Actor, bootcamp_id: int) -> None:
    """Delete a bootcamp with its seats, resources and bundle memberships.

    A bootcamp that was ever bought can't be deleted.
    """
    # A full lock: a concurrent purchase waits and then finds the bootcamp gone.
    bootcamp = _found(Bootcamp.objects.select_for_update().filter(pk=bootcamp_id).first())
    bundle_ids = [str(pk) for pk in bootcamp.bundles.order_by("pk").values_list("pk", flat=True)]
    resources = Resource.with_deleted.filter(bootcamp=bootcamp)
    storage_keys = list(resources.values_list("storage_key", flat=True))
    _note(by, "deleted bootcamp", bootcamp, name=bootcamp.name, bundle_ids=bundle_ids)
    queue_meeting_removal(bootcamp=bootcamp)
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
    # NO KEY: purchases that only refer to the row need not wait for an admin.
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
    """Refuse past dates: a mistyped year would be archived at once and never sold."""
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
