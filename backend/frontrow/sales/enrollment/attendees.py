"""Who may attend which bootcamp, and the address that emails about it go to."""

import copy

from django.db.models import Q, QuerySet

from frontrow.accounts.models import User
from frontrow.sales.enrollment.enrollments import Holder, held_by, live
from frontrow.sales.models import Enrollment, Purchase


def owned_bootcamp_ids(*, user: User) -> set[int]:
    """Bootcamps the user has paid for and may attend. A pending refund ends the access at once."""
    mine = Enrollment.objects.filter(held_by(user), live())
    return set(mine.values_list("bootcamp_id", flat=True))


def handed_over_of(purchase: Purchase) -> QuerySet[Enrollment]:
    """Its transferred seats, with everything that emails to their holders need."""
    return (
        Enrollment.objects.filter(purchase=purchase, ended_at=None)
        .exclude(holder=None, holder_email="")
        .select_related("bootcamp", "holder", "purchase__user")
        .order_by("pk")
    )


def for_attendee(enrollment: Enrollment) -> Purchase:
    """An unsaved copy of the purchase for emails to the attendee, with their name and address.

    The enrollment must come with its holder, its purchase and the purchase's user loaded.
    """
    if not enrollment.is_handed_over:
        return enrollment.purchase
    holder = Holder(enrollment.holder, enrollment.holder_email, enrollment.holder_name)
    return addressed_to(holder, enrollment.purchase)


def addressed_to(person: Holder, purchase: Purchase) -> Purchase:
    """The same for any other recipient of an email about one of its seats. Unsaved."""
    theirs = copy.copy(purchase)
    theirs.user = person.user
    theirs.guest_email, theirs.guest_full_name = person.email, person.name
    # The buyer's phone and time zone aren't the recipient's.
    theirs.guest_phone, theirs.buyer_timezone = "", ""
    return theirs


def real_purchases() -> QuerySet[Purchase]:
    """All purchases except the demo student's, who gets no mail and is in no statistics."""
    # A subquery instead of a join, which would read every account to find the one demo student.
    return Purchase.objects.exclude(user__in=User.objects.filter(is_demo=True))


def live_enrollments() -> QuerySet[Enrollment]:
    """Enrollments of all paid seats, without refunded ones and the demo student's."""
    return Enrollment.objects.filter(
        Q(purchase__user=None) | Q(purchase__user__is_demo=False), live()
    )
