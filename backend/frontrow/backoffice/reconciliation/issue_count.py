"""The number of issues on the board, cached because computing the board takes far longer."""

from django.db.models.functions import Now

from frontrow.backoffice.models import BoardCount


def keep_issue_count(issues: int) -> None:
    """Save the count. Called after every full check."""
    BoardCount.objects.bulk_create(
        [BoardCount(id=1, issues=issues, counted_at=Now())],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["issues", "counted_at"],
    )


def last_issue_count() -> int:
    """The count at the last check, or 0 before the first one."""
    return BoardCount.objects.filter(pk=1).values_list("issues", flat=True).first() or 0
