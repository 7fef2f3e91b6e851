"""New columns that the running code does not know, and a rule that only new rows must keep yet."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

from tests.faults.next_release.elsewhere import In


class Migration(migrations.Migration):
    dependencies = [("sales", "0002_database"), ("catalogue", "0002_database")]
    operations = [
        In(
            "sales",
            migrations.AddField(
                "purchase", "campaign", models.CharField(max_length=32, blank=True, db_default="")
            ),
        ),
        In("catalogue", migrations.AddField("seat", "row", models.IntegerField(null=True))),
        In(
            "sales",
            AddConstraintNotValid(
                "purchase",
                models.CheckConstraint(
                    condition=~models.Q(campaign="none"), name="purchases_campaign_said"
                ),
            ),
        ),
    ]
