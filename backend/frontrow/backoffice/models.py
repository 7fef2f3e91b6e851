"""What only the desk keeps: how far visitors came, how many issues the board had, team notes."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.sales.models import Purchase


class FunnelStep(models.TextChoices):
    """The steps the server cannot see by itself; payments it knows from the purchases."""

    LANDING = "landing"
    CHECKOUT = "checkout"


class FunnelDay(models.Model):
    """How often a page was opened on one day of the operator's calendar: a number, no more."""

    day = models.DateField()
    step = models.CharField(max_length=10, choices=FunnelStep)
    count = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        db_table = "funnel_days"
        constraints = (
            models.UniqueConstraint(fields=["day", "step"], name="funnel_days_once_each"),
            models.CheckConstraint(
                condition=Q(step__in=FunnelStep.values), name="funnel_days_step_known"
            ),
        )


class BoardCount(models.Model):
    """How many issues the reconciliation board had when it was last looked at: one row."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    issues = models.PositiveIntegerField()
    counted_at = models.DateTimeField()

    class Meta:
        db_table = "board_counts"
        constraints = (models.CheckConstraint(condition=Q(pk=1), name="board_counts_one_row"),)


class DeskNote(models.Model):
    """What somebody of the team wrote down about a person or a purchase, for the others.

    A guest is known by what they bought, so a note about one hangs on their newest purchase: it
    goes along into the account, and to a corrected address.
    """

    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="desk_notes")
    purchase = models.ForeignKey(
        Purchase, null=True, on_delete=models.CASCADE, related_name="desk_notes"
    )
    author = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.CharField(max_length=2000)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "desk_notes"
        constraints = (
            models.CheckConstraint(
                condition=Q(user__isnull=False, purchase__isnull=True)
                | Q(user__isnull=True, purchase__isnull=False),
                name="desk_notes_about_one",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="desk_notes_have_text"),
        )
