"""Which dates a place on the waiting list was told of, and which course an interest is in."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sales", "0045_refunds_owed_each"), ("catalogue", "0019_course")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE waiting_entries ADD COLUMN told_of text[] NOT NULL DEFAULT '{}'",
                    "ALTER TABLE waiting_entries DROP COLUMN told_of",
                )
            ],
            state_operations=[
                migrations.AddField(
                    "waitingentry",
                    "told_of",
                    django.contrib.postgres.fields.ArrayField(
                        models.TextField(), default=list, size=None
                    ),
                )
            ],
        ),
        migrations.AddField(
            "waitingwish", "course", models.TextField(blank=True, default="", db_default="")
        ),
    ]
