"""Index what is asked each minute, and queue the job of a freed seat by the library's function."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

from frontrow.core.sql_files import LoadSql


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0043_proven_waiting_entries")]
    operations = [
        AddIndexConcurrently(
            model_name="fact",
            index=models.Index(fields=["what", "at"], name="facts_by_kind"),
        ),
        AddIndexConcurrently(
            model_name="stripeevent",
            index=models.Index(fields=["received_at"], name="stripe_events_by_time"),
        ),
        LoadSql("sales/serve_freed_seat", "2563fb8d2e74"),
    ]
