"""Expand: a payment may move a seat, and a refund may give back one bootcamp of several."""

import django.db.models.deletion
from django.db import migrations, models

from frontrow.core.locked_sql import LockedSql

# Each is found there if the migration was broken off, and run again; 0031 validates.
PURCHASES = """
ALTER TABLE purchases
    ADD COLUMN IF NOT EXISTS pays_for_move_id bigint,
    DROP CONSTRAINT IF EXISTS purchases_pays_for_move_id_fk_enrolments,
    ADD CONSTRAINT purchases_pays_for_move_id_fk_enrolments FOREIGN KEY (pays_for_move_id)
        REFERENCES enrolments (id) DEFERRABLE INITIALLY DEFERRED NOT VALID;
"""
REFUNDS = """
ALTER TABLE refunds
    ADD COLUMN IF NOT EXISTS gives_back_id bigint,
    DROP CONSTRAINT IF EXISTS refunds_gives_back_id_fk_enrolments,
    ADD CONSTRAINT refunds_gives_back_id_fk_enrolments FOREIGN KEY (gives_back_id)
        REFERENCES enrolments (id) DEFERRABLE INITIALLY DEFERRED NOT VALID;
"""
# One more reason, which the release before neither reads nor writes.
REASONS = """
ALTER TABLE enrolments
    DROP CONSTRAINT IF EXISTS enrolments_ended_has_reason,
    ADD CONSTRAINT enrolments_ended_has_reason CHECK (
        ended_at IS NULL AND ended_because = ''
        OR ended_at IS NOT NULL AND ended_because IN (
            'moved', 'handed over', 'refunded', 'canceled', 'withdrawn', 'disputed', 'paid move')
    ) NOT VALID;
"""
REASONS_BACK = """
ALTER TABLE enrolments
    DROP CONSTRAINT enrolments_ended_has_reason,
    ADD CONSTRAINT enrolments_ended_has_reason CHECK (
        ended_at IS NULL AND ended_because = ''
        OR ended_at IS NOT NULL AND ended_because IN (
            'moved', 'handed over', 'refunded', 'canceled', 'withdrawn', 'disputed')
    ) NOT VALID;
"""
NAMES = {
    "moved": "Moved",
    "handed over": "Handed Over",
    "refunded": "Refunded",
    "canceled": "Canceled",
    "withdrawn": "Withdrawn",
    "disputed": "Disputed",
    "paid move": "Paid Move",
}
STATE = [
    migrations.AlterField(
        "enrolment",
        "ended_because",
        models.CharField(
            blank=True, choices=list(NAMES.items()), db_default="", default="", max_length=11
        ),
    ),
    migrations.RemoveConstraint("enrolment", "enrolments_ended_has_reason"),
    migrations.AddConstraint(
        "enrolment",
        models.CheckConstraint(
            condition=models.Q(ended_at__isnull=True, ended_because="")
            | models.Q(ended_at__isnull=False, ended_because__in=list(NAMES)),
            name="enrolments_ended_has_reason",
        ),
    ),
    migrations.AddField(
        "purchase",
        "pays_for_move",
        models.ForeignKey(
            db_index=False,
            null=True,
            on_delete=django.db.models.deletion.PROTECT,
            related_name="differences",
            to="sales.enrolment",
        ),
    ),
    migrations.AddField(
        "refund",
        "gives_back",
        models.ForeignKey(
            db_index=False,
            null=True,
            on_delete=django.db.models.deletion.PROTECT,
            related_name="+",
            to="sales.enrolment",
        ),
    ),
]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0029_holders_by_address")]
    operations = [
        LockedSql(
            PURCHASES,
            tables=("purchases", "enrolments"),
            reverse="ALTER TABLE purchases DROP COLUMN pays_for_move_id",
        ),
        LockedSql(
            REFUNDS,
            tables=("refunds", "enrolments"),
            reverse="ALTER TABLE refunds DROP COLUMN gives_back_id",
        ),
        LockedSql(REASONS, tables=("enrolments",), reverse=REASONS_BACK),
        migrations.SeparateDatabaseAndState(state_operations=STATE),
    ]
