"""Demo data: daily views of the sales page and the checkout."""

from datetime import timedelta

from frontrow.backoffice.demo.names import dice
from frontrow.backoffice.models import FunnelDay, FunnelStep
from frontrow.backoffice.statistics.operator_calendar import today

DAYS = 90


def make_visitors() -> None:
    """Replaces the counts of these days, including a developer's own visits."""
    throw = dice(5)
    rows = []
    for ago in range(DAYS):
        day = today() - timedelta(days=ago)
        opened = throw.randint(38, 74)
        rows.append(FunnelDay(day=day, step=FunnelStep.LANDING, count=opened))
        rows.append(
            FunnelDay(day=day, step=FunnelStep.CHECKOUT, count=opened // throw.randint(4, 7))
        )
    FunnelDay.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["day", "step"], update_fields=["count"]
    )
