"""Who has a right to which bootcamp, however it was bought."""

from django.db.models import Q, QuerySet

from frontrow.accounts.models import User
from frontrow.sales.enrolment.enrolments import held_by, live
from frontrow.sales.models import Enrolment, Purchase


def owned_bootcamp_ids(*, user: User) -> set[int]:
    """What this person has paid for and may attend; a refund under way ends it at once."""
    mine = Enrolment.objects.filter(held_by(user), live())
    return set(mine.values_list("bootcamp_id", flat=True))


def real_purchases() -> QuerySet[Purchase]:
    """All but the demo student's, which count in no figure and get no mail."""
    # Not by joining: everybody with an account would be read to find the one demo student.
    return Purchase.objects.exclude(user__in=User.objects.filter(is_demo=True))


def live_enrolments() -> QuerySet[Enrolment]:
    """One row for every paid seat that still is one: not refunded, and no demo student's."""
    return Enrolment.objects.filter(
        Q(purchase__user=None) | Q(purchase__user__is_demo=False), live()
    )
