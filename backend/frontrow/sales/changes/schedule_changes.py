"""When a bootcamp that people have paid for moves: how many it touches, and telling them."""

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

# A purchase that was being completed during the move is told on this second look.
LOOK_AGAIN_AFTER = timedelta(minutes=1)
NOTE_PURPOSE = "note about a move"


def count_touched_by_move(*, bootcamp_id: int) -> int:
    """How many purchases would be told if this bootcamp moved."""
    return live_enrollments().filter(bootcamp_id=bootcamp_id).count()


def announce_move(*, bootcamp: Bootcamp, note: str) -> None:
    """Have everybody told who chose the old date. Called in the transaction that moves it.

    Who chooses after the move has seen the new date, and gets no email about it.
    """
    moved_at = database_now()
    # Sealed, as the queue keeps it and it may name a person.
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
    """The email that the first of them would get; the bootcamp has its new time, unsaved.

    Raises Conflict where nobody would get one.
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
    """Write one email for each purchase and version of the schedule.

    The version names the event, not the date: a bootcamp that moves away and back has moved
    twice, and people must hear of both. Where it has moved on, the later job tells the outcome;
    where the new time is over, there is nothing left to come to.
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
    """With all that their emails need."""
    return (
        live_enrollments()
        .filter(bootcamp=bootcamp)
        .select_related("bootcamp", "purchase__user", "holder")
        .order_by("pk")
    )
