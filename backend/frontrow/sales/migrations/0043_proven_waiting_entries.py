"""Expand: when the address of somebody on the waiting list was proven."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sales", "0042_spread_refunds_anew")]
    operations = [
        migrations.AddField(
            model_name="waitingentry",
            name="proven_at",
            field=models.DateTimeField(null=True),
        ),
    ]
