"""Publish drafts: now, several at once, or at a scheduled time."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models.functions import Now

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.bootcamps import lock_bootcamp, refuse_the_past
from frontrow.catalogue.meetings import queue_meeting_update
from frontrow.catalogue.models import Bootcamp, BootcampStatus
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.errors import Conflict, Invalid
from frontrow.core.jobs import enqueue, job

TOO_EARLY = "Choose a time in the future, or publish now."
TOO_LATE = "The class will have started by then. Choose an earlier time."
IN_THE_ARCHIVE = "This bootcamp is archived. Unarchive it first."


@transaction.atomic
def publish_bootcamp(
    *,
    by: Actor,
    bootcamp_id: int,
    already_held: bool = False,
    at: datetime | None = None,
) -> Bootcamp:
    """Publish a draft now or at a time. No effect if it is already published."""
    bootcamp = lock_bootcamp(bootcamp_id)
    if bootcamp.published_at is not None:
        return bootcamp
    refuse_the_past(bootcamp.starts_at, already_held=already_held)
    if at is None:
        _put_on_sale(bootcamp)
        _note(by, "published bootcamp", bootcamp)
    else:
        _schedule(bootcamp, at)
        _note(by, "scheduled publishing", bootcamp, publish_at=at.isoformat())
    return bootcamp


@transaction.atomic
def publish_bootcamps(*, by: Actor, ids: Sequence[int], at: datetime | None) -> list[Bootcamp]:
    """Publish all or none. Rows are locked in order of id, so that two admins can't deadlock."""
    return [publish_bootcamp(by=by, bootcamp_id=each, at=at) for each in sorted(set(ids))]


@transaction.atomic
def cancel_publishing(*, by: Actor, bootcamp_id: int) -> Bootcamp:
    """Cancel a scheduled publication. No effect on a published bootcamp."""
    bootcamp = lock_bootcamp(bootcamp_id)
    if bootcamp.publish_at is not None:
        bootcamp.publish_at = None
        bootcamp.save(update_fields=["publish_at", "updated_at"])
        _note(by, "canceled publishing", bootcamp)
    return bootcamp


@transaction.atomic
def publish_what_is_due() -> list[int]:
    """Publish drafts whose scheduled time has passed on the database's clock. Returns their ids.

    A late run still publishes, except a class that has begun meanwhile: it stays a draft, and the
    admin panel shows that. A concurrent run skips rows that this one has locked.
    """
    due = (
        Bootcamp.objects.filter(
            status=BootcampStatus.ACTIVE,
            published_at=None,
            publish_at__lte=Now(),
            starts_at__gt=Now(),
        )
        .order_by("pk")
        .select_for_update(skip_locked=True, no_key=True)
    )
    ids = []
    for bootcamp in due:
        _put_on_sale(bootcamp)
        ids.append(bootcamp.pk)
    crash_point("publish.before_commit")
    return ids


@job(every="* * * * *")
def publish_by_the_clock(timestamp: int) -> None:
    publish_what_is_due()


def _put_on_sale(bootcamp: Bootcamp) -> None:
    bootcamp.published_at = database_now()
    bootcamp.publish_at = None
    # A copy of an ended class stayed out of the archive because it had no new dates.
    bootcamp.kept_active_at = None
    bootcamp.save(update_fields=["published_at", "publish_at", "kept_active_at", "updated_at"])
    queue_meeting_update(bootcamp=bootcamp)


def _schedule(bootcamp: Bootcamp, at: datetime) -> None:
    if bootcamp.status == BootcampStatus.ARCHIVED:
        raise Conflict(IN_THE_ARCHIVE)
    if at <= database_now():
        raise Invalid(TOO_EARLY, fields={"at": TOO_EARLY})
    if at >= bootcamp.starts_at:
        raise Invalid(TOO_LATE, fields={"at": TOO_LATE})
    bootcamp.publish_at = at
    bootcamp.save(update_fields=["publish_at", "updated_at"])
    # Runs at the exact second. If this job is lost, the one that runs each minute publishes
    # instead.
    enqueue(publish_by_the_clock, run_at=at, timestamp=int(at.timestamp()))


def _note(by: Actor, action: str, bootcamp: Bootcamp, **details: str) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
        **details,
    )
