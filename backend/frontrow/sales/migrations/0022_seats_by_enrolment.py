"""Holding and taking, asked of enrolments.

The rules of what must never be are loaded by 0025: they ask for tables that 0024 makes.
"""

from django.db import migrations

from frontrow.core.sql_files import LoadSql

# As the release before this one calls it.
TAKE_SEAT = """
CREATE OR REPLACE FUNCTION take_seat(
    wanted_bootcamp bigint, for_purchase bigint, hold_for interval
)
RETURNS integer LANGUAGE sql AS $$
    SELECT seat_enrolment(
        wanted_bootcamp, enrolment_for(for_purchase, wanted_bootcamp), hold_for)
$$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("sales", "0021_enrolment_indexes"),
        ("catalogue", "0010_free_by_enrolment"),
        ("coaching", "0004_one_hour_per_enrolment"),
    ]
    operations = [
        LoadSql("sales/may_hold", "3779e64ff578"),
        LoadSql("sales/hold_seats", "97350bdeb340"),
        migrations.RunSQL(TAKE_SEAT, migrations.RunSQL.noop),
    ]
