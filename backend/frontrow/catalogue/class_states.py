"""What may become of a class that is announced: too few seats sold, moved or canceled."""

from django.db import models


class ClassState(models.Model):
    """Columns of a bootcamp. Nothing here cancels a class by itself: a person decides."""

    # Below so many sold seats the operators are told once, from a day before they want to decide.
    min_seats = models.PositiveIntegerField(null=True)
    decide_by = models.DateTimeField(null=True)
    decide_told_at = models.DateTimeField(null=True)
    # While students choose what becomes of their seats, nobody gets a new one.
    sales_stopped_at = models.DateTimeField(null=True)
    # It does not take place. For good: whoever wants it back makes another class.
    canceled_at = models.DateTimeField(null=True)
    # A certificate asks for so much of the class's time; nothing: for having been there at all.
    certificate_percent = models.SmallIntegerField(null=True)

    class Meta:
        abstract = True
