"""What the day of a class leaves about a person: to be handed out, and to be forgotten."""

from collections.abc import Collection

from frontrow.sales.models import ClassAnswer, Feedback, LinkTest, PresenceSpan


def forget_class_days(*, enrollment_ids: Collection[int]) -> None:
    """Their holder's account goes. A score stays in the average, without words or a name."""
    LinkTest.objects.filter(enrollment_id__in=enrollment_ids).delete()
    ClassAnswer.objects.filter(enrollment_id__in=enrollment_ids).delete()
    PresenceSpan.objects.filter(enrollment_id__in=enrollment_ids).delete()
    Feedback.objects.filter(enrollment_id__in=enrollment_ids).update(
        words="", first_name="", may_show=False
    )
