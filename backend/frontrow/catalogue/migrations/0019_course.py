"""Which course a class is a date of: its step and its name, without case and further blanks."""

from django.db import migrations, models

import frontrow.catalogue.courses
from frontrow.core.locked_sql import LockedSql

# Found there if the migration was broken off, and run again.
COLUMN = r"""
ALTER TABLE bootcamps ADD COLUMN IF NOT EXISTS course text GENERATED ALWAYS AS (
    step::text || ' ' || lower(btrim(regexp_replace(name, '\s+', ' ', 'g')))
) STORED
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("catalogue", "0018_class_day")]
    operations = [
        LockedSql(
            COLUMN, tables=("bootcamps",), reverse="ALTER TABLE bootcamps DROP COLUMN course"
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    "bootcamp",
                    "course",
                    models.GeneratedField(
                        expression=frontrow.catalogue.courses.course_key(),
                        output_field=models.TextField(),
                        db_persist=True,
                    ),
                )
            ]
        ),
    ]
