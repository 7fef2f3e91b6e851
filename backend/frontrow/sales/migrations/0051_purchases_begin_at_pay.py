"""A purchase begins at the Pay click: what was only typed has no status, and is not counted.

The status stops being generated, which needs no rewriting, and is kept by a trigger.
"""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

from frontrow.core.sql_files import LoadSql

REASONS = [
    *("expired", "sold_out", "replaced", "admin", "mismatch", "code_gone"),
    *("off_sale", "dismissed"),
]
STATUSES = ["pending", "completed", "refunded", "failed"]

PLAIN = "ALTER TABLE purchases ALTER COLUMN listed_status DROP EXPRESSION IF EXISTS"
TRIGGER = """
DROP TRIGGER IF EXISTS purchases_list ON purchases;
CREATE TRIGGER purchases_list BEFORE INSERT
    OR UPDATE OF state, terms_accepted_at, begun_at, listed_status
    ON purchases FOR EACH ROW EXECUTE FUNCTION list_purchase();
"""


class Migration(migrations.Migration):
    dependencies = [("sales", "0050_violations_of_what_hangs_on_seats")]
    operations = [
        migrations.AddField(
            "purchase", "begun_at", models.DateTimeField(editable=False, null=True)
        ),
        LoadSql("sales/tally_purchase", "143e47ba5177"),
        LoadSql("sales/list_purchase", "66e342653106"),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(PLAIN + ";" + TRIGGER)],
            state_operations=[
                migrations.RemoveField("purchase", "listed_status"),
                migrations.AddField(
                    "purchase",
                    "listed_status",
                    models.CharField(
                        choices=[(one, one.title()) for one in STATUSES],
                        editable=False,
                        max_length=9,
                        null=True,
                    ),
                ),
            ],
        ),
        migrations.AlterField(
            "purchase",
            "cancel_reason",
            models.CharField(
                blank=True,
                choices=[(one, one.replace("_", " ").title()) for one in REASONS],
                max_length=10,
            ),
        ),
        migrations.RemoveConstraint("purchase", "purchases_cancel_reason_known"),
        AddConstraintNotValid(
            "purchase",
            models.CheckConstraint(
                condition=models.Q(cancel_reason__in=["", *REASONS]),
                name="purchases_cancel_reason_known",
            ),
        ),
    ]
