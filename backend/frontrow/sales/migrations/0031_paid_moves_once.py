"""Of several payments for one move, one at most is taken; what 0030 left unchecked is checked."""

from django.db import migrations, models

from frontrow.core.sql_files import LoadSql

ONCE = """
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS purchases_one_paid_move
    ON purchases (pays_for_move_id)
    WHERE state IN ('capturing', 'completed') AND pays_for_move_id IS NOT NULL
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0030_paid_moves")]
    operations = [
        LoadSql("sales/fill_refund_lines", "b0cb4d827531"),
        migrations.RunSQL(
            "ALTER TABLE purchases VALIDATE CONSTRAINT purchases_pays_for_move_id_fk_enrolments",
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(
            "ALTER TABLE enrolments VALIDATE CONSTRAINT enrolments_ended_has_reason",
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(
            "ALTER TABLE refunds VALIDATE CONSTRAINT refunds_gives_back_id_fk_enrolments",
            migrations.RunSQL.noop,
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    ONCE, "DROP INDEX CONCURRENTLY IF EXISTS purchases_one_paid_move"
                ),
            ],
            state_operations=[
                migrations.AddConstraint(
                    "purchase",
                    models.UniqueConstraint(
                        condition=models.Q(
                            state__in=["capturing", "completed"], pays_for_move__isnull=False
                        ),
                        fields=("pays_for_move",),
                        name="purchases_one_paid_move",
                    ),
                ),
            ],
        ),
    ]
