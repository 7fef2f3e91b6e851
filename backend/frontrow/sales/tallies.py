"""The figures of all purchases, exact and at once, however many there are."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import connection
from django.db.models import Q, Sum

from frontrow.core.jobs import job
from frontrow.sales.models import PurchaseStatus, PurchaseTally

# One statement: what is deleted and what is written instead are seen together or not at all.
_FOLD = """
WITH gone AS (DELETE FROM purchase_tallies RETURNING status, is_demo, purchases, revenue)
INSERT INTO purchase_tallies (status, is_demo, purchases, revenue)
SELECT status, is_demo, sum(purchases), sum(revenue) FROM gone GROUP BY status, is_demo
"""


@dataclass(frozen=True, kw_only=True)
class Tally:
    """Of one status: all purchases, those that count in figures, and what these brought."""

    listed: int = 0
    counted: int = 0
    revenue: Decimal = Decimal(0)


def tallies() -> dict[PurchaseStatus, Tally]:
    real = Q(is_demo=False)
    rows = (
        PurchaseTally.objects.values("status")
        .annotate(
            listed=Sum("purchases"),
            counted=Sum("purchases", filter=real, default=0),
            brought=Sum("revenue", filter=real, default=Decimal(0)),
        )
        .order_by()
    )
    found = {
        PurchaseStatus(row["status"]): Tally(
            listed=row["listed"], counted=row["counted"], revenue=row["brought"]
        )
        for row in rows
    }
    return {status: found.get(status, Tally()) for status in PurchaseStatus}


@job(every="*/5 * * * *")
def fold_tallies(timestamp: int) -> None:
    """Every five minutes: many small rows become one for each status."""
    with connection.cursor() as cursor:
        cursor.execute(_FOLD)
