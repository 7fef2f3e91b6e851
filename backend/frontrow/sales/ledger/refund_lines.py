"""Refund lines: how much of each enrollment a refund pays back; the rule is the database's.

`sql/fill_refund_lines.sql` writes what is lacking: for what was asked of us, for what somebody made
at the provider, for what a bank took. One enrollment is chosen by writing the request's only line
before that; otherwise the amount is spread over what is left of each share.
"""

from collections.abc import Sequence
from decimal import Decimal

from django.db import connection
from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from frontrow.sales.models import Enrollment, MovementStatus, Refund, RefundLine, RefundStatus

_MOVED = (MovementStatus.PENDING, MovementStatus.SUCCEEDED)
_ASKED = (RefundStatus.REQUESTED, RefundStatus.PENDING, RefundStatus.SUCCEEDED)


def fill_lines(*, purchase_ids: Sequence[int]) -> None:
    """Under the purchases' locks; what has its lines keeps them, unless one share has too much."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT fill_refund_lines(%s)", [list(purchase_ids)])


def spread_again(*, purchase_id: int) -> None:
    """All of a purchase's lines anew, also the chosen ones from their requests; under its lock."""
    RefundLine.objects.filter(enrollment__purchase_id=purchase_id).delete()
    for refund in Refund.objects.filter(purchase_id=purchase_id, gives_back__isnull=False):
        choose_line(refund=refund)
    fill_lines(purchase_ids=[purchase_id])


def choose_line(*, refund: Refund) -> None:
    """The request gives back one bootcamp: all of it is that one's."""
    RefundLine.objects.create(
        refund=refund, enrollment_id=refund.gives_back_id or 0, amount=refund.amount
    )


def left_of_shares(*, purchase_ids: Sequence[int]) -> dict[int, Decimal]:
    """What is left of each seat's share, by the first enrollment of its chain.

    What is on its way back counts as gone, and so does what became a credit.
    """
    gone = Q(refund_lines__movement__status__in=_MOVED)
    asked = Q(refund_lines__movement=None, refund_lines__refund__status__in=_ASKED)
    shares = Enrollment.objects.filter(purchase__in=purchase_ids, replaces=None).annotate(
        left=F("paid")
        - F("credited")
        - Coalesce(Sum("refund_lines__amount", filter=gone | asked), Decimal(0))
    )
    return {each.pk: max(each.left, Decimal(0)) for each in shares}
