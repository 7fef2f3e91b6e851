"""What an enrolment is found by, built beside running sales."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

ONE_LIVE = """
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS enrolments_one_live_each
    ON enrolments (purchase_id, bootcamp_id) WHERE ended_at IS NULL
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0020_fill_enrolments")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    ONE_LIVE, "DROP INDEX CONCURRENTLY IF EXISTS enrolments_one_live_each"
                )
            ],
            state_operations=[
                migrations.AddConstraint(
                    "enrolment",
                    models.UniqueConstraint(
                        condition=models.Q(ended_at__isnull=True),
                        fields=("purchase", "bootcamp"),
                        name="enrolments_one_live_each",
                    ),
                )
            ],
        ),
        AddIndexConcurrently(
            "enrolment",
            models.Index(
                fields=["holder"],
                condition=models.Q(holder__isnull=False),
                name="enrolments_by_holder",
            ),
        ),
        AddIndexConcurrently(
            "enrolment",
            models.Index(
                fields=["replaces"],
                condition=models.Q(replaces__isnull=False),
                name="enrolments_continued",
            ),
        ),
    ]
