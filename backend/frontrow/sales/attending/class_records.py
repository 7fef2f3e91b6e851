"""A person's records of a class: exported and erased with the account."""

from collections.abc import Collection

from frontrow.sales.models import ClassAnswer, Feedback, LinkTest, PresenceSpan


def forget_class_days(*, enrollment_ids: Collection[int]) -> None:
    """Erase them with the holder's account. A score stays in the average, without text or name."""
    LinkTest.objects.filter(enrollment_id__in=enrollment_ids).delete()
    ClassAnswer.objects.filter(enrollment_id__in=enrollment_ids).delete()
    PresenceSpan.objects.filter(enrollment_id__in=enrollment_ids).delete()
    Feedback.objects.filter(enrollment_id__in=enrollment_ids).update(
        words="", first_name="", may_show=False
    )
