"""Public reviews: the average of all counted scores, and the newest approved reviews."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from pydantic import TypeAdapter

from frontrow.sales.feedback.schemas import CourseRatingOut, HiddenCountOut, ReviewOut, ReviewsOut
from frontrow.sales.feedback.standing import COUNTED, HIDDEN, SHOWN
from frontrow.sales.models import Feedback, HiddenBecause

SHOWN_AT_ONCE = 6
_TENTH = Decimal("0.1")


def average_of(feedback: QuerySet[Feedback]) -> Decimal | None:
    """Rounded half up to a tenth. None without answers."""
    found: dict[str, Any] = feedback.aggregate(total=Sum("score"), answers=Count("pk"))
    return _average(found["total"], found["answers"]) if found["answers"] else None


def _average(total: int, answers: int) -> Decimal:
    return (Decimal(total) / answers).quantize(_TENTH, rounding=ROUND_HALF_UP)


def counted_feedback() -> QuerySet[Feedback]:
    return Feedback.objects.filter(COUNTED)


def hidden_counts(feedback: QuerySet[Feedback]) -> list[HiddenCountOut]:
    """Hidden reviews per reason, in the order of the reasons."""
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
    counted = counted_feedback()
    newest = (
        Feedback.objects.filter(SHOWN)
        .select_related("enrollment__bootcamp")
        .order_by("-given_at", "-pk")[:SHOWN_AT_ONCE]
    )
    return ReviewsOut(
        answers=counted.count(),
        average=average_of(counted),
        reviews=counted.filter(Q(SHOWN) | Q(HIDDEN)).count(),
        hidden=hidden_counts(counted),
        newest=[_review_out(one) for one in newest],
        courses=_ratings_by_course(counted),
    )


def _ratings_by_course(counted: QuerySet[Feedback]) -> list[CourseRatingOut]:
    """Ratings of courses that have a published review, by name."""
    rows = (
        counted.values_list("enrollment__bootcamp__name")
        .annotate(
            answers=Count("pk"),
            total=Sum("score"),
            reviews=Count("pk", filter=Q(SHOWN) | Q(HIDDEN)),
            shown=Count("pk", filter=Q(SHOWN)),
        )
        .filter(shown__gt=0)
        .order_by("enrollment__bootcamp__name")
    )
    return [
        CourseRatingOut(
            name=name, answers=answers, average=_average(total, answers), reviews=reviews
        )
        for name, answers, total, reviews, _ in rows
    ]


def _review_out(one: Feedback) -> ReviewOut:
    seat = one.enrollment
    return ReviewOut(
        first_name=one.first_name,
        words=one.words,
        score=one.score,
        bootcamp_name=seat.name,
        # Marked as absent since, but they had attended when they answered.
        attended_at=seat.attended_at or seat.bootcamp.starts_at,
        timezone=seat.bootcamp.timezone,
    )


encode_reviews = TypeAdapter(ReviewsOut).dump_json
