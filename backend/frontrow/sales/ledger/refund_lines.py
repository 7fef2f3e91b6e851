"""Refund lines: how much of each enrollment a refund pays back. The rules are in the database.

`sql/fill_refund_lines.sql` writes missing lines for refunds that were requested from us, that were
made in the provider's dashboard, and for disputes. A refund of one enrollment has its only line
written beforehand. Otherwise the amount is spread over the remaining shares.
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
    """Under the purchases' locks. Existing lines are kept, unless a share is exceeded."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT fill_refund_lines(%s)", [list(purchase_ids)])


def spread_again(*, purchase_id: int) -> None:
    """Rewrite all lines of a purchase, chosen ones from their requests. Requires its lock."""
    RefundLine.objects.filter(enrollment__purchase_id=purchase_id).delete()
    for refund in Refund.objects.filter(purchase_id=purchase_id, gives_back__isnull=False):
        choose_line(refund=refund)
    fill_lines(purchase_ids=[purchase_id])


def choose_line(*, refund: Refund) -> None:
    """Assign the whole request to the one bootcamp that it refunds."""
    RefundLine.objects.create(
        refund=refund, enrollment_id=refund.gives_back_id or 0, amount=refund.amount
    )


def left_of_shares(*, purchase_ids: Sequence[int]) -> dict[int, Decimal]:
    """The remaining share of each seat, by the first enrollment of its chain.

    Pending refunds and amounts that became credits are subtracted.
    """
    gone = Q(refund_lines__movement__status__in=_MOVED)
    asked = Q(refund_lines__movement=None, refund_lines__refund__status__in=_ASKED)
    shares = Enrollment.objects.filter(purchase__in=purchase_ids, replaces=None).annotate(
        left=F("paid")
        - F("credited")
        - Coalesce(Sum("refund_lines__amount", filter=gone | asked), Decimal(0))
    )
    return {each.pk: max(each.left, Decimal(0)) for each in shares}
