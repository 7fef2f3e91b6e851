"""Each enrolment has one seat and one place in the meeting; built beside running sales."""

from django.db import migrations, models

from frontrow.core.locked_sql import LockedSql

# Indexes first and constraints from them: making those alone would lock the tables for as long.
UNIQUE = """
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {table} (enrolment_id);
"""
ATTACH = """
ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name};
"""
EXISTS = """
ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY (enrolment_id) REFERENCES enrolments (id)
    {deletion} DEFERRABLE INITIALLY DEFERRED NOT VALID;
"""
VALID = "ALTER TABLE {table} VALIDATE CONSTRAINT {name};"


def unique(table: str, name: str, state: migrations.AddConstraint) -> list[object]:
    return [
        migrations.RunSQL(
            UNIQUE.format(table=table, name=name), f"DROP INDEX CONCURRENTLY IF EXISTS {name}"
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    ATTACH.format(table=table, name=name),
                    f"ALTER TABLE {table} DROP CONSTRAINT {name}",
                )
            ],
            state_operations=[state],
        ),
    ]


def exists(table: str, name: str, deletion: str = "") -> list[object]:
    return [
        LockedSql(
            EXISTS.format(table=table, name=name, deletion=deletion),
            tables=["enrolments", table],
            reverse=f"ALTER TABLE {table} DROP CONSTRAINT {name}",
            mode="SHARE ROW EXCLUSIVE",
        ),
        migrations.RunSQL(VALID.format(table=table, name=name), migrations.RunSQL.noop),
    ]


def one_each(model: str, name: str) -> migrations.AddConstraint:
    return migrations.AddConstraint(
        model, models.UniqueConstraint(fields=("enrolment_id",), name=name)
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("catalogue", "0008_seats_of_enrolments"),
        ("sales", "0021_enrolment_indexes"),
    ]
    operations = [
        *unique("seats", "seats_one_per_enrolment", one_each("seat", "seats_one_per_enrolment")),
        *exists("seats", "seats_enrolment_exists"),
        *unique(
            "meeting_registrants",
            "registrants_one_per_enrolment",
            one_each("meetingregistrant", "registrants_one_per_enrolment"),
        ),
        *exists("meeting_registrants", "registrants_enrolment_exists", "ON DELETE CASCADE"),
    ]
