"""Expand: operators can be told of a class that isn't ready."""

from django.db import migrations, models

from frontrow.core.locked_sql import LockedSql

KINDS = [
    "sale",
    "refund",
    "dispute",
    "bounce",
    "contact",
    "last_seats",
    "class_not_ready",
    "feedback",
]
# A wider varchar rewrites nothing, and the table has a few rows for each operator.
WIDER = """
ALTER TABLE notice_choices ALTER COLUMN kind TYPE varchar(15);
ALTER TABLE notice_choices DROP CONSTRAINT notice_choices_kind_known;
ALTER TABLE notice_choices ADD CONSTRAINT notice_choices_kind_known CHECK (kind IN
    ('sale', 'refund', 'dispute', 'bounce', 'contact', 'last_seats', 'class_not_ready',
     'feedback'));
"""
NARROWER = """
DELETE FROM notice_choices WHERE kind = 'class_not_ready';
ALTER TABLE notice_choices DROP CONSTRAINT notice_choices_kind_known;
ALTER TABLE notice_choices ADD CONSTRAINT notice_choices_kind_known CHECK (kind IN
    ('sale', 'refund', 'dispute', 'bounce', 'contact', 'last_seats', 'feedback'));
ALTER TABLE notice_choices ALTER COLUMN kind TYPE varchar(10);
"""
STATE = [
    migrations.AlterField(
        "noticechoice",
        "kind",
        models.CharField(
            choices=[
                ("sale", "Sale"),
                ("refund", "Refund"),
                ("dispute", "Dispute"),
                ("bounce", "Bounce"),
                ("contact", "Contact"),
                ("last_seats", "Last Seats"),
                ("class_not_ready", "Class Not Ready"),
                ("feedback", "Feedback"),
            ],
            max_length=15,
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
    dependencies = [("messaging", "0012_feedback_notices")]
    operations = [
        LockedSql(WIDER, tables=("notice_choices",), reverse=NARROWER),
        migrations.SeparateDatabaseAndState(state_operations=STATE),
    ]
