"""What only the desk keeps: how many visitors came how far, by day, and nothing about who."""

from django.db import models
from django.db.models import Q


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
