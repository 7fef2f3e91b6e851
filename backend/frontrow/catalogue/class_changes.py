"""Apply a class's cancellation or rescheduling to the catalogue: stop sales, set dates, archive."""

from datetime import datetime

from django.db import transaction
from django.db.models.functions import Now

from frontrow.catalogue.meetings import queue_meeting_removal, queue_meeting_update
from frontrow.catalogue.models import Bootcamp, BootcampStatus
from frontrow.core.clock import database_now

MEETING_GONE = {
    "zoom_meeting_id": "",
    "zoom_join_url": "",
    "zoom_registration_url": "",
    "zoom_start_url": "",
    "session_url": "",
    "recording_url": "",
    "meeting_due_at": None,
    "meeting_claimed_until": None,
}


def stop_sales(*, bootcamp: Bootcamp, is_canceled: bool) -> None:
    """Stop all new sales, in the transaction that holds the class's lock."""
    at = database_now()
    bootcamp.sales_stopped_at = at
    bootcamp.canceled_at = at if is_canceled else None
    bootcamp.publish_at = None
    bootcamp.save(update_fields=["sales_stopped_at", "canceled_at", "publish_at", "updated_at"])


def set_dates(*, bootcamp: Bootcamp, starts_at: datetime, ends_at: datetime) -> None:
    """Set the new dates of a rescheduled class. Reminders for the old date are not sent.

    Sales close as long before the new date as they did before the old one. If they hadn't opened
    yet, their opening moves by the same amount.
    """
    by = starts_at - bootcamp.starts_at
    opens_at, closes_at = bootcamp.sales_open_at, bootcamp.sales_close_at
    if opens_at and opens_at > database_now():
        bootcamp.sales_open_at = opens_at + by
    if closes_at:
        bootcamp.sales_close_at = closes_at + by
        if bootcamp.sales_open_at and bootcamp.sales_open_at >= bootcamp.sales_close_at:
            # Sales had opened, and now close before the opening time.
            bootcamp.sales_open_at = None
    bootcamp.starts_at, bootcamp.ends_at = starts_at, ends_at
    bootcamp.schedule_version += 1
    bootcamp.kept_active_at = bootcamp.meeting_ended_at = None
    bootcamp.save(
        update_fields=[
            *("starts_at", "ends_at", "schedule_version"),
            *("kept_active_at", "meeting_ended_at", "updated_at"),
            *("sales_open_at", "sales_close_at"),
        ]
    )
    queue_meeting_update(bootcamp=bootcamp)


def resume_sales(*, bootcamp_id: int) -> None:
    """Complete a rescheduling: free seats are sold for the new date."""
    Bootcamp.objects.filter(pk=bootcamp_id, canceled_at=None).update(
        sales_stopped_at=None, updated_at=Now()
    )


@transaction.atomic
def close_canceled(*, bootcamp_id: int) -> None:
    """Complete a cancellation: archive the class, then remove its meeting."""
    bootcamp = Bootcamp.objects.select_for_update(no_key=True).get(pk=bootcamp_id)
    queue_meeting_removal(bootcamp=bootcamp)
    Bootcamp.objects.filter(pk=bootcamp_id).update(
        status=BootcampStatus.ARCHIVED, updated_at=Now(), **MEETING_GONE
    )
