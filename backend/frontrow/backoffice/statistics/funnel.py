"""The sales funnel, from the sales page to a paid seat, counted without tracking visitors.

Two pages report that they were opened, which increments a number for the day. Nothing about the
visitor is stored, so nothing can be requested, leaked or correlated later.
"""

from datetime import timedelta

from django.conf import settings
from django.db.models import Count, F, Q, Sum
from django.http import HttpRequest

from frontrow.backoffice.models import FunnelDay, FunnelStep
from frontrow.backoffice.statistics.counting import may_be_counted
from frontrow.backoffice.statistics.operator_calendar import today
from frontrow.backoffice.statistics.schemas import FunnelOut, FunnelStepOut
from frontrow.core.operator_days import beginning_of
from frontrow.core.rate_limit import Limit
from frontrow.core.replica import on_replica
from frontrow.sales.enrollment.attendees import real_purchases
from frontrow.sales.models import PAID_FOR, CancelReason

PER_VISITOR = Limit(scope="funnel", count=30, per=timedelta(minutes=1))
DEFINITION = (
    "Each step is counted separately; visitors aren't tracked. Visitors whose browser asks not to "
    "be tracked aren't counted in the first two steps, so later ones can be larger."
)


def count_opening(*, request: HttpRequest, step: FunnelStep) -> None:
    """Count one opening of a page today, if the visitor may be counted."""
    if not may_be_counted(request=request, limit=PER_VISITOR):
        return
    day = today()
    row = FunnelDay.objects.filter(day=day, step=step)
    if not row.update(count=F("count") + 1):
        FunnelDay.objects.bulk_create([FunnelDay(day=day, step=step)], ignore_conflicts=True)
        row.update(count=F("count") + 1)


@on_replica
def read_funnel(*, days: int) -> FunnelOut:
    """The steps of the last days, today included, in two statements."""
    since = today() - timedelta(days=days - 1)
    opened = dict(
        FunnelDay.objects.filter(day__gte=since).values_list("step").annotate(Sum("count"))
    )
    # A visitor who chose another package started a new purchase. It still counts as one start.
    begun = real_purchases().filter(
        created_at__gte=beginning_of(since), is_complimentary=False, total_amount__gt=0
    )
    # A waiting-list offer that was never opened started no purchase.
    begun = begun.exclude(seat_offer__isnull=False, stripe_payment_intent_id=None)
    payments = begun.exclude(cancel_reason=CancelReason.REPLACED).aggregate(
        started=Count("pk"), paid=Count("pk", filter=Q(state__in=PAID_FOR))
    )
    return FunnelOut(
        days=days,
        since=since,
        timezone=settings.ENV.OPERATOR_TIME_ZONE,
        steps=[
            FunnelStepOut(
                key="landing",
                name="Sales page opened",
                count=opened.get(FunnelStep.LANDING, 0),
                definition="Times a visitor opened the sales page. Repeat visits count.",
            ),
            FunnelStepOut(
                key="checkout",
                name="Checkout opened",
                count=opened.get(FunnelStep.CHECKOUT, 0),
                definition="Times someone other than an admin opened the checkout.",
            ),
            FunnelStepOut(
                key="started",
                name="Payment started",
                count=payments["started"],
                definition="Purchases started by entering a name and email. "
                "Changing the package doesn't count twice.",
            ),
            FunnelStepOut(
                key="paid",
                name="Paid",
                count=payments["paid"],
                definition="Of those, the ones paid so far, refunded or not.",
            ),
        ],
        definition=DEFINITION,
    )
