"""Expand: several bootcamps can be published, and given an early price, in one act."""

from django.db import migrations, models

from frontrow.core.locked_sql import LockedSql

KINDS = ["resend_confirmation", "message", "note", "move", "archive", "publish", "early_price"]
# The table has a month's acts, and nothing reads the column before it is there.
WIDER = """
ALTER TABLE bulk_acts ADD COLUMN IF NOT EXISTS early_price jsonb;
ALTER TABLE bulk_acts DROP CONSTRAINT IF EXISTS bulk_kind_known;
ALTER TABLE bulk_acts ADD CONSTRAINT bulk_kind_known CHECK (kind IN
    ('resend_confirmation', 'message', 'note', 'move', 'archive', 'publish', 'early_price'));
"""
NARROWER = """
DELETE FROM bulk_failures WHERE act_id IN
    (SELECT id FROM bulk_acts WHERE kind IN ('publish', 'early_price'));
DELETE FROM bulk_acts WHERE kind IN ('publish', 'early_price');
ALTER TABLE bulk_acts DROP CONSTRAINT bulk_kind_known;
ALTER TABLE bulk_acts ADD CONSTRAINT bulk_kind_known CHECK (kind IN
    ('resend_confirmation', 'message', 'note', 'move', 'archive'));
ALTER TABLE bulk_acts DROP COLUMN early_price;
"""
STATE = [
    migrations.AddField("bulkact", "early_price", models.JSONField(null=True)),
    migrations.AlterField(
        "bulkact",
        "kind",
        models.CharField(
            choices=[(kind, kind.replace("_", " ").title()) for kind in KINDS], max_length=20
        ),
    ),
    migrations.RemoveConstraint("bulkact", "bulk_kind_known"),
    migrations.AddConstraint(
        "bulkact",
        models.CheckConstraint(condition=models.Q(kind__in=KINDS), name="bulk_kind_known"),
    ),
]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("backoffice", "0006_backups")]
    operations = [
        LockedSql(WIDER, tables=("bulk_acts",), reverse=NARROWER),
        migrations.SeparateDatabaseAndState(state_operations=STATE),
    ]
