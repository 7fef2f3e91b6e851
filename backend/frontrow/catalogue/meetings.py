"""A bootcamp's Zoom meeting: created, updated and removed by idempotent jobs.

The job reads the bootcamp's current state and applies it to the meeting, so it may run late or
repeatedly. Before it creates a meeting it takes a claim (a lease), and searches for a meeting with
the bootcamp's mark: an earlier run may have created one and died, or never received the response.
If an admin pasted links, no meeting is created.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.models import (
    OFFERED,
    Bootcamp,
    BootcampStatus,
    MeetingRegistrant,
    MeetingState,
    Seat,
)
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.errors import Conflict, NotFound, NotSetUp, ProviderDown
from frontrow.core.jobs import UNTIL_DONE, enqueue, job
from frontrow.core.zones import zone
from frontrow.integrations import zoom

# Links that an admin may have entered. Any of them means that the bootcamp meets elsewhere.
PASTED_LINKS = ("zoom_join_url", "zoom_registration_url", "zoom_start_url")
LINKS = (*PASTED_LINKS, "session_url")
# Fields that are sent to the provider, or that decide whether there is a meeting.
TOLD = frozenset({"name", "description", "starts_at", "ends_at", "timezone", *LINKS})
# Longer than any call can take, including its timeout.
CLAIM = timedelta(seconds=60)
# The provider allows a hundred changes per host and day, so the nearest bootcamps come first.
AT_ONCE = 25
LONGEST_PAUSE = timedelta(minutes=10)
NO_LINKS = Q(**dict.fromkeys(LINKS, ""))


class OutcomeUnknown(ProviderDown):
    """The request to create a meeting was sent, but the outcome is unknown."""


def join_link(*, bootcamp: Bootcamp, enrollment_id: int) -> str:
    """The meeting link of this enrollment: its personal link if there is one."""
    own = (
        MeetingRegistrant.objects.filter(
            enrollment_id=enrollment_id, meeting_id=bootcamp.zoom_meeting_id
        )
        .exclude(meeting_id="")
        .values_list("join_url", flat=True)
        .first()
    )
    return own or bootcamp.zoom_join_url or bootcamp.session_url


def queue_meeting_update(*, bootcamp: Bootcamp) -> None:
    """Queue an update of the meeting. Called in the transaction that changes the bootcamp."""
    bootcamp.meeting_due_at = database_now()
    bootcamp.meeting_failures = 0
    bootcamp.save(update_fields=["meeting_due_at", "meeting_failures"])
    if zoom.is_configured():
        enqueue(keep_meeting, bootcamp_id=bootcamp.pk, once=f"meeting:{bootcamp.pk}")


def queue_meeting_removal(*, bootcamp: Bootcamp) -> None:
    """Queue the removal of the meeting. Called in the transaction that deletes the bootcamp."""
    claimed_until = bootcamp.meeting_claimed_until
    if not zoom.is_configured() or not (bootcamp.zoom_meeting_id or claimed_until):
        return
    meeting_id, mark = bootcamp.zoom_meeting_id, _mark(bootcamp)
    enqueue(remove_meeting, meeting_id=meeting_id, mark=mark)
    if claimed_until and claimed_until > database_now():
        # A meeting may be in creation. After the claim has expired, check again.
        enqueue(remove_meeting, run_at=claimed_until, meeting_id=meeting_id, mark=mark)


@transaction.atomic
def try_again(*, by: Actor, bootcamp_id: int) -> None:
    """Retry now instead of at the next scheduled attempt, for an admin."""
    bootcamp = _found(bootcamp_id)
    audit.record(
        by=by,
        action="asked for the meeting again",
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
    )
    if not zoom.is_configured():
        raise NotSetUp("Zoom isn't set up here. Paste the links of a meeting of your own.")
    # A different key: the waiting retry would block a job with the same `once` key.
    enqueue(keep_meeting, bootcamp_id=bootcamp.pk, once=f"meeting-now:{bootcamp.pk}")


def host_link(*, by: Actor, bootcamp_id: int) -> str:
    """The link that makes its user the host: fetched from the provider now, or the pasted one."""
    bootcamp = _found(bootcamp_id)
    if not bootcamp.zoom_meeting_id and not bootcamp.zoom_start_url:
        raise NotFound("No meeting found")
    audit.record(
        by=by,
        action="took the host link",
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
    )
    if not bootcamp.zoom_meeting_id:
        return bootcamp.zoom_start_url
    if not zoom.is_configured():
        raise NotSetUp("Zoom isn't set up here, so its host link can't be fetched.")
    meeting = zoom.read_meeting(bootcamp.zoom_meeting_id)
    if meeting is None:
        _note_gone(bootcamp.pk, bootcamp.zoom_meeting_id)
        raise Conflict("This meeting was removed at Zoom. A new one is being made.")
    return meeting.start_url


def state_of(row: Mapping[str, Any], *, at: datetime) -> MeetingState:
    """The state of a bootcamp's meeting, derived from its columns."""
    can_be_kept = zoom.is_configured() and row["ends_at"] > at
    if row["meeting_due_at"] and row["meeting_failures"] and can_be_kept:
        return MeetingState.FAILING
    if row["zoom_meeting_id"]:
        return MeetingState.READY
    if any(row[name] for name in LINKS):
        return MeetingState.PASTED
    is_coming = can_be_kept and row["status"] == BootcampStatus.ACTIVE and row["published_at"]
    return MeetingState.COMING if is_coming else MeetingState.NONE


