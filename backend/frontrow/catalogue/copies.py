"""Copy bootcamps: a clone, or several drafts with other dates."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.bootcamps import LONGEST_NAME, find_bootcamp, refuse_the_past
from frontrow.catalogue.models import Bootcamp, Resource
from frontrow.catalogue.seats import match_seats_to_capacity
from frontrow.core.clock import database_now

# The fields that a copy shares with its original. The meeting, session and recording links and the
# sales belong to the original's event.
_COPIED = (
    "description",
    "tagline",
    "bootcamp_type",
    "step",
    "price",
    "max_seats",
    "timezone",
    "includes_coaching",
    "certificate_percent",
    "resources_url",
)
_COPIED_WITH_RESOURCE = (
    "title",
    "description",
    "type",
    "url",
    "storage_key",
    "file_name",
    "file_size",
    "sort_order",
)


@transaction.atomic
def clone_bootcamp(*, by: Actor, bootcamp_id: int) -> Bootcamp:
    """A draft copy with the resources, without enrollments, and without a meeting until published.

    A copy of a class that is over stays out of the archive until it gets new dates.
    """
    original = find_bootcamp(bootcamp_id=bootcamp_id)
    name = f"Copy of {original.name}"[:LONGEST_NAME].rstrip()
    [copy] = _copies(by, original, starts=[original.starts_at], name=name)
    return copy


@transaction.atomic
def copy_to_dates(
    *, by: Actor, bootcamp_id: int, starts: Sequence[datetime], already_held: bool
) -> list[Bootcamp]:
    """One draft with the same name, zone and length per start. All are created or none."""
    original = find_bootcamp(bootcamp_id=bootcamp_id)
    for start in starts:
        refuse_the_past(start, already_held=already_held)
    return _copies(by, original, starts=sorted(set(starts)), name=original.name)


def _copies(
    by: Actor, original: Bootcamp, *, starts: Sequence[datetime], name: str
) -> list[Bootcamp]:
    at = database_now()
    lasts = original.ends_at - original.starts_at
    fields: dict[str, Any] = {each: getattr(original, each) for each in _COPIED}
    # Locked: a concurrent deletion removes the file, which must then not be copied.
    resources = list(original.resources.select_for_update().order_by("sort_order", "id"))
    copies = []
    for start in starts:
        copy = Bootcamp.objects.create(
            name=name,
            starts_at=start,
            ends_at=start + lasts,
            kept_active_at=at if start + lasts <= at else None,
            published_at=None,
            **fields,
        )
        match_seats_to_capacity(bootcamp=copy)
        Resource.objects.bulk_create(
            Resource(bootcamp=copy, **{each: getattr(one, each) for each in _COPIED_WITH_RESOURCE})
            for one in resources
        )
        audit.record(
            by=by,
            action="cloned bootcamp",
            subject_type="bootcamp",
            subject_id=copy.pk,
            original_id=original.pk,
        )
        copies.append(copy)
    return copies
