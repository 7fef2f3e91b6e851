"""The demo's visitors: how often the sales page and the checkout were opened, day by day."""

from datetime import timedelta

from frontrow.backoffice.demo.names import dice
from frontrow.backoffice.models import FunnelDay, FunnelStep
from frontrow.backoffice.statistics.operator_calendar import today

DAYS = 90


def make_visitors() -> None:
    """Replaces what an earlier demo, or a developer's own browser, left on these days."""
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
