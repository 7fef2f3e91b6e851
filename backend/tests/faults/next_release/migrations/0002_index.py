"""An index on a busy table, built beside the traffic."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

from tests.faults.next_release.elsewhere import In


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("next_release", "0001_expand")]
    operations = [
        In(
            "sales",
            AddIndexConcurrently(
                "purchase", models.Index(fields=["campaign"], name="purchases_by_campaign")
            ),
        )
    ]
