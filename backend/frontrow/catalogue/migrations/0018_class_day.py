"""A certificate may ask for a share of the class's time. None does so far."""

from django.db import migrations, models

from frontrow.core.locked_sql import LockedSql

# Found there if the migration was broken off, and run again.
COLUMN = """
ALTER TABLE bootcamps
    ADD COLUMN IF NOT EXISTS certificate_percent smallint
        CONSTRAINT bootcamps_certificate_percent_check CHECK (certificate_percent BETWEEN 1 AND 100)
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("catalogue", "0017_class_changes")]
    operations = [
        LockedSql(
            COLUMN,
            tables=("bootcamps",),
            reverse="ALTER TABLE bootcamps DROP COLUMN certificate_percent",
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    "bootcamp", "certificate_percent", models.PositiveSmallIntegerField(null=True)
                )
            ]
        ),
    ]
