"""How many issues the board has, kept for the desk's strip: asking the board takes far longer."""

from django.db.models.functions import Now

from frontrow.backoffice.models import BoardCount


def keep_issue_count(issues: int) -> None:
    """Written by whoever has just looked at everything."""
    BoardCount.objects.bulk_create(
        [BoardCount(id=1, issues=issues, counted_at=Now())],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["issues", "counted_at"],
    )


def last_issue_count() -> int:
    """One row by its key. Nothing was found as long as nobody has looked."""
    return BoardCount.objects.filter(pk=1).values_list("issues", flat=True).first() or 0
