"""The rules of feedback: who may answer and until when, what is published and counted.

Each rule is a condition on rows, so that lists, statistics and actions agree.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from frontrow.sales.attending.presence import EARLY
from frontrow.sales.enrollment.attendees import live_enrollments
from frontrow.sales.models import Enrollment, PresenceSpan, PurchaseState

# How long the link accepts an answer after the end of the class.
ANSWERED_WITHIN = timedelta(days=30)
# A score this low or lower needs a reply.
LOW_SCORE = 6

# Reviews that their author lets us publish. Must match the index on the table.
OFFERED = Q(may_show=True, hidden_at__isnull=True) & ~Q(words="")
HIDDEN = Q(hidden_at__isnull=False)
APPROVED = Q(approved_at__isnull=False)
LIVE = Q(enrollment__ended_at=None, enrollment__purchase__state=PurchaseState.COMPLETED)
# If a seat was moved or transferred, the first of its chain was paid for.
PAID = Q(enrollment__paid__gt=0) | Q(enrollment__first__isnull=False, enrollment__first__paid__gt=0)
# The meeting provider reported them during the session. A click on the join link isn't enough.
SEEN = Q(
    Exists(
        PresenceSpan.objects.filter(
            Q(left_at=None) | Q(left_at__gt=F("enrollment__bootcamp__starts_at")),
            enrollment=OuterRef("enrollment"),
            joined_at__gt=F("enrollment__bootcamp__starts_at") - EARLY,
            joined_at__lt=F("enrollment__bootcamp__ends_at"),
        )
    )
)
# Refunded or withdrawn seats don't count. A free seat counts only with proof of attendance.
COUNTED = LIVE & (PAID | SEEN | APPROVED)
SHOWN = OFFERED & LIVE & ((PAID & SEEN) | APPROVED)
NEEDS_REPLY = Q(score__lte=LOW_SCORE, handled_at__isnull=True)


def attended_seats() -> QuerySet[Enrollment]:
    """Live seats of people who attended, in classes that took place and are over."""
    return live_enrollments().filter(
        attended_at__isnull=False, bootcamp__canceled_at=None, bootcamp__ends_at__lte=Now()
    )


def can_be_answered(enrollment: Enrollment, *, at: datetime) -> bool:
    """The same rule for one loaded live seat, by its times alone."""
    was_there = enrollment.attended_at is not None and enrollment.bootcamp.canceled_at is None
    return was_there and enrollment.bootcamp.ends_at <= at < answered_by(enrollment)


def answered_by(enrollment: Enrollment) -> datetime:
    return enrollment.bootcamp.ends_at + ANSWERED_WITHIN
