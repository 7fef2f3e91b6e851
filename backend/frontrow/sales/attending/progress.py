"""How far a student has come: which material they have opened, and when first."""

from frontrow.accounts.models import User
from frontrow.catalogue.models import Resource
from frontrow.sales.models import ResourceOpening


def note_opened(*, user: User, resource: Resource) -> None:
    """Noted once; opening it again changes nothing."""
    ResourceOpening.objects.bulk_create(
        [ResourceOpening(user=user, resource=resource)], ignore_conflicts=True
    )
