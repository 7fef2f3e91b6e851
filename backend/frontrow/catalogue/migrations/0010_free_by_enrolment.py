"""Whose a seat is, is read from its enrolment from now on.

Not before every seat names one: a seat without would look free, and be sold a second time.
"""

from django.db import migrations

from frontrow.core.sql_files import LoadSql

ALL_ARE_NAMED = """
DO $$ BEGIN
    IF EXISTS (SELECT 1 FROM seats WHERE purchase_id IS NOT NULL AND enrolment_id IS NULL) THEN
        RAISE EXCEPTION 'seats without their enrolment: run sales 0020 again';
    END IF;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0009_one_seat_per_enrolment")]
    operations = [
        migrations.RunSQL(ALL_ARE_NAMED, migrations.RunSQL.noop),
        LoadSql("catalogue/seat_is_free", "ee275133a069"),
        LoadSql("catalogue/is_on_sale", "a1edd3e31065"),
        LoadSql("catalogue/seat_enrolment", "30ffbe17e416"),
    ]
