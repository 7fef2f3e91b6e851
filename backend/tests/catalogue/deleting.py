"""The time in which what was deleted can be restored, and its end."""

from datetime import timedelta

from django.db.models import F

from frontrow.catalogue.models import Resource
from frontrow.catalogue.resources import RESTORABLE_FOR, remove_deleted_resources


def let_pass(time: timedelta) -> None:
    """And its job has run since. In a test's transaction the database's clock stands still."""
    Resource.with_deleted.exclude(deleted_at=None).update(deleted_at=F("deleted_at") - time)
    remove_deleted_resources.func(timestamp=0)


def let_an_hour_pass() -> None:
    let_pass(RESTORABLE_FOR + timedelta(seconds=1))
