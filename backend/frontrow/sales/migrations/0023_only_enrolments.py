"""Contract: the release before enrolments is gone, and with it what it needed.

Run only once no process of that release is left (docs/upgrading.md); broken off, it can be run
again.
"""

import django.db.models.deletion
from django.db import migrations, models

from frontrow.core.locked_sql import LockedSql

# Whatever the old release did while it ran beside the new one.
LAST_LOOK = """
UPDATE enrolments e SET ended_at = p.state_since,
    ended_because = CASE WHEN p.is_complimentary THEN 'withdrawn' ELSE 'refunded' END
FROM purchases p
WHERE e.purchase_id = p.id AND p.state = 'refunded' AND e.ended_at IS NULL;
"""
# A check that is known to hold makes the column's own a matter of its catalogue entry.
ALL_FILLED = """
ALTER TABLE enrolments DROP CONSTRAINT IF EXISTS paid_filled;
ALTER TABLE certificates DROP CONSTRAINT IF EXISTS enrolment_filled;
ALTER TABLE meeting_registrants DROP CONSTRAINT IF EXISTS enrolment_filled;
ALTER TABLE enrolments ADD CONSTRAINT paid_filled CHECK (paid IS NOT NULL) NOT VALID;
ALTER TABLE certificates
    ADD CONSTRAINT enrolment_filled CHECK (enrolment_id IS NOT NULL) NOT VALID;
ALTER TABLE meeting_registrants
    ADD CONSTRAINT enrolment_filled CHECK (enrolment_id IS NOT NULL) NOT VALID;
"""
NO_CHECKS = """
ALTER TABLE enrolments DROP CONSTRAINT paid_filled;
ALTER TABLE certificates DROP CONSTRAINT enrolment_filled;
ALTER TABLE meeting_registrants DROP CONSTRAINT enrolment_filled;
"""
SEEN_TO_BE = """
ALTER TABLE enrolments VALIDATE CONSTRAINT paid_filled;
ALTER TABLE certificates VALIDATE CONSTRAINT enrolment_filled;
ALTER TABLE meeting_registrants VALIDATE CONSTRAINT enrolment_filled;
"""
# Each table by itself, with those its foreign keys point to.
CONTRACT = (
    (
        ("enrolments",),
        """
        ALTER TABLE enrolments
            ALTER COLUMN paid SET NOT NULL, DROP CONSTRAINT IF EXISTS paid_filled;
        DROP TRIGGER IF EXISTS enrolments_fill_shares ON enrolments;
        DROP VIEW IF EXISTS purchase_items;
        """,
    ),
    (
        ("purchases", "bootcamps", "certificates"),
        """
        DROP TRIGGER IF EXISTS certificates_tie ON certificates;
        ALTER TABLE certificates ALTER COLUMN enrolment_id SET NOT NULL,
            DROP CONSTRAINT IF EXISTS enrolment_filled,
            DROP COLUMN IF EXISTS purchase_id, DROP COLUMN IF EXISTS bootcamp_id;
        """,
    ),
    (
        ("purchases", "meeting_registrants"),
        """
        DROP TRIGGER IF EXISTS registrants_tie ON meeting_registrants;
        ALTER TABLE meeting_registrants ALTER COLUMN enrolment_id SET NOT NULL,
            DROP CONSTRAINT IF EXISTS enrolment_filled, DROP COLUMN IF EXISTS purchase_id;
        """,
    ),
    (
        ("coaching_sessions",),
        """
        DROP TRIGGER IF EXISTS coaching_tie ON coaching_sessions;
        ALTER TABLE coaching_sessions DROP CONSTRAINT IF EXISTS coaching_one_per_purchase;
        """,
    ),
    (
        ("purchases", "seats"),
        """
        DROP TRIGGER IF EXISTS seats_tie ON seats;
        ALTER TABLE seats
            DROP CONSTRAINT IF EXISTS seats_hold_has_holder, DROP COLUMN IF EXISTS purchase_id;
        ALTER TABLE seats ADD CONSTRAINT seats_hold_has_holder
            CHECK (held_until IS NULL OR enrolment_id IS NOT NULL) NOT VALID;
        """,
    ),
)
NO_LONGER_CALLED = """
DROP FUNCTION IF EXISTS take_seat(bigint, bigint, interval);
DROP FUNCTION IF EXISTS tie_to_enrolment();
DROP FUNCTION IF EXISTS tie_certificate();
DROP FUNCTION IF EXISTS fill_shares();
DROP FUNCTION IF EXISTS enrolment_for(bigint, bigint);
"""
NOW_FILLED = [
    migrations.AlterField(
        "enrolment", "paid", models.DecimalField(decimal_places=2, max_digits=10)
    ),
    migrations.AlterField(
        "certificate",
        "enrolment",
        models.OneToOneField(
            on_delete=django.db.models.deletion.PROTECT,
            related_name="certificate",
            to="sales.enrolment",
        ),
    ),
]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("sales", "0022_seats_by_enrolment"),
        ("catalogue", "0011_seats_need_enrolments"),
    ]
    operations = [
        migrations.RunSQL(LAST_LOOK, migrations.RunSQL.noop),
        migrations.RunSQL(ALL_FILLED, NO_CHECKS),
        migrations.RunSQL(SEEN_TO_BE, migrations.RunSQL.noop),
        *(LockedSql(sql, tables=tables) for tables, sql in CONTRACT),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(NO_LONGER_CALLED)], state_operations=NOW_FILLED
        ),
        migrations.RunSQL(
            "ALTER TABLE seats VALIDATE CONSTRAINT seats_hold_has_holder", migrations.RunSQL.noop
        ),
    ]
