"""Expand: operators can be told of low feedback."""

from django.db import migrations, models

from frontrow.core.locked_sql import LockedSql

KINDS = ["sale", "refund", "dispute", "bounce", "contact", "last_seats", "feedback"]
# In one transaction: no moment in which any word would be taken.
RULE = """
ALTER TABLE notice_choices DROP CONSTRAINT IF EXISTS notice_choices_kind_known;
ALTER TABLE notice_choices ADD CONSTRAINT notice_choices_kind_known CHECK (kind IN
    ('sale', 'refund', 'dispute', 'bounce', 'contact', 'last_seats', 'feedback'));
"""
RULE_BEFORE = """
DELETE FROM notice_choices WHERE kind = 'feedback';
ALTER TABLE notice_choices DROP CONSTRAINT IF EXISTS notice_choices_kind_known;
ALTER TABLE notice_choices ADD CONSTRAINT notice_choices_kind_known CHECK (kind IN
    ('sale', 'refund', 'dispute', 'bounce', 'contact', 'last_seats'));
"""

STATE = [
    migrations.AlterField(
        "noticechoice",
        "kind",
        models.CharField(
            choices=[(kind, kind.replace("_", " ").title()) for kind in KINDS], max_length=10
        ),
    ),
    migrations.RemoveConstraint("noticechoice", "notice_choices_kind_known"),
    migrations.AddConstraint(
        "noticechoice",
        models.CheckConstraint(
            condition=models.Q(kind__in=KINDS), name="notice_choices_kind_known"
        ),
    ),
]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("messaging", "0011_messages_newest")]
    operations = [
        LockedSql(RULE, tables=("notice_choices",), reverse=RULE_BEFORE),
        migrations.SeparateDatabaseAndState(state_operations=STATE),
    ]
