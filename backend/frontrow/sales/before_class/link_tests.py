"""Join link tests before the class. A test is recorded and never counts as attendance."""

from datetime import datetime

from frontrow.catalogue.session_door import OPENS_BEFORE
from frontrow.core.clock_changes import clock_change_note
from frontrow.core.dates import entry_words
from frontrow.sales.before_class.schemas import LinkTestOut
from frontrow.sales.models import Enrollment, LinkTest


def note_link_test(*, enrollment_id: int, zone: str, at: datetime) -> None:
    """One row per seat. If several tabs test at once, the last click counts."""
    LinkTest.objects.bulk_create(
        [LinkTest(enrollment_id=enrollment_id, tested_at=at, zone=zone)],
        update_conflicts=True,
        unique_fields=["enrollment"],
        update_fields=["tested_at", "zone"],
    )


def link_test_of(*, enrollment: Enrollment, zone: str, at: datetime) -> LinkTestOut:
    """The state of the link test. `zone` is the reader's time zone, or empty if unknown."""
    bootcamp = enrollment.bootcamp
    tested = LinkTest.objects.filter(enrollment_id=enrollment.pk).first()
    return LinkTestOut(
        tested_at=tested.tested_at if tested else None,
        gets_in=entry_words(bootcamp.starts_at - OPENS_BEFORE, bootcamp.timezone, zone),
        clock_note=clock_change_note(
            after=at, until=bootcamp.starts_at, zones=[bootcamp.timezone, zone]
        ),
    )
