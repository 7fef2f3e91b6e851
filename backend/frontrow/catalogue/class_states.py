"""States of an announced class: below its minimum, rescheduled or canceled."""

from django.db import models


class ClassState(models.Model):
    """Columns of a bootcamp. No class is canceled automatically: an operator decides."""

    # If fewer seats are sold, the operators are notified once, from a day before the decision date.
    min_seats = models.PositiveIntegerField(null=True)
    decide_by = models.DateTimeField(null=True)
    decide_told_at = models.DateTimeField(null=True)
    # While students choose what happens to their seats, no new seats are sold.
    sales_stopped_at = models.DateTimeField(null=True)
    # Canceled permanently. To hold it after all, the operator creates another class.
    canceled_at = models.DateTimeField(null=True)
    # The percentage of the class that a certificate requires. Null: any attendance.
    certificate_percent = models.SmallIntegerField(null=True)

    class Meta:
        abstract = True