@job(longest_wait=60)
def keep_meeting(bootcamp_id: int) -> None:
    """Bring the meeting in line with the bootcamp's current state."""
    if not zoom.is_configured():
        return
    bootcamp = _claim(bootcamp_id)
    if bootcamp is None:
        return
    try:
        meeting = _changed(bootcamp) or _found_or_made(bootcamp)
    except zoom.Busy as busy:
        _note_failure(bootcamp, keep_claim=False)
        # While this job waits for its retry, its `once` key blocks new ones, so the wait is
        # limited.
        wait = min(timedelta(seconds=busy.retry_after or 0), LONGEST_PAUSE)
        enqueue(
            keep_meeting,
            bootcamp_id=bootcamp_id,
            once=f"meeting:{bootcamp_id}",
            run_at=database_now() + wait,
        )
    except ProviderDown as error:
        _note_failure(bootcamp, keep_claim=isinstance(error, OutcomeUnknown))
        raise
    else:
        _store(bootcamp, meeting)


@job(attempts=UNTIL_DONE)
def remove_meeting(meeting_id: str, mark: str) -> None:
    """Remove an obsolete meeting, and any other meeting with the bootcamp's mark."""
    if not zoom.is_configured():
        return
    marked = zoom.meetings_marked(mark).get(mark, []) if mark else []
    for each in sorted({*marked, meeting_id} - {""}):
        zoom.remove_meeting(each)


@job(every="*/5 * * * *")
def keep_all_meetings(timestamp: int) -> None:
    """Every five minutes: queue updates that are due and have no job."""
    if not zoom.is_configured():
        return
    lacking = NO_LINKS & OFFERED & Q(zoom_meeting_id="")
    behind = Bootcamp.objects.filter(
        Q(meeting_due_at__isnull=False) | lacking, ends_at__gt=Now()
    ).order_by("starts_at", "pk")
    for bootcamp_id in behind.values_list("pk", flat=True)[:AT_ONCE]:
        enqueue(keep_meeting, bootcamp_id=bootcamp_id, once=f"meeting:{bootcamp_id}")


@job(every="23 * * * *")
def remove_surplus_meetings(timestamp: int) -> None:
    """Every hour: remove duplicates, which a call that outlasted its claim can create."""
    if not zoom.is_configured():
        return
    marked = zoom.meetings_marked(_site_mark())
    settled = Bootcamp.objects.exclude(zoom_meeting_id="").filter(meeting_due_at=None)
    for bootcamp in settled.filter(ends_at__gt=Now()):
        ids = marked.get(_mark(bootcamp), [])
        # Only if the bootcamp's own meeting is in the list, because the list may be incomplete.
        if bootcamp.zoom_meeting_id in ids:
            for surplus in ids:
                if surplus != bootcamp.zoom_meeting_id:
                    enqueue(remove_meeting, meeting_id=surplus, mark="")


@transaction.atomic
def _claim(bootcamp_id: int) -> Bootcamp | None:
    """Claim the bootcamp for a while. None if there is nothing to do or another job has the
    claim."""
    bootcamp = _locked(bootcamp_id)
    if bootcamp is None:
        return None
    at = database_now()
    if bootcamp.meeting_claimed_until and bootcamp.meeting_claimed_until > at:
        enqueue(
            keep_meeting,
            bootcamp_id=bootcamp_id,
            once=f"meeting:{bootcamp_id}",
            run_at=bootcamp.meeting_claimed_until,
        )
        return None
    if not _needs_work(bootcamp, at):
        Bootcamp.objects.filter(pk=bootcamp_id).update(meeting_due_at=None, meeting_failures=0)
        return None
    bootcamp.meeting_claimed_until = at + CLAIM
    bootcamp.meeting_due_at = bootcamp.meeting_due_at or at
    bootcamp.save(update_fields=["meeting_claimed_until", "meeting_due_at"])
    return bootcamp


def _needs_work(bootcamp: Bootcamp, at: datetime) -> bool:
    if bootcamp.ends_at <= at or bootcamp.canceled_at is not None:
        return False
    if bootcamp.zoom_meeting_id:
        return bootcamp.meeting_due_at is not None
    if any(getattr(bootcamp, name) for name in LINKS):
        return False
    sold = Seat.objects.filter(bootcamp=bootcamp, enrollment_id__isnull=False, held_until=None)
    return bootcamp.is_offered or sold.exists()


