"""Who has a right to which bootcamp, however it was bought, and whom to write to about it."""

import copy

from django.db.models import Q, QuerySet

from frontrow.accounts.models import User
from frontrow.sales.enrollment.enrollments import Holder, held_by, live
from frontrow.sales.models import Enrollment, Purchase


def owned_bootcamp_ids(*, user: User) -> set[int]:
    """What this person has paid for and may attend; a refund under way ends it at once."""
    mine = Enrollment.objects.filter(held_by(user), live())
    return set(mine.values_list("bootcamp_id", flat=True))


def handed_over_of(purchase: Purchase) -> QuerySet[Enrollment]:
    """Its seats that somebody else than the buyer holds, with all that an email to them needs."""
    return (
        Enrollment.objects.filter(purchase=purchase, ended_at=None)
        .exclude(holder=None, holder_email="")
        .select_related("bootcamp", "holder", "purchase__user")
        .order_by("pk")
    )


def for_attendee(enrollment: Enrollment) -> Purchase:
    """The purchase as emails to whoever attends need it: theirs are the name and the address.

    Never saved. The enrollment comes with its holder, its purchase and the purchase's user loaded.
    """
    if not enrollment.is_handed_over:
        return enrollment.purchase
    holder = Holder(enrollment.holder, enrollment.holder_email, enrollment.holder_name)
    return addressed_to(holder, enrollment.purchase)


def addressed_to(person: Holder, purchase: Purchase) -> Purchase:
    """The same for anybody who is written to about a seat of it. Never saved."""
    theirs = copy.copy(purchase)
    theirs.user = person.user
    theirs.guest_email, theirs.guest_full_name = person.email, person.name
    # What the buyer said of themselves is not theirs.
    theirs.guest_phone, theirs.buyer_timezone = "", ""
    return theirs


def real_purchases() -> QuerySet[Purchase]:
    """All but the demo student's, which count in no figure and get no mail."""
    # Not by joining: everybody with an account would be read to find the one demo student.
    return Purchase.objects.exclude(user__in=User.objects.filter(is_demo=True))


def live_enrollments() -> QuerySet[Enrollment]:
    """One row for every paid seat that still is one: not refunded, and no demo student's."""
    return Enrollment.objects.filter(
        Q(purchase__user=None) | Q(purchase__user__is_demo=False), live()
    )
