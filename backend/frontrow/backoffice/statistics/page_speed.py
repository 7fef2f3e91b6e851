"""Web vitals of real visitors: how fast pages were for them, counted without following anybody.

A browser tells three numbers when its page goes away. Each becomes a rating, a counter grows by
one, and nothing else is kept; the operator's monitor reads the counters.
"""

from datetime import timedelta

from django.http import HttpRequest
from prometheus_client import Counter

from frontrow.backoffice.statistics.counting import may_be_counted
from frontrow.backoffice.statistics.schemas import PageSpeedIn
from frontrow.core.rate_limit import Limit

PER_VISITOR = Limit(scope="page speed", count=30, per=timedelta(minutes=1))
PAGE_SPEED = Counter(
    "frontrow_page_speed_total",
    "Web vitals of visitors' pages, by page, measure and rating",
    ["page", "measure", "rating"],
)
# The last value that is good, and the last that is not yet poor, as web.dev rates them.
LIMITS = {"lcp": (2500, 4000), "inp": (200, 500), "cls": (0.1, 0.25)}


def count_page_speed(*, request: HttpRequest, seen: PageSpeedIn) -> None:
    """One more rating of each measure the browser has, if the visitor may be counted."""
    if not may_be_counted(request=request, limit=PER_VISITOR):
        return
    for measure, limits in LIMITS.items():
        value = getattr(seen, measure)
        if value is not None:
            PAGE_SPEED.labels(seen.page, measure, _rating(value, limits)).inc()


def _rating(value: float, limits: tuple[float, float]) -> str:
    good, poor = limits
    if value <= good:
        return "good"
    return "needs improvement" if value <= poor else "poor"
