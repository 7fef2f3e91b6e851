"""Web Vitals of real visitors, counted without tracking them.

A browser sends three numbers when its page closes. Each becomes a rating that increments a counter,
and nothing else is stored. The operator's monitoring reads the counters.
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
# The thresholds for good and for poor, as web.dev defines them.
LIMITS = {"lcp": (2500, 4000), "inp": (200, 500), "cls": (0.1, 0.25)}


def count_page_speed(*, request: HttpRequest, seen: PageSpeedIn) -> None:
    """Count one rating per measure that the browser sent, if the visitor may be counted."""
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
