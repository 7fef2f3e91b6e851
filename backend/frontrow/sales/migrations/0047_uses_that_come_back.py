"""One count of a code's uses, kept by the database; whom a use is of; whose money a credit is."""

import django.contrib.postgres.fields
from django.db import migrations, models

from frontrow.core.sql_files import LoadSql

TRIGGER = """
DROP TRIGGER IF EXISTS code_uses_counted ON code_uses;
CREATE TRIGGER code_uses_counted AFTER INSERT OR DELETE OR UPDATE OF returned_at ON code_uses
    FOR EACH ROW EXECUTE FUNCTION count_code_uses();
"""
NO_TRIGGER = "DROP TRIGGER IF EXISTS code_uses_counted ON code_uses"
# The release before counts by `person_key` and writes it; the column goes in the next release.
FILL = """
UPDATE code_uses SET person_keys = ARRAY[person_key] WHERE person_keys = '{}';
UPDATE discount_codes c SET uses = (
    SELECT count(*) FROM code_uses u WHERE u.code_id = c.id AND u.returned_at IS NULL)
WHERE EXISTS (
    SELECT 1 FROM code_uses u WHERE u.code_id = c.id AND u.returned_at IS NOT NULL);
"""
NO_LONGER_ASKED = "ALTER TABLE code_uses ALTER COLUMN person_key SET DEFAULT ''"
ASKED_AGAIN = "ALTER TABLE code_uses ALTER COLUMN person_key DROP DEFAULT"


class Migration(migrations.Migration):
    dependencies = [("sales", "0046_dates_told")]
    operations = [
        migrations.AddField(
            "discountcode",
            "stands_for",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField("discountcode", "stopped_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "codeuse",
            "person_keys",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.TextField(), db_default=[], default=list, size=None
            ),
        ),
        migrations.RemoveConstraint("discountcode", "codes_not_overused"),
        LoadSql("sales/count_code_uses", "cb3bc06d291a"),
        migrations.RunSQL(TRIGGER, NO_TRIGGER),
        LoadSql("sales/claim_code", "f4b47f27d8e4"),
        LoadSql("sales/hold_seats", "5833151d415e"),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(NO_LONGER_ASKED, ASKED_AGAIN)],
            state_operations=[
                migrations.RemoveIndex("codeuse", "code_uses_by_person"),
                migrations.RemoveField("codeuse", "person_key"),
            ],
        ),
    ]