def _changed(bootcamp: Bootcamp) -> zoom.Meeting | None:
    """Update the existing meeting. None if there is none, or if the provider no longer has it."""
    meeting_id = bootcamp.zoom_meeting_id
    if meeting_id and zoom.change_meeting(meeting_id=meeting_id, plan=_plan(bootcamp)):
        return zoom.read_meeting(meeting_id)
    return None


def _found_or_made(bootcamp: Bootcamp) -> zoom.Meeting:
    plan = _plan(bootcamp)
    for meeting_id in zoom.meetings_marked(plan.mark).get(plan.mark, []):
        # It may have been created from older data.
        if zoom.change_meeting(meeting_id=meeting_id, plan=plan) and (
            found := zoom.read_meeting(meeting_id)
        ):
            return found
    _renew(bootcamp)
    crash_point("meeting.before_create")
    try:
        made = zoom.create_meeting(plan)
    except zoom.Doubtful as error:
        raise OutcomeUnknown(error.message) from error
    crash_point("meeting.after_create")
    return made


def _renew(bootcamp: Bootcamp) -> None:
    """Extend the claim: the search may have been long, and the next call must end within it."""
    ours = Bootcamp.objects.filter(
        pk=bootcamp.pk, meeting_claimed_until=bootcamp.meeting_claimed_until
    )
    until = database_now() + CLAIM
    if not ours.update(meeting_claimed_until=until):
        raise ProviderDown("Another process has taken over.")
    bootcamp.meeting_claimed_until = until


@transaction.atomic
def _store(bootcamp: Bootcamp, meeting: zoom.Meeting) -> None:
    """Save the meeting. If the bootcamp no longer needs it, queue its removal."""
    row = _locked(bootcamp.pk)
    if row is None:
        enqueue(remove_meeting, meeting_id=meeting.id, mark="")
        return
    if not row.zoom_meeting_id and any(getattr(row, name) for name in LINKS):
        # An admin pasted links during the call.
        enqueue(remove_meeting, meeting_id=meeting.id, mark="")
        row.meeting_claimed_until = None
        row.save(update_fields=["meeting_claimed_until"])
        return
    if row.zoom_meeting_id != meeting.id:
        row.zoom_meeting_id = meeting.id
        row.meeting_ended_at = None
        row.zoom_start_url = ""
    row.zoom_join_url = meeting.join_url
    row.zoom_registration_url = meeting.registration_url
    row.meeting_claimed_until = None
    row.meeting_failures = 0
    if row.meeting_due_at == bootcamp.meeting_due_at:
        row.meeting_due_at = None
    else:
        # The bootcamp changed during the call.
        enqueue(keep_meeting, bootcamp_id=row.pk, once=f"meeting:{row.pk}")
    row.save()


def _note_failure(bootcamp: Bootcamp, *, keep_claim: bool) -> None:
    """Record the failure. If the outcome is unknown, keep the claim, so that a retry waits for
    it."""
    rows = Bootcamp.objects.filter(pk=bootcamp.pk)
    rows.update(meeting_failures=F("meeting_failures") + 1)
    if not keep_claim:
        rows.filter(meeting_claimed_until=bootcamp.meeting_claimed_until).update(
            meeting_claimed_until=None
        )


@transaction.atomic
def _note_gone(bootcamp_id: int, meeting_id: str) -> None:
    row = _locked(bootcamp_id)
    if row is not None and row.zoom_meeting_id == meeting_id:
        queue_meeting_update(bootcamp=row)


def _plan(bootcamp: Bootcamp) -> zoom.Plan:
    return zoom.Plan(
        mark=_mark(bootcamp),
        topic=bootcamp.name,
        text=bootcamp.description,
        starts_at=bootcamp.starts_at,
        ends_at=bootcamp.ends_at,
        # The name in the zone database.
        timezone=zone(bootcamp.timezone).key,
    )


def _mark(bootcamp: Bootcamp) -> str:
    """Unique to this site and database.

    Other sites may share the Zoom account, and a new database restarts its ids at one.
    """
    made_at = int(bootcamp.created_at.timestamp() * 1_000_000)
    return f"{_site_mark()}{bootcamp.pk}-{made_at}]"


def _site_mark() -> str:
    return f"[{urlsplit(settings.SITE_URL).netloc} bootcamp "


def _locked(bootcamp_id: int) -> Bootcamp | None:
    rows = Bootcamp.objects.select_for_update(no_key=True)
    return rows.filter(pk=bootcamp_id).first()


def _found(bootcamp_id: int) -> Bootcamp:
    bootcamp = Bootcamp.objects.filter(pk=bootcamp_id).first()
    if bootcamp is None:
        raise NotFound("Bootcamp not found")
    return bootcamp
