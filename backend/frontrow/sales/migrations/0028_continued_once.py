"""An enrolment is continued by one other at most, and every invitation is for something."""

from django.db import migrations, models

ONCE = """
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS enrolments_continued_once
    ON enrolments (replaces_id) WHERE replaces_id IS NOT NULL
"""
BEFORE = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS enrolments_continued
    ON enrolments (replaces_id) WHERE replaces_id IS NOT NULL
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0027_hand_overs")]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE account_invitations VALIDATE CONSTRAINT invitations_for_something",
            migrations.RunSQL.noop,
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    ONCE, "DROP INDEX CONCURRENTLY IF EXISTS enrolments_continued_once"
                ),
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS enrolments_continued", BEFORE),
            ],
            state_operations=[
                migrations.RemoveIndex("enrolment", "enrolments_continued"),
                migrations.AddConstraint(
                    "enrolment",
                    models.UniqueConstraint(
                        condition=models.Q(replaces__isnull=False),
                        fields=("replaces",),
                        name="enrolments_continued_once",
                    ),
                ),
            ],
        ),
    ]
