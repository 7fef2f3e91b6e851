"""Finds the few seats that are held without looking at all of them."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    # Built beside running sales, which a transaction would have to lock out.
    atomic = False
    dependencies = [("catalogue", "0003_take_seat")]
    operations = [
        AddIndexConcurrently(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("held_until__isnull", False)),
                fields=["held_until"],
                name="seats_held",
            ),
        )
    ]
