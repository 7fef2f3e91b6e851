"""Rescheduled bootcamps: the number of affected purchases, and the emails to them."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict
from frontrow.core.jobs import enqueue, job
from frontrow.core.sealing import seal, unseal
from frontrow.messaging.campaigns import write_in_batches
from frontrow.messaging.outbox import NewMessage
from frontrow.sales.emails.purchase_emails import moved_email
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.models import Enrollment

# A second run informs purchases that were being completed during the move.
LOOK_AGAIN_AFTER = timedelta(minutes=1)
NOTE_PURPOSE = "note about a move"


def count_touched_by_move(*, bootcamp_id: int) -> int:
    """How many purchases would be informed if this bootcamp moved."""
    return live_enrollments().filter(bootcamp_id=bootcamp_id).count()


def announce_move(*, bootcamp: Bootcamp, note: str) -> None:
    """Queue emails to all who booked the old date, in the transaction that moves it.

    Buyers who book after the move have seen the new date and get no email.
    """
    moved_at = database_now()
    # Encrypted, because the job queue stores it and it may name a person.
    sealed_note = seal(note, purpose=NOTE_PURPOSE) if note else ""
    for run_at in (None, moved_at + LOOK_AGAIN_AFTER):
        enqueue(
            tell_about_move,
            run_at=run_at,
            bootcamp_id=bootcamp.pk,
            schedule_version=bootcamp.schedule_version,
            moved_at=moved_at.isoformat(),
            sealed_note=sealed_note,
        )


def sample_of_move(*, bootcamp: Bootcamp, note: str) -> NewMessage:
    """The email that the first of them would get. The bootcamp has its new time, unsaved.

    Raises Conflict if there is no recipient.
    """
    enrollment = _with_seats(bootcamp).first()
    if enrollment is None:
        raise Conflict("Nobody has a seat in this bootcamp, so nobody will be emailed.")
    enrollment.bootcamp = bootcamp
    return moved_email(enrollment=enrollment, event="sample", written_at=database_now(), note=note)


@job()
def tell_about_move(
    bootcamp_id: int, schedule_version: int, moved_at: str, sealed_note: str
) -> None:
    """Write one email per purchase and version of the schedule.

    The version names the event, because a bootcamp that moves away and back has moved twice, and
    people must be told of both. If it has moved again, only the later job writes. If the new time
    has passed, no email is needed.
    """
    written_at = database_now()
    bootcamp = Bootcamp.objects.filter(
        pk=bootcamp_id, schedule_version=schedule_version, ends_at__gt=written_at
    ).first()
    if bootcamp is None:
        return
    note = unseal(sealed_note, purpose=NOTE_PURPOSE) if sealed_note else ""
    enrollments = _with_seats(bootcamp).filter(
        purchase__created_at__lte=datetime.fromisoformat(moved_at)
    )
    write_in_batches(
        moved_email(
            enrollment=enrollment,
            event=f"moved:{bootcamp.pk}:{enrollment.purchase_id}:{schedule_version}",
            written_at=written_at,
            note=note,
        )
        for enrollment in enrollments
    )


def _with_seats(bootcamp: Bootcamp) -> QuerySet[Enrollment]:
    """Enrollments with everything that their emails need."""
    return (
        live_enrollments()
        .filter(bootcamp=bootcamp)
        .select_related("bootcamp", "purchase__user", "holder")
        .order_by("pk")
    )
