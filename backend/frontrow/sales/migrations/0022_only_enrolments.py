"""Contract: the release before enrolments is gone, and with it what it needed.

Run only once no process of that release is left (docs/upgrading.md).
"""

import django.db.models.deletion
from django.db import migrations, models

# Whatever the old release did while it ran beside the new one.
LAST_LOOK = """
UPDATE enrolments e SET ended_at = p.state_since,
    ended_because = CASE WHEN p.is_complimentary THEN 'withdrawn' ELSE 'refunded' END
FROM purchases p
WHERE e.purchase_id = p.id AND p.state = 'refunded' AND e.ended_at IS NULL;
"""
# A check that is known to hold makes the column's own a matter of its catalogue entry.
ALL_FILLED = """
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
CONTRACT = """
ALTER TABLE enrolments ALTER COLUMN paid SET NOT NULL, DROP CONSTRAINT paid_filled;
ALTER TABLE certificates
    ALTER COLUMN enrolment_id SET NOT NULL, DROP CONSTRAINT enrolment_filled;
ALTER TABLE meeting_registrants
    ALTER COLUMN enrolment_id SET NOT NULL, DROP CONSTRAINT enrolment_filled;

DROP VIEW purchase_items;
DROP TRIGGER seats_tie ON seats;
DROP TRIGGER registrants_tie ON meeting_registrants;
DROP TRIGGER coaching_tie ON coaching_sessions;
DROP TRIGGER certificates_tie ON certificates;
DROP TRIGGER enrolments_fill_shares ON enrolments;
DROP FUNCTION take_seat(bigint, bigint, interval);
DROP FUNCTION tie_to_enrolment();
DROP FUNCTION tie_certificate();
DROP FUNCTION fill_shares();
DROP FUNCTION enrolment_for(bigint, bigint);

ALTER TABLE seats DROP CONSTRAINT seats_hold_has_holder, DROP COLUMN purchase_id;
ALTER TABLE meeting_registrants DROP COLUMN purchase_id;
ALTER TABLE coaching_sessions DROP CONSTRAINT coaching_one_per_purchase;
ALTER TABLE certificates DROP COLUMN purchase_id, DROP COLUMN bootcamp_id;
ALTER TABLE seats ADD CONSTRAINT seats_hold_has_holder
    CHECK (held_until IS NULL OR enrolment_id IS NOT NULL) NOT VALID;
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
        ("sales", "0021_enrolment_indexes"),
        ("catalogue", "0010_seats_need_enrolments"),
        ("coaching", "0004_one_hour_per_enrolment"),
    ]
    operations = [
        migrations.RunSQL(LAST_LOOK, migrations.RunSQL.noop),
        migrations.RunSQL(ALL_FILLED, NO_CHECKS),
        migrations.RunSQL(SEEN_TO_BE, migrations.RunSQL.noop),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(CONTRACT)], state_operations=NOW_FILLED
        ),
        migrations.RunSQL(
            "ALTER TABLE seats VALIDATE CONSTRAINT seats_hold_has_holder", migrations.RunSQL.noop
        ),
    ]
