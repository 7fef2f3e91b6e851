"""The append-only log of changes to purchases."""

from django.db import models
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models.enrollments import Enrollment
from frontrow.sales.models.purchases import Purchase


class Fact(models.Model):
    what = models.CharField(max_length=40)
    purchase = models.ForeignKey(Purchase, on_delete=models.CASCADE, related_name="facts")
    # The seat and its class at that time. Empty if the fact is about the whole purchase.
    enrollment = models.ForeignKey(
        Enrollment, null=True, on_delete=models.CASCADE, related_name="facts", db_index=False
    )
    bootcamp = models.ForeignKey(
        Bootcamp, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    who = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(db_default=Now())
    details = models.JSONField(default=dict)

    class Meta:
        db_table = "facts"
        indexes = (
            models.Index(fields=["purchase", "id"], name="facts_of_purchase"),
            models.Index(fields=["what", "at"], name="facts_by_kind"),
        )
