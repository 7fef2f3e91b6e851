"""The figures of the dashboard. Each has a definition in words, for its tooltip."""

from datetime import timedelta
from decimal import Decimal

from django.db.models import Case, Count, Exists, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce, Lower, Now

from frontrow.backoffice.disputes.desk import count_open_disputes
from frontrow.backoffice.reconciliation.issue_count import last_issue_count
from frontrow.backoffice.statistics.schemas import (
    NextSessionOut,
    StatsDefinitionsOut,
    StatsOut,
    SummaryOut,
    WaitingNowOut,
)
from frontrow.catalogue.models import OFFERED, Bootcamp, Seat
from frontrow.catalogue.seats import FREE
from frontrow.core.money import CENT
from frontrow.core.replica import on_replica
from frontrow.messaging.models import ContactMessage, Message, MessageStatus
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.feedback.standing import NEEDS_REPLY
from frontrow.sales.ledger.tallies import tallies
from frontrow.sales.models import Feedback
from frontrow.sales.waiting.board import count_waiting

FAILURES_SHOWN_FOR = timedelta(days=7)
SOON = timedelta(hours=1)
# Far more than an operator teaches at once.
MOST_AT_ONCE = 20

DEFINITIONS = StatsDefinitionsOut(
    revenue="Completed purchases minus refunds.",
    attendees="People who hold a paid seat, each counted once.",
    available_seats="Free seats in active bootcamps that haven't started.",
    completion_rate="Attended seats out of paid seats, in bootcamps that have ended.",
)


@on_replica
def count_stats() -> StatsOut:
    return StatsOut(
        revenue=_revenue(),
        attendees=_people(),
        available_seats=Seat.objects.filter(
            FREE,
            bootcamp__in=Bootcamp.objects.filter(OFFERED, starts_at__gt=Now()),
        ).count(),
        completion_rate=_completion_rate(),
        definitions=DEFINITIONS,
    )


def summarize() -> SummaryOut:
    sessions = _sessions()
    return SummaryOut(
        next_session=sessions[0] if sessions else None,
        also_soon=sessions[1:],
        held_seats=Seat.objects.filter(held_until__gt=Now()).count(),
        failed_sends=Message.objects.filter(
            status=MessageStatus.FAILED, created_at__gt=Now() - FAILURES_SHOWN_FOR
        ).count(),
        unread_messages=ContactMessage.objects.filter(read_at=None).count(),
        open_disputes=count_open_disputes(),
        issues=last_issue_count(),
        waiting=_waiting(),
        low_feedback=Feedback.objects.filter(NEEDS_REPLY).count(),
    )


def _waiting() -> WaitingNowOut | None:
    found = count_waiting()
    if found.longest is None:
        return None
    return WaitingNowOut(
        people=found.people, open_offers=found.open_offers, bootcamp_id=found.longest
    )


def _revenue() -> Decimal:
    return sum((tally.revenue for tally in tallies().values()), Decimal(0)).quantize(CENT)


def _people() -> int:
    """Counted by address, so a guest who later opened an account counts once."""
    address = Lower(Coalesce("purchase__user__email", "purchase__guest_email"))
    # Not `count(DISTINCT …)`, which would sort all addresses.
    return live_enrollments().values(address=address).distinct().count()


def _completion_rate() -> float:
    seats = (
        live_enrollments()
        .filter(bootcamp__ends_at__lte=Now())
        .aggregate(all=Count("pk"), attended=Count("pk", filter=Q(attended_at__isnull=False)))
    )
    return round(100 * seats["attended"] / seats["all"], 1) if seats["all"] else 0.0


def _sessions() -> list[NextSessionOut]:
    """The next session, then others that are under way or begin within the hour.

    An archived class takes place if it has buyers. A canceled one doesn't.
    """
    enrolled = live_enrollments().filter(bootcamp=OuterRef("pk"))
    counted = enrolled.order_by().values("bootcamp").annotate(people=Count("pk")).values("people")
    ahead = (
        Bootcamp.objects.filter(ends_at__gt=Now(), canceled_at=None)
        .filter(OFFERED | Exists(enrolled))
        .annotate(
            enrolled=Coalesce(Subquery(counted), 0),
            is_soon=Case(When(starts_at__lte=Now() + SOON, then=True), default=False),
        )
        .order_by("starts_at", "pk")[:MOST_AT_ONCE]
    )
    return [
        NextSessionOut(
            id=bootcamp.pk,
            name=bootcamp.name,
            start_date=bootcamp.starts_at,
            end_date=bootcamp.ends_at,
            timezone=bootcamp.timezone,
            enrolled=bootcamp.enrolled,
        )
        for place, bootcamp in enumerate(ahead)
        if place == 0 or bootcamp.is_soon
    ]
