"""A student's progress: which materials they have opened, and when first."""

from frontrow.accounts.models import User
from frontrow.catalogue.models import Resource
from frontrow.sales.models import ResourceOpening


def note_opened(*, user: User, resource: Resource) -> None:
    """Record the first opening. Idempotent."""
    ResourceOpening.objects.bulk_create(
        [ResourceOpening(user=user, resource=resource)], ignore_conflicts=True
    )
