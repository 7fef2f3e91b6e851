"""What the database does by itself: holding seats, refund lines, lists, and what must never be."""

from django.db import migrations

from frontrow.core.sql_files import load_sql

# Keys that point up the import ladder, which no model may name.
KEYS = """
ALTER TABLE seats ADD CONSTRAINT seats_enrollment_exists
    FOREIGN KEY (enrollment_id) REFERENCES enrollments (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE meeting_registrants ADD CONSTRAINT registrants_enrollment_exists
    FOREIGN KEY (enrollment_id) REFERENCES enrollments (id) ON DELETE CASCADE
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE communication_logs ADD CONSTRAINT messages_purchase_exists
    FOREIGN KEY (purchase_id) REFERENCES purchases (id) ON DELETE SET NULL
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE coaching_sessions
    ADD CONSTRAINT coaching_enrollment_exists
        FOREIGN KEY (enrollment_id) REFERENCES enrollments (id) DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT coaching_purchase_exists
        FOREIGN KEY (purchase_id) REFERENCES purchases (id) DEFERRABLE INITIALLY DEFERRED;
"""
# Pages far down the list of purchases are counted in an index alone only while the table is tidy: a
# changed page is looked up row by row until it has been vacuumed.
STORAGE = """
ALTER TABLE purchases SET (
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("sales", "0001_initial"),
        ("catalogue", "0002_database"),
        ("messaging", "0001_initial"),
        ("coaching", "0001_initial"),
        ("procrastinate", "0041_post_retry_failed_job"),
    ]
    operations = [
        load_sql("sales/spread_by"),
        load_sql("sales/spread_back"),
        load_sql("sales/fill_refund_lines"),
        load_sql("sales/may_hold"),
        load_sql("sales/answer_offer"),
        load_sql("sales/claim_code"),
        load_sql("sales/count_code_uses"),
        load_sql("sales/hold_seats"),
        load_sql("sales/list_purchase"),
        load_sql("sales/name_customer"),
        load_sql("sales/serve_freed_seat"),
        load_sql("sales/tally_purchase"),
        load_sql("sales/violations_between"),
        load_sql("sales/wait_for_seats"),
        migrations.RunSQL(KEYS, migrations.RunSQL.noop),
        migrations.RunSQL(STORAGE, migrations.RunSQL.noop),
    ]
