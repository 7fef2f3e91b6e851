"""The name of the date that makes a bundle unavailable, so that its buyer can choose another."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from frontrow.catalogue.bundle_dates import with_date
from frontrow.catalogue.models import BundleBootcamp, Seat
from frontrow.catalogue.seats import OPEN
from frontrow.sales.models import Enrollment, Purchase


def subject_of(*, payment_intent_id: str, name: str) -> str:
    """The refused bootcamp's name, with its date if the buyer chose it."""
    refused = _chosen(purchase__stripe_payment_intent_id=payment_intent_id, bootcamp__name=name)
    return _in_words(refused) or name


def full_date_of(purchase: Purchase) -> str:
    """A chosen date of the bundle that is full. Empty if the full one wasn't chosen."""
    if not purchase.is_bundle:
        return ""
    own_or_free = OPEN | Q(enrollment_id=OuterRef("pk"))
    seats = Seat.objects.filter(own_or_free, bootcamp_id=OuterRef("bootcamp_id"))
    return _in_words(_chosen(~Exists(seats), purchase=purchase))


def _chosen(*asked: Any, **fields: Any) -> QuerySet[Enrollment]:
    """Enrollments of a bundle on dates other than its own."""
    own = BundleBootcamp.objects.filter(
        bundle_id=OuterRef("purchase__bundle_id"), bootcamp_id=OuterRef("bootcamp_id")
    )
    return Enrollment.objects.filter(*asked, ~Exists(own), purchase__is_bundle=True, **fields)


def _in_words(refused: QuerySet[Enrollment]) -> str:
    first = refused.select_related("bootcamp").order_by("pk").first()
    return with_date(first.bootcamp) if first else ""
