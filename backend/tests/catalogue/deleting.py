"""The time in which what was deleted can be restored, and its end."""

from datetime import timedelta

from frontrow.catalogue.models import Resource
from frontrow.catalogue.resources import RESTORABLE_FOR, remove_deleted_resources
from frontrow.core.clock import database_now


def let_an_hour_pass() -> None:
    """For what is deleted by now."""
    an_hour_ago = database_now() - RESTORABLE_FOR - timedelta(seconds=1)
    Resource.with_deleted.filter(deleted_at__isnull=False).update(deleted_at=an_hour_ago)
    remove_deleted_resources.func(timestamp=0)
