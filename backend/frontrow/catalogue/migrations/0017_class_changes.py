"""A class may want a minimum of sold seats, stop selling, and be canceled. None does so far."""

from django.db import migrations, models

from frontrow.core.locked_sql import LockedSql
from frontrow.core.sql_files import LoadSql

# Each is found there if the migration was broken off, and run again.
COLUMNS = """
ALTER TABLE bootcamps
    ADD COLUMN IF NOT EXISTS min_seats integer
        CONSTRAINT bootcamps_min_seats_check CHECK (min_seats >= 0),
    ADD COLUMN IF NOT EXISTS decide_by timestamptz,
    ADD COLUMN IF NOT EXISTS decide_told_at timestamptz,
    ADD COLUMN IF NOT EXISTS sales_stopped_at timestamptz,
    ADD COLUMN IF NOT EXISTS canceled_at timestamptz;
"""
NO_COLUMNS = """
ALTER TABLE bootcamps DROP COLUMN min_seats, DROP COLUMN decide_by, DROP COLUMN decide_told_at,
    DROP COLUMN sales_stopped_at, DROP COLUMN canceled_at
"""
MOMENTS = ("decide_by", "decide_told_at", "sales_stopped_at", "canceled_at")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("catalogue", "0016_prices")]
    operations = [
        LockedSql(COLUMNS, tables=("bootcamps",), reverse=NO_COLUMNS),
        LoadSql("catalogue/offered_since", "4c8512c34a79"),
        LoadSql("catalogue/seat_from_list", "a90dfaec9da8"),
        LoadSql("catalogue/seat_enrolment", "3ba12afb4e9b"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    "bootcamp", "min_seats", models.PositiveIntegerField(null=True)
                ),
                *(
                    migrations.AddField("bootcamp", name, models.DateTimeField(null=True))
                    for name in MOMENTS
                ),
            ]
        ),
    ]
