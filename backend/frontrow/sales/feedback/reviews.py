"""What everybody sees of feedback: the average over all answers, and the newest shown reviews."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from pydantic import TypeAdapter

from frontrow.sales.feedback.schemas import HiddenCountOut, ReviewOut, ReviewsOut
from frontrow.sales.feedback.standing import HIDDEN, SHOWN
from frontrow.sales.models import Feedback, HiddenBecause

SHOWN_AT_ONCE = 6
_TENTH = Decimal("0.1")


def average_of(feedback: QuerySet[Feedback]) -> Decimal | None:
    """To a tenth, half of one rounded up; nothing while nobody has answered."""
    found: dict[str, Any] = feedback.aggregate(total=Sum("score"), answers=Count("pk"))
    if not found["answers"]:
        return None
    exact: Decimal = Decimal(found["total"]) / found["answers"]
    return exact.quantize(_TENTH, rounding=ROUND_HALF_UP)


def hidden_counts(feedback: QuerySet[Feedback]) -> list[HiddenCountOut]:
    """By reason, in the order of the reasons."""
    counted = dict(
        feedback.filter(HIDDEN)
        .values("hidden_because")
        .annotate(count=Count("pk"))
        .values_list("hidden_because", "count")
    )
    return [
        HiddenCountOut(because=because, count=counted[because])
        for because in HiddenBecause
        if because in counted
    ]


def public_reviews() -> ReviewsOut:
    everything = Feedback.objects.all()
    newest = (
        everything.filter(SHOWN)
        .select_related("enrolment__bootcamp")
        .order_by("-given_at", "-pk")[:SHOWN_AT_ONCE]
    )
    return ReviewsOut(
        answers=everything.count(),
        average=average_of(everything),
        reviews=everything.filter(Q(SHOWN) | Q(HIDDEN)).count(),
        hidden=hidden_counts(everything),
        newest=[_review_out(one) for one in newest],
    )


def _review_out(one: Feedback) -> ReviewOut:
    seat = one.enrolment
    return ReviewOut(
        first_name=one.first_name,
        words=one.words,
        score=one.score,
        bootcamp_name=seat.name,
        # Marked as absent since, they had been there when they answered.
        attended_at=seat.attended_at or seat.bootcamp.starts_at,
        timezone=seat.bootcamp.timezone,
    )


encode_reviews = TypeAdapter(ReviewsOut).dump_json
