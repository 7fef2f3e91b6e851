"""Refund lines: how much of each enrolment a refund pays back; the rule is the database's.

`sql/fill_refund_lines.sql` writes what is lacking: for what was asked of us, for what somebody made
at the provider, for what a bank took. One enrolment is chosen by writing the request's only line
before that; otherwise the amount is spread over what is left of each share.
"""

from collections.abc import Sequence

from django.db import connection

from frontrow.sales.models import RefundLine


def fill_lines(*, purchase_ids: Sequence[int]) -> None:
    """Under the purchases' locks; what has its lines keeps them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT fill_refund_lines(%s)", [list(purchase_ids)])


def spread_again(*, purchase_id: int) -> None:
    """All of a purchase's lines anew, in the order in which the money moved; under its lock."""
    RefundLine.objects.filter(enrolment__purchase_id=purchase_id).delete()
    fill_lines(purchase_ids=[purchase_id])
