"""Ties what other areas know only as a purchase's number to the purchase itself.

Their models cannot name Purchase (it stands above them); the database can.
"""

from django.db import migrations

FORWARDS = """
ALTER TABLE seats ADD CONSTRAINT seats_purchase_exists
    FOREIGN KEY (purchase_id) REFERENCES purchases (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE coaching_sessions ADD CONSTRAINT coaching_purchase_exists
    FOREIGN KEY (purchase_id) REFERENCES purchases (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE communication_logs ADD CONSTRAINT messages_purchase_exists
    FOREIGN KEY (purchase_id) REFERENCES purchases (id) ON DELETE SET NULL
    DEFERRABLE INITIALLY DEFERRED;
"""
BACKWARDS = """
ALTER TABLE communication_logs DROP CONSTRAINT messages_purchase_exists;
ALTER TABLE coaching_sessions DROP CONSTRAINT coaching_purchase_exists;
ALTER TABLE seats DROP CONSTRAINT seats_purchase_exists;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("sales", "0001_initial"),
        ("catalogue", "0002_seats_match_capacity"),
        ("coaching", "0001_initial"),
        ("messaging", "0001_initial"),
    ]
    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
