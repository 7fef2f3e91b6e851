"""Each refund that was not made has an open row of its own; built beside running sales."""

from django.db import migrations, models
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

EACH = """
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS breaks_open_once_each ON reconciliation_breaks
    (kind, payment_intent_id, (coalesce((details ->> 'refund'), ''))) WHERE resolved_at IS NULL
"""
ONCE = """
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS breaks_open_once ON reconciliation_breaks
    (kind, payment_intent_id) WHERE resolved_at IS NULL
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0044_facts_by_kind")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(EACH, "DROP INDEX CONCURRENTLY IF EXISTS breaks_open_once_each"),
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS breaks_open_once", ONCE),
            ],
            state_operations=[
                migrations.RemoveConstraint("reconciliationbreak", "breaks_open_once"),
                migrations.AddConstraint(
                    "reconciliationbreak",
                    models.UniqueConstraint(
                        models.F("kind"),
                        models.F("payment_intent_id"),
                        Coalesce(KT("details__refund"), models.Value("")),
                        condition=models.Q(resolved_at__isnull=True),
                        name="breaks_open_once_each",
                    ),
                ),
            ],
        ),
    ]
