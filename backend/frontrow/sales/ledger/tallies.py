"""Purchase counts and sums per status, exact and fast for any number of purchases."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import connection

from frontrow.core.jobs import job
from frontrow.core.replica import reading_connection
from frontrow.sales.models import PurchaseStatus

_COUNT = """
SELECT status, sum(purchases)::int, coalesce(sum(purchases) FILTER (WHERE NOT is_demo), 0)::int,
    coalesce(sum(revenue) FILTER (WHERE NOT is_demo), 0)
FROM purchase_tallies GROUP BY status
"""
# One statement, so that readers see the deleted and the inserted rows together or not at all.
_FOLD = """
WITH gone AS (DELETE FROM purchase_tallies RETURNING status, is_demo, purchases, revenue)
INSERT INTO purchase_tallies (status, is_demo, purchases, revenue)
SELECT status, is_demo, sum(purchases), sum(revenue) FROM gone
GROUP BY status, is_demo HAVING sum(purchases) <> 0 OR sum(revenue) <> 0
"""


@dataclass(frozen=True, kw_only=True)
class Tally:
    """For one status: all purchases, those that count in statistics, and their revenue."""

    listed: int = 0
    counted: int = 0
    revenue: Decimal = Decimal(0)


def tallies() -> dict[PurchaseStatus, Tally]:
    with reading_connection().cursor() as cursor:
        cursor.execute(_COUNT)
        found = {
            PurchaseStatus(status): Tally(listed=listed, counted=counted, revenue=revenue)
            for status, listed, counted, revenue in cursor.fetchall()
        }
    return {status: found.get(status, Tally()) for status in PurchaseStatus}


@job(every="*/5 * * * *")
def fold_tallies(timestamp: int) -> None:
    """Every five minutes: compact many small rows into one per status."""
    with connection.cursor() as cursor:
        cursor.execute(_FOLD)
