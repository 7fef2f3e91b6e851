"""The part of a purchase that counts toward the price of another."""

from django.db import models
from django.db.models import F, Q

from frontrow.sales.models.purchases import Purchase


class UpgradeCredit(models.Model):
    """By how much an earlier purchase lowered the price of a bundle's rest.

    Written with the upgrade and never changed. Refunds need it: otherwise the first purchase could
    be refunded alone while the lower price of the bundle is kept.
    """

    # Uses the unique constraint below.
    purchase = models.ForeignKey(
        Purchase, on_delete=models.CASCADE, related_name="upgrade_credits", db_index=False
    )
    base = models.ForeignKey(Purchase, on_delete=models.PROTECT, related_name="+")
    amount = models.DecimalField(max_digits=10, decimal_places=2)

    class Meta:
        db_table = "upgrade_credits"
        constraints = (
            models.UniqueConstraint(
                fields=["purchase", "base"], name="upgrade_credits_counted_once"
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=0), name="upgrade_credits_amount_positive"
            ),
            models.CheckConstraint(
                condition=~Q(base=F("purchase")), name="upgrade_credits_of_another"
            ),
        )
